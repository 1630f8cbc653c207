"""The journal: everything that ever happened at a table, in order.

A match is a list of rows `(match, version, body)`, versions counting from 1 without a gap. The pair
`(match, version)` is unique, and that is the only arbiter between two writers: whoever appends second
gets `Conflict`, rereads the tail and decides again. Beside its rows a match keeps a few *side values*
(a seat's draft, its rack order, the running clock): small, private, overwritten, never history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class Row(msgspec.Struct, frozen=True):
    """One accepted command of one match: `body` is a JSON match event, `at` seconds since the epoch."""

    version: int
    body: bytes
    at: float


class Conflict(Exception):
    """Another writer was first with this version of this match; read the tail and decide again."""


class StoreError(Exception):
    """The store cannot be used; the message is one sentence that says what to do."""


class Journal(Protocol):
    """What the tables need of a store.

    Every method is safe to call from many tasks of one event loop at once, and raises `StoreError` if the
    store fails or is closed. After a `StoreError`, or if the calling task is cancelled, a write may or may not
    have happened: read the tail to know.
    """

    async def append(
        self, match: str, version: int, body: bytes, at: float, sides: Mapping[str, bytes | None] | None = None
    ) -> None:
        """Append one row and, in the same transaction, set `sides` (`None` deletes a key).

        Returns only once the row is durable. Raises `Conflict` if this version exists already or is not
        the next one; then neither the row nor the side values have been written.
        """
        ...

    async def read(self, match: str, after: int = 0) -> Sequence[Row]:
        """The rows of a match with versions above `after`, in order; empty for an unknown match."""
        ...

    async def keep(self, match: str, sides: Mapping[str, bytes | None]) -> None:
        """Set side values of a match (`None` deletes a key); durable on return."""
        ...

    async def kept(self, match: str) -> Mapping[str, bytes]:
        """All side values of a match."""
        ...

    async def idle(self, before: float) -> Sequence[str]:
        """The matches whose last row was written before this time, in seconds since the epoch."""
        ...

    async def erase(self, match: str) -> None:
        """Forget a match: its rows and its side values; durable on return. An unknown match is no error."""
        ...

    async def close(self) -> None:
        """Finish what was accepted and release the files. Closing twice is harmless."""
        ...
