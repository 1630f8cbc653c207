"""The best lay there is: most tiles, then most points, then jokers kept, then few sets disturbed."""

from __future__ import annotations

from collections.abc import Iterable

from kameny.game import Refused
from kameny.rummy.solver.assemble import assembled
from kameny.rummy.solver.keep import fewest_disturbed, kept_all
from kameny.rummy.solver.position import Position, Solution
from kameny.rummy.solver.search import Effort, plans
from kameny.rummy.tiles import Tile, Tiles


def solve(table: Iterable[Tiles], rack: Iterable[Tile]) -> Solution:
    """The best table that uses every tile of `table` and as much as possible of `rack`.

    Nothing depends on the order of the sets or of the rack. Raises `Refused("impossible_table")` if no part of
    the rack completes the table, `Refused("tile_twice")` if a tile is there twice.
    """
    position = Position.of(table, rack)
    quiet = kept_all(position) if position.valid else None
    effort = Effort()
    if found := list(plans(position.board(), quiet.score + 1 if quiet else 0, effort)):
        best = assembled(position, found[-1])
        return fewest_disturbed(position, best, effort.spent) if quiet else best
    if quiet is None:
        raise _impossible(position)
    return quiet


def add_only(table: Iterable[Tiles], rack: Iterable[Tile]) -> Solution:
    """The most that can be laid on a valid table without moving a tile of it."""
    position = Position.of(table, rack)
    if not position.valid:
        raise _impossible(position)
    return kept_all(position)


def _impossible(position: Position) -> Refused:
    broken = tuple(tiles for tiles, found in zip(position.table, position.readings, strict=True) if not found)
    return Refused("impossible_table", sets=broken)
