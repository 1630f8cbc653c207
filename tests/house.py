"""A house for tests: a server on a free loopback port over one journal, and phones at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any

from aiohttp.test_utils import TestServer

from kameny.client import Phone
from kameny.game import AnyGame, Player, Standing
from kameny.games import GAMES
from kameny.play.tables import Tables
from kameny.players.runner import Runner
from kameny.store.memory import MemoryJournal
from kameny.web.app import make_app
from kameny.web.door import Door
from kameny.web.limits import Limits, Rate
from toy import TOY

WITH_TOY: Mapping[str, AnyGame] = {**GAMES, TOY.name: TOY}


class Here:
    """Computers that think in the test's own process."""

    async def choose(self, player: Player[Any, Any], view: Any, standing: Standing, budget: float) -> Any:
        return player.choose(view, standing, budget)


class House:
    """A running server over one journal, which can be stopped and started again."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self.door = Door(Limits(acts=Rate(10_000, 10_000), frames=Rate(10_000, 10_000)))
        """Computers at phones of their own play whole games in a moment."""
        self.journal = MemoryJournal()
        self.now: Callable[[], float] | None = None
        self.tables = self._tables()
        self.server: TestServer | None = None
        self._port: int | None = None

    def _tables(self) -> Tables:
        tables = Tables(self.journal, WITH_TOY) if self.now is None else Tables(self.journal, WITH_TOY, self.now)
        tables.watcher = Runner(Here(), 0).notice
        return tables

    async def start(self) -> None:
        """Listen; after a stop, with nothing but the journal."""
        self.tables = self._tables()
        self.server = TestServer(make_app(self.tables, self.door), port=self._port)
        await self.server.start_server(shutdown_timeout=0.1)
        self._port = self.server.make_url("").port

    async def stop(self) -> None:
        """Stop as the command stops."""
        assert self.server
        await self.server.close()
        await self.tables.close()

    @property
    def port(self) -> int:
        assert self._port
        return self._port

    @property
    def url(self) -> str:
        assert self.server
        return str(self.server.make_url("")).rstrip("/")

    async def phone(self, token: str | None = None) -> Phone:
        """A phone that is put away at the end of the test."""
        return await self._stack.enter_async_context(Phone(self.url, token=token, games=WITH_TOY))

    async def seated(self, code: str, name: str) -> Phone:
        """A phone that has joined a table."""
        phone = await self.phone()
        await phone.join(code, name)
        return phone
