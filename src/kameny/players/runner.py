"""Computers at live tables: whoever is awaited and is a computer chooses from its view and plays."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

import structlog

from kameny.game import Player, Refused, Standing
from kameny.play.table import Table
from kameny.store.base import StoreError
from kameny.terms import Pace

BUDGET = 1.0
"""Seconds a computer may think."""

TRY_AGAIN = 1.0
"""Seconds after which a move that the store refused is made again."""

PACES: dict[Pace, float] = {"quick": 0.35, "usual": 1.0, "slow": 2.2}
"""How a table's pace stretches the server's."""

log = structlog.get_logger()


class Thinker(Protocol):
    """Where computers think: `Pool`, or the calling process in tests."""

    async def choose(self, player: Player[Any, Any], view: Any, standing: Standing, budget: float) -> Any:
        """The player's action in this view."""
        ...


class Runner:
    """Plays every computer's turn at a pace people can follow: at least `pace` seconds, as the table stretches it."""

    def __init__(self, thinker: Thinker, pace: float) -> None:
        self._thinker = thinker
        self._pace = pace
        self._turns: set[tuple[str, int, int, int]] = set()

    def notice(self, table: Table) -> None:
        """A table has changed. Computers play only while a person is there to see it."""
        match = table.match
        if not match.running or not table.here:
            return
        turn = table.game.turn(match.state)
        for seat in table.game.to_act(match.state):
            name = match.seats[seat].driver
            this = (match.code, match.number, turn, seat)
            if name and this not in self._turns:
                self._turns.add(this)
                table.spawn(self._play(table, table.game.players[name], this))

    async def _play(self, table: Table, player: Player[Any, Any], this: tuple[str, int, int, int]) -> None:
        _, _, turn, seat = this
        match = table.match
        view = table.game.view(match.state, seat)
        pace = self._pace * PACES[match.terms.pace]
        try:
            choice, _ = await asyncio.gather(
                self._thinker.choose(player, view, match.standing, BUDGET), asyncio.sleep(pace)
            )
            await table.play(seat, turn, choice, player.name)
        except Refused as refusal:
            if refusal.code == "seat_taken_back":
                asyncio.get_running_loop().call_soon(self.notice, table)  # another computer may have it by now
                return
            if refusal.code in {"turn_is_over", "game_over"}:
                return  # the clock, or another node, was first
            said = {"table": match.code, "player": player.name, "refused": refusal.code}
            log.error("computer_refused", **said)  # noqa: TRY400 - the refusal's detail names tiles
            await table.play(seat, turn, table.game.moves(view)[0], player.name)
        except StoreError:
            asyncio.get_running_loop().call_later(TRY_AGAIN, self.notice, table)
            raise
        finally:
            self._turns.discard(this)
