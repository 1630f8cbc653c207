"""A journal in plain memory, for tests and for tables nobody wants to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kameny.store.base import Conflict, Row, StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class MemoryJournal:
    """A `Journal` that is gone with its process; no method waits, so each is atomic on its event loop."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._sides: dict[str, dict[str, bytes]] = {}
        self._closed = False

    async def append(
        self, match: str, version: int, body: bytes, at: float, sides: Mapping[str, bytes | None] | None = None
    ) -> None:
        self._need_open()
        rows = self._rows.get(match, [])
        if version != len(rows) + 1:
            raise Conflict(f"version {version} of {match} is not the next one")
        self._rows.setdefault(match, rows).append(Row(version, body, at))
        self._put(match, sides or {})

    async def read(self, match: str, after: int = 0) -> Sequence[Row]:
        self._need_open()
        return self._rows.get(match, [])[max(after, 0) :]

    async def keep(self, match: str, sides: Mapping[str, bytes | None]) -> None:
        self._need_open()
        self._put(match, sides)

    async def kept(self, match: str) -> Mapping[str, bytes]:
        self._need_open()
        return dict(self._sides.get(match, {}))

    async def idle(self, before: float) -> Sequence[str]:
        self._need_open()
        return [match for match, rows in self._rows.items() if rows[-1].at < before]

    async def erase(self, match: str) -> None:
        self._need_open()
        self._rows.pop(match, None)
        self._sides.pop(match, None)

    async def close(self) -> None:
        self._closed = True

    def _need_open(self) -> None:
        if self._closed:
            raise StoreError("this journal is closed: open a new one")

    def _put(self, match: str, sides: Mapping[str, bytes | None]) -> None:
        kept = self._sides.setdefault(match, {})
        for key, value in sides.items():
            if value is None:
                kept.pop(key, None)
            else:
                kept[key] = value
