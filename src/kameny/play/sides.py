"""Side values: what a table keeps beside its history, written at most once a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

EVERY = 1.0
"""Seconds between two writings."""


class Sides:
    """Values that wait to be written, the newest of each key. They ride with the next row, or go alone."""

    def __init__(self, flush: Callable[[], None]) -> None:
        self._flush = flush
        self._waiting: dict[str, bytes | None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, key: str, value: bytes | None) -> None:
        """Have this written within a second."""
        self._waiting[key] = value
        if not self._timer:
            self._timer = asyncio.get_running_loop().call_later(EVERY, self._ring)

    def take(self) -> Mapping[str, bytes | None]:
        """All that waits; the caller writes it, or puts it back."""
        taken, self._waiting = self._waiting, {}
        if self._timer:
            self._timer.cancel()
            self._timer = None
        return taken

    def put_back(self, taken: Mapping[str, bytes | None]) -> None:
        """What could not be written waits again, unless something newer does."""
        for key, value in taken.items():
            if key not in self._waiting:
                self.put(key, value)

    def _ring(self) -> None:
        self._timer = None
        self._flush()
