"""The same solver by way of the compiled kernel, some fifty times faster; refusals are made here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NoReturn

from kameny.game import Refused
from kameny.kernel import _rummy
from kameny.rummy.solver.keep import fewest_disturbed
from kameny.rummy.solver.plan import TILES, Effort, Weights
from kameny.rummy.solver.position import Position, Solution
from kameny.rummy.tiles import Face, Tile, Tiles

QUESTIONS = 200
"""How often to ask for a table that keeps other sets: under 5 ms nearly always."""


def solve(
    table: Iterable[Tiles], rack: Iterable[Tile], weights: Weights = TILES, *, kept: Collection[int] = ()
) -> Solution:
    """As `best.solve`."""
    table, rack = tuple(table), tuple(rack)
    try:
        found = _rummy.solve(table, rack, weights.tiles, weights.joker, kept)
    except ValueError as error:
        _refuse(error, table, rack, kept)
    if found is None:
        raise _impossible(Position.of(table, rack, kept))
    return Solution(*found)


def add_only(table: Iterable[Tiles], rack: Iterable[Tile]) -> Solution:
    """As `best.add_only`."""
    table = tuple(table)
    return solve(table, rack, kept=range(len(table)))


def least_disturbed(table: Iterable[Tiles], found: Solution, *, kept: Collection[int] = ()) -> Solution:
    """As `keep.least_disturbed`, by the same search for conflicts, in which the kernel answers."""
    position = Position.of(table, found.tiles, kept)
    goal = TILES.of(found.tiles)
    effort = Effort(QUESTIONS)

    def stay(more: Collection[int]) -> Solution | None:
        effort.spend(1)
        staying = tuple(position.kept.union(more))
        other = _rummy.solve(position.table, position.rack, *TILES, staying, goal)
        return Solution(*other) if other and other[1] == position.rack else None

    return fewest_disturbed(position, found, stay, effort)


def open_lay(rack: Iterable[Tile], minimum: int, *, jokers: bool = False) -> Solution | None:
    """As `opening.open_lay`."""
    rack = tuple(rack)
    try:
        found = _rummy.open_lay(rack, minimum, jokers)
    except ValueError as error:
        _refuse(error, (), rack)
    return Solution(*found) if found else None


def can_open(rack: Iterable[Tile], minimum: int, *, jokers: bool = False) -> bool:
    """As `opening.can_open`."""
    rack = tuple(rack)
    try:
        return _rummy.can_open(rack, minimum, jokers)
    except ValueError as error:
        _refuse(error, (), rack)


def what_if_drawn(table: Iterable[Tiles], rack: Iterable[Tile], weights: Weights = TILES) -> Mapping[Face, int]:
    """As `whatif.what_if_drawn`."""
    table, rack = tuple(table), tuple(rack)
    try:
        found = _rummy.what_if_drawn(table, rack, weights.tiles, weights.joker)
    except ValueError as error:
        _refuse(error, table, rack)
    if found is None:
        raise _impossible(Position.of(table, rack))
    return found


def _refuse(error: ValueError, table: Collection[Tiles], rack: Tiles, kept: Collection[int] = ()) -> NoReturn:
    """The kernel only says that something is wrong with the tiles, not which."""
    Position.of(table, rack, kept).board()
    raise error


def _impossible(position: Position) -> Refused:
    broken = tuple(tiles for tiles, found in zip(position.table, position.readings, strict=True) if not found)
    loose = [tiles for i, tiles in enumerate(position.table) if i not in position.kept]
    loose.sort(key=lambda tiles: tiles not in broken)
    return Refused("impossible_table", sets=broken, tiles=_rummy.unplaceable(loose, position.rack))
