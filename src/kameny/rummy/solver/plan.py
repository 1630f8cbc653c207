"""What the search looks for and what it answers: weights, plans, and the effort it may take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kameny.rummy.solver.lanes import Step
from kameny.rummy.tiles import JOKER_POINTS, VALUES, Tile, is_joker, value


class Weights(NamedTuple):
    """What an own tile of each value, or an own joker, is worth when it is laid.

    `tiles` is indexed by the value (index 0 is unused); none may be negative, only the joker's weight may: then a
    joker is held unless it pays.
    """

    tiles: tuple[int, ...]
    joker: int

    def of(self, tiles: Iterable[Tile]) -> int:
        """What laying these is worth."""
        return sum(self.joker if is_joker(tile) else self.tiles[value(tile)] for tile in tiles)

    def mirrored(self) -> Weights:
        """The same with the values counted from the top."""
        return Weights((0, *(self.tiles[v] for v in reversed(VALUES))), self.joker)


COUNT = 1000
"""More than all points together, and than eight times all tiles."""
TILES = Weights(tuple(8 * (COUNT + v) for v in range(14)), 8 * (COUNT + JOKER_POINTS) - 1)
"""Most tiles, then most points, then fewest jokers."""
POINTS = Weights(tuple(8 * (COUNT * v + 1) for v in range(14)), 8 * (COUNT * JOKER_POINTS + 1) - 1)
"""Most points, a joker counting 30, then most tiles, then fewest jokers."""


class Layer(NamedTuple):
    """What becomes of one value: a step for each suit, and jokers in groups."""

    steps: tuple[Step, ...]
    jokers: int


class Plan(NamedTuple):
    """What becomes of every tile; `spare` jokers may be seated anywhere."""

    score: int
    layers: tuple[Layer, ...]
    spare: int


class Exhausted(Exception):
    """More states were looked at than the effort allows."""


@dataclass
class Effort:
    """Counts the states looked at: a measure of time that is the same on every machine and every day."""

    limit: int | None = None
    spent: int = 0

    def spend(self, states: int) -> None:
        """Count these; raises `Exhausted` when it has become too many."""
        self.spent += states
        if self.limit is not None and self.spent > self.limit:
            raise Exhausted
