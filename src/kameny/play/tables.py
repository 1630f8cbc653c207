"""All tables of this server: opened, found again by code, and forgotten while nobody is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from kameny.game import AnyGame, Refused
from kameny.play import commands
from kameny.play import match as matches
from kameny.play.events import decode, encode
from kameny.play.live import VISIT
from kameny.play.match import Match
from kameny.play.seats import Seat, new_code, new_secret
from kameny.play.table import Table
from kameny.store.base import Conflict, Journal, Row
from kameny.terms import USUAL, Terms

FORGET_AFTER = 60.0
"""Seconds without a phone after which a table lives in the journal only."""


class Tables:
    """Tables by code. `watcher` hears of every change of every table."""

    def __init__(self, journal: Journal, games: Mapping[str, AnyGame], now: Callable[[], float] = time.time) -> None:
        self.games = games
        self.now = now
        self.watcher: Callable[[Table], None] | None = None
        self._journal = journal
        self._tables: dict[str, Table] = {}
        self._loading = asyncio.Lock()
        self._sweeper: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._tables)

    async def open(self, game: str, options: msgspec.Raw, seats: Sequence[Seat], terms: Terms = USUAL) -> Table:
        """A new table with a code that no other table ever had."""
        if game not in self.games:
            raise Refused("unknown_game", game=game, known=sorted(self.games))
        while True:
            event = commands.open_match(self.games[game], new_code(), options, terms, seats, new_secret())
            try:
                await self._journal.append(event.code, 1, encode(event), self.now())
            except Conflict:
                continue
            match, _ = matches.evolve(self.games[game], None, event)
            return self._add(Table(self.games[game], match, self._journal, self.now))

    async def get(self, code: str) -> Table:
        """The table of this code, from memory or from the journal."""
        async with self._loading:
            if table := self._tables.get(code):
                table.touched = self.now()
                return table
            rows = await self.rows(code)
            game, match = self._replayed([row.body for row in rows])
            table = Table(game, match, self._journal, self.now)
            await table.restore(rows[-1].at)
            return self._add(table)

    async def rows(self, code: str) -> Sequence[Row]:
        """The journal of a table."""
        rows = await self._journal.read(code)
        if not rows:
            raise Refused("no_place")
        return rows

    async def forget(self, before: float) -> int:
        """Erase every table that nobody has visited since `before`; returns how many."""
        erased = 0
        for code in await self._journal.idle(before):
            async with self._loading:
                visited = float((await self._journal.kept(code)).get(VISIT, b"0"))
                if code not in self._tables and visited < before:
                    await self._journal.erase(code)
                    erased += 1
        return erased

    def _replayed(self, bodies: Sequence[bytes]) -> tuple[AnyGame, Match]:
        events = [decode(body) for body in bodies]
        name = getattr(events[0], "game", "")
        if name not in self.games:
            raise Refused("unknown_game", game=name, known=sorted(self.games))
        match: Match | None = None
        for event in events:
            match, _ = matches.evolve(self.games[name], match, event)
        assert match
        return self.games[name], match

    def _add(self, table: Table) -> Table:
        table.watcher = self._watch
        self._tables[table.match.code] = table
        if not self._sweeper:
            self._sweeper = asyncio.get_running_loop().call_later(FORGET_AFTER, self._sweep)
        return table

    def _watch(self, table: Table) -> None:
        if self.watcher:
            self.watcher(table)

    def _sweep(self) -> None:
        """Forget tables that nobody is at; the journal has them."""
        old = self.now() - FORGET_AFTER
        for code in [c for c, table in self._tables.items() if not table.busy and table.touched < old]:
            del self._tables[code]
        self._sweeper = asyncio.get_running_loop().call_later(FORGET_AFTER, self._sweep) if self._tables else None

    def farewell(self, code: str) -> None:
        """Say goodbye to every phone at every table."""
        for table in self._tables.values():
            for phone in table.phones:
                phone.part(code)

    async def close(self) -> None:
        """Stop every table and write what waits."""
        if self._sweeper:
            self._sweeper.cancel()
        for table in self._tables.values():
            await table.close()
        self._tables.clear()
