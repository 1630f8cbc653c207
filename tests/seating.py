"""Live tables without a server: people who sit down, phones that write down what they are told, a clock that is set."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from house import WITH_TOY
from kameny.game import AnyGame
from kameny.play.live import Moment
from kameny.play.presence import News, Reaction
from kameny.play.seats import Seat, key_of
from kameny.play.table import Table
from kameny.play.tables import Tables
from kameny.store.base import Journal, StoreError
from kameny.store.memory import MemoryJournal
from kameny.terms import USUAL, Terms

BEGIN = 1_700_000_000.0


class Clock:
    """The time of day as a test sets it."""

    def __init__(self) -> None:
        self.time = BEGIN

    def __call__(self) -> float:
        return self.time


class Ear:
    """A phone that keeps what it is told. Without a key it is a spectator's."""

    def __init__(self, key: str | None) -> None:
        self._key = key
        self.moments: list[Moment] = []
        self.drafts: list[tuple[int, int, Any]] = []
        self.news: list[tuple[str, int, int | None]] = []
        self.reactions: list[tuple[int, str]] = []
        self.bye = ""

    @property
    def key(self) -> str | None:
        return self._key

    def show(self, moment: Moment) -> None:
        self.moments.append(moment)

    def arranged(self, seat: int, turn: int, draft: Any) -> None:
        self.drafts.append((seat, turn, draft))

    def told(self, what: News, seat: int, by: int | None) -> None:
        self.news.append((what, seat, by))

    def reacted(self, seat: int, reaction: Reaction) -> None:
        self.reactions.append((seat, reaction))

    def part(self, code: str) -> None:
        self.bye = code


class Gate(MemoryJournal):
    """A journal that can be held up, and that can fail."""

    def __init__(self) -> None:
        super().__init__()
        self.broken = False
        self.mute = False
        """Whether it fails after it has written."""
        self.waiting: list[asyncio.Future[None]] = []
        self._shut = False

    def shut(self) -> None:
        """From now on writing waits."""
        self._shut = True

    def open(self) -> None:
        """What waits is written, and nothing waits any more."""
        self._shut = False
        for future in self.waiting:
            if not future.done():
                future.set_result(None)
        self.waiting.clear()

    async def append(
        self, match: str, version: int, body: bytes, at: float, sides: Mapping[str, bytes | None] | None = None
    ) -> None:
        if self._shut:
            self.waiting.append(asyncio.get_running_loop().create_future())
            await self.waiting[-1]
        if self.broken:
            raise StoreError("the disk is full: make room")
        await super().append(match, version, body, at, sides)
        if self.mute:
            raise StoreError("the line is dead: try again")


class Sitting:
    """A house of tables over one journal, its clock, and one table at which everybody sits."""

    def __init__(self, journal: Journal | None = None, games: Mapping[str, AnyGame] = WITH_TOY) -> None:
        self.journal = journal or MemoryJournal()
        self.now = Clock()
        self.games = games
        self.tables = Tables(self.journal, games, self.now)
        self.keys: list[str] = []
        self.code = ""

    async def open(
        self,
        game: str,
        seats: Sequence[str | None],
        options: Mapping[str, object] | None = None,
        terms: Terms = USUAL,
    ) -> Table:
        """A table at which nobody sits yet."""
        setup = [Seat(player=player) for player in seats]
        table = await self.tables.open(game, msgspec.Raw(json.dumps(options or {}).encode()), setup, terms)
        self.code = table.match.code
        return table

    async def sit(
        self,
        game: str,
        seats: Sequence[str | None],
        options: Mapping[str, object] | None = None,
        terms: Terms = USUAL,
    ) -> Table:
        """Open a table and fill its free seats; nobody's phone is connected yet."""
        table = await self.open(game, seats, options, terms)
        for i, player in enumerate(seats):
            if player is None:
                await table.join(f"Person {i}", token(i), nonce(i))
                self.keys.append(key_of(token(i)))
        return table

    async def deal(self, table: Table, number: int = 1) -> int:
        """The first person starts the game."""
        return await table.deal(self.keys[0], f"deal {number}", number, nonce(99))

    async def again(self) -> Table:
        """The same table as a server sees it that has just been started: nothing but the journal."""
        return await Tables(self.journal, self.games, self.now).get(self.code)

    async def rows(self) -> list[tuple[int, bytes, float]]:
        """The journal of the table."""
        return [(row.version, row.body, row.at) for row in await self.journal.read(self.code)]


async def settle() -> None:
    """Let everything run that need not wait."""
    for _ in range(10):
        await asyncio.sleep(0)


def token(seat: int) -> str:
    """The token of a seat's phone."""
    return f"{seat:032x}"


def nonce(seat: int) -> str:
    """A seat's part in a shuffle."""
    return f"{1000 + seat:032x}"
