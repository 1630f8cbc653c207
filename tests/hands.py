"""Two hands that play on the real screen: one taps, one holds and drags. A player function tells them what."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence

from kameny.game import Standing
from kameny.rummy.model import Draw, Lay, Redeal
from kameny.rummy.players import calm, exact
from screen import Screen

PLAYERS = {"calm": calm, "exact": exact}


class Hand(ABC):
    """Plays whole turns on a screen. What to play is chosen from the phone's own view."""

    def __init__(self, screen: Screen, player: str) -> None:
        self.screen = screen
        self.player = PLAYERS[player]
        self.laid = 0

    async def turn(self) -> None:
        """Play the turn that it is."""
        screen = self.screen
        view = screen.view
        await screen.sees('[data-my-turn="true"]')
        action = self.player(view, Standing((0,) * len(view.counts)), 1.0)
        match action:
            case Lay(sets=sets):
                await self.build(sets)
                await self.finish(sets)
                self.laid += 1
            case Draw():
                await screen.tap('[data-act="draw"]')
            case Redeal():
                await screen.tap('[data-act="redeal"]')
        await screen.until(lambda u: u.table.over or u.table.turn != view.turn, what=f"the end of turn {view.turn}")

    async def build(self, sets: Sequence[Sequence[str]]) -> None:
        """Move tiles until the table looks like this."""
        for target in sets:
            board = await self.screen.board()
            if any(set(shown) == set(target) for shown in board):
                continue
            base: list[str] = max((s for s in board if set(s) <= set(target)), key=len, default=list[str]())
            if not base:
                await self.to_empty_table(target[0])
                base = [target[0]]
            for tile in target:
                if tile not in base:
                    await self.to_set(tile, base[0])
        shown = await self.screen.board()
        assert {frozenset(s) for s in shown} == {frozenset(s) for s in sets}, f"wanted {sets}, the screen shows {shown}"

    async def finish(self, sets: Sequence[Sequence[str]]) -> None:
        """Say that the turn is over."""
        del sets
        await self.screen.tap('[data-act="done"]')

    @abstractmethod
    async def to_empty_table(self, tile: str) -> None:
        """Begin a new set with this tile."""

    @abstractmethod
    async def to_set(self, tile: str, member: str) -> None:
        """Lay this tile into the set that holds `member`."""

    async def settled(self, tile: str, *, beside: str | None) -> None:
        """Wait until the tile is shown on the table, alone or beside another."""
        async with asyncio.timeout(5):
            while True:
                found: list[str] = next((s for s in await self.screen.board() if tile in s), list[str]())
                if (beside in found) if beside else found == [tile]:
                    return
                await asyncio.sleep(0.02)


class TappingHand(Hand):
    """Taps only: a tap lifts, a tap lays."""

    async def to_empty_table(self, tile: str) -> None:
        await self.screen.tap(f'[data-tile="{tile}"]')
        await self.screen.sees(f'[data-tile="{tile}"][data-lifted]')
        await self.screen.tap_at(*await self.screen.empty_place())
        await self.settled(tile, beside=None)

    async def to_set(self, tile: str, member: str) -> None:
        await self.screen.tap(f'[data-tile="{tile}"]')
        await self.screen.sees(f'[data-tile="{tile}"][data-lifted]')
        await self.screen.tap(f'[data-set] [data-tile="{member}"]')
        await self.settled(tile, beside=member)


class DraggingHand(Hand):
    """Hold-drags only (but for buttons)."""

    async def to_empty_table(self, tile: str) -> None:
        await self.screen.drag(f'[data-tile="{tile}"]', *await self.screen.empty_place())
        await self.settled(tile, beside=None)

    async def to_set(self, tile: str, member: str) -> None:
        await self.screen.drag(f'[data-tile="{tile}"]', *await self.screen.middle(f'[data-set] [data-tile="{member}"]'))
        await self.settled(tile, beside=member)
