"""Phones that play by themselves and write down all that they are told, for whoever checks it later."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec

from kameny.client import Phone
from kameny.game import Refused, Standing
from kameny.play.seats import key_of
from kameny.rummy.model import Draft, Draw, View
from kameny.rummy.players import calm
from kameny.web.messages import ToPhone, Update

NORMAL = {"game_running", "turn_is_over", "wrong_game_number", "game_over"}
"""What a phone is told that was not the first, or whose picture was old."""
Place = tuple[str, int, int]
"""Table, version, seat."""


class Shown(msgspec.Struct, frozen=True):
    """What an update says of the game."""

    view: bytes
    number: int
    turn: int
    totals: tuple[int, ...]


class Ledger:
    """What all phones were told: by table and key the requests done or refused, and what each seat was shown."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str, str, int]] = []
        self.refused: list[tuple[str, str, str]] = []
        self.shown: dict[Place, set[Shown]] = {}
        self.newest: dict[str, int] = {}
        self._told = asyncio.Condition()

    async def more(self, answers: int) -> None:
        """Wait for so many more requests to be done."""
        enough = len(self.done) + answers
        async with self._told:
            await self._told.wait_for(lambda: len(self.done) >= enough)

    async def beyond(self, versions: dict[str, int]) -> None:
        """Wait until each of these tables has been shown with a higher version."""
        async with self._told:
            await self._told.wait_for(lambda: all(self.newest[code] > version for code, version in versions.items()))

    async def write(self, code: str, key: str, rid: str, version: int | None) -> None:
        """A request was done at this version, or refused."""
        if version is None:
            self.refused.append((code, key, rid))
        else:
            self.done.append((code, key, rid, version))
        async with self._told:
            self._told.notify_all()

    async def show(self, update: Update) -> None:
        """A seat was shown this."""
        table = update.table
        assert table.you is not None
        seen = Shown(bytes(update.view), table.number, table.turn, table.totals)
        self.shown.setdefault((table.code, update.version, table.you), set()).add(seen)
        self.newest[table.code] = max(update.version, self.newest.get(table.code, 0))
        async with self._told:
            self._told.notify_all()


class Playing(Phone):
    """A phone that plays from its own view, mostly cheaply, and deals the next game."""

    def __init__(self, url: str, ledger: Ledger, random: Random) -> None:
        super().__init__(url, token=f"{random.getrandbits(128):032x}")
        self.key = key_of(self.token)
        self._ledger = ledger
        self._random = random

    async def play_forever(self) -> None:
        """One's own turns, and the next deal where nobody was faster."""
        async for update in self.updates():
            try:
                if self.my_turn:
                    await self._move(self.view)
                elif update.table.over:
                    await self.deal()
            except Refused as refused:
                assert refused.code in NORMAL, refused.code  # noqa: PT017 - what else is refused fails the test

    async def _move(self, view: View) -> None:
        luck = self._random.random()
        if luck < 0.2:
            await self.arrange(Draft((*view.table, view.rack[:1])))
        await self.act(calm(view, Standing(()), 0) if luck < 0.1 else Draw(), turn=view.turn)

    async def _heard(self, message: ToPhone) -> None:
        if isinstance(message, Update) and message.table.you is not None:
            await self._ledger.show(message)
        await super()._heard(message)

    async def _request(self, message: Any) -> int:
        version = None
        try:
            version = await super()._request(message)
        except Refused:
            await self._ledger.write(self.code, self.key, message.rid, None)
            raise
        await self._ledger.write(self.code, self.key, message.rid, version)
        return version
