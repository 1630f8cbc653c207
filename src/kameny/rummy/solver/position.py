"""A table and a rack of physical tiles, put into an order that does not depend on how they were given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kameny.game import Refused
from kameny.rummy.sets import Reading, reading
from kameny.rummy.solver.board import DRESSED, Board, board_of, check
from kameny.rummy.tiles import JOKER_COPIES, Sets, Tile, Tiles, full_set

_ORDER = {tile: i for i, tile in enumerate((*full_set(len(JOKER_COPIES)), *sorted(DRESSED)))}


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


@dataclass(frozen=True)
class Position:
    """A table and a rack in fixed order, and how the sets of the table are read (`None`: not a set).

    The sets with the numbers `kept` stay together as they lie, in every answer.
    """

    table: Sets
    rack: Tiles
    readings: tuple[Reading | None, ...]
    kept: frozenset[int] = frozenset()

    @classmethod
    def of(cls, table: Iterable[Tiles], rack: Iterable[Tile], kept: Iterable[int] = ()) -> Position:
        """The position; refuses tiles that cannot be, and to keep what is no set. `kept` counts as `table` does."""
        sets, own = [tuple(tiles) for tiles in table], tuple(rack)
        held = frozenset(kept)
        check(own, [tile for tiles in sets for tile in tiles])
        in_place = sets_ordered(sets)
        readings = tuple(map(_read, in_place))
        staying = frozenset(in_place.index(sets[i]) for i in held)
        if broken := tuple(in_place[i] for i in sorted(staying) if not readings[i]):
            raise Refused("impossible_table", sets=broken, tiles=broken[0])
        return cls(in_place, ordered(own), readings, staying)

    @property
    def valid(self) -> bool:
        """Whether every set of the table is one."""
        return all(self.readings)

    @property
    def sets(self) -> frozenset[int]:
        """The numbers of the sets that are one."""
        return frozenset(i for i, found in enumerate(self.readings) if found)

    def board(self, kept: Iterable[int] = ()) -> Board:
        """What the search works on if the sets with these numbers stay too; refuses dressed jokers elsewhere."""
        staying = self.kept.union(kept)
        loose = [tiles for i, tiles in enumerate(self.table) if i not in staying]
        if changing := DRESSED.intersection(tile for tiles in loose for tile in tiles):
            raise Refused("unknown_tile", tiles=tuple(sorted(changing)))
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
