"""A live table of any game with people on every seat, to try the laws of the table on."""

from __future__ import annotations

from random import Random
from types import TracebackType
from typing import Any, Self

from laws.walks import Field, encoded, viewers
from seating import Sitting


class Seated(Sitting):
    """A table of this game that has been dealt; all seats are people, no phone is connected."""

    def __init__(self, field: Field, seed: int) -> None:
        super().__init__()
        self.field = field
        self.seats = Random(seed).choice(field.game.seats)

    async def __aenter__(self) -> Self:
        self.table = await self.sit(self.field.game.name, [None] * self.seats)
        await self.deal(self.table)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.tables.close()

    async def play(self, random: Random, turns: int) -> list[tuple[str, str, int, Any, int]]:
        """Play on at random; every request as (key, rid, turn, action, version at which it was done)."""
        game, done = self.field.game, list[tuple[str, str, int, Any, int]]()
        for _ in range(turns):
            match = self.table.match
            if not match.running:
                break
            seat = random.choice(sorted(game.to_act(match.state)))
            action = self.field.play(game, match.state, seat, random)
            request = (self.keys[seat], f"rid {match.version}", game.turn(match.state), action)
            done.append((*request, await self.table.act(*request, self.now())))
        return done

    async def everything(self) -> tuple[Any, ...]:
        """The journal, the match and what every viewer is shown: all that a refusal must not change."""
        match = self.table.match
        shown = [encoded(self.field.game.view(match.state, viewer)) for viewer in viewers(self.seats)]
        return await self.rows(), await self.journal.kept(self.code), encoded(match), shown, self.table.draft
