"""A table and a rack of physical tiles, put into an order that does not depend on how they were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kameny.rummy.sets import Reading, reading
from kameny.rummy.solver.board import Board, board_of, check
from kameny.rummy.solver.search import MOST
from kameny.rummy.tiles import JOKER_COPIES, Sets, Tile, Tiles, full_set, is_joker, value

_ORDER = {tile: i for i, tile in enumerate(full_set(len(JOKER_COPIES)))}


def ordered(tiles: Iterable[Tile]) -> Tiles:
    """The tiles in the fixed order."""
    return tuple(sorted(tiles, key=_ORDER.__getitem__))


def sets_ordered(sets: Iterable[Tiles]) -> Sets:
    """The sets in a fixed order, each as it is."""
    return tuple(sorted(sets, key=lambda tiles: sorted(map(_ORDER.__getitem__, tiles))))


_read = lru_cache(maxsize=1 << 12)(reading)


@dataclass(frozen=True)
class Solution:
    """A whole new table, every set in a legal reading order, and the tiles laid from the rack."""

    sets: Sets
    tiles: Tiles

    @property
    def score(self) -> int:
        """What the search maximises: tiles, then points, then jokers kept."""
        return sum(MOST.joker if is_joker(tile) else MOST.tiles[value(tile)] for tile in self.tiles)


@dataclass(frozen=True)
class Position:
    """A table and a rack in fixed order, and how the sets of the table are read (`None`: not a set)."""

    table: Sets
    rack: Tiles
    readings: tuple[Reading | None, ...]

    @classmethod
    def of(cls, table: Iterable[Tiles], rack: Iterable[Tile]) -> Position:
        """The position; refuses tiles that cannot be."""
        sets, own = [tuple(tiles) for tiles in table], tuple(rack)
        check([*own, *(tile for tiles in sets for tile in tiles)])
        in_place = sets_ordered(sets)
        return cls(in_place, ordered(own), tuple(map(_read, in_place)))

    @property
    def valid(self) -> bool:
        """Whether every set of the table is one."""
        return all(self.readings)

    def board(self, kept: Iterable[int] = ()) -> Board:
        """What the search works on if the sets with these numbers stay as they lie."""
        staying = frozenset(kept)
        loose = [tiles for i, tiles in enumerate(self.table) if i not in staying]
        return board_of(loose, self.rack, [r for i, r in enumerate(self.readings) if r and i in staying])

    def disturbed(self, solution: Solution) -> tuple[int, ...]:
        """The numbers of the sets that are no longer together, or have been joined by tiles of other sets."""
        where = {tile: i for i, tiles in enumerate(solution.sets) for tile in tiles}
        own = Counter(where[tile] for tile in solution.tiles)
        return tuple(
            i
            for i, tiles in enumerate(self.table)
            if len(found := {where[tile] for tile in tiles}) > 1
            or len(tiles) + own[home := found.pop()] < len(solution.sets[home])
        )
