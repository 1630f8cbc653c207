"""The best lay there is: most tiles, then most points, then jokers kept, then few sets disturbed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from kameny.game import Refused
from kameny.rummy.solver.assemble import assembled
from kameny.rummy.solver.keep import fewest_disturbed, kept_all
from kameny.rummy.solver.position import Position, Solution
from kameny.rummy.solver.search import Effort, Exhausted, Plan, plans
from kameny.rummy.tiles import Tile, Tiles

CEILING = 60_000
"""States, about a second, after which the best lay found so far has to do. Hill climbing for the worst position
has come to 15,000 with two jokers and to 27,000 with four."""


def solve(table: Iterable[Tiles], rack: Iterable[Tile]) -> Solution:
    """The best table that uses every tile of `table` and as much as possible of `rack`.

    Nothing depends on the order of the sets or of the rack. Raises `Refused("impossible_table")` if no part of
    the rack completes the table, `Refused("tile_twice")` if a tile is there twice.
    """
    position = Position.of(table, rack)
    if not position.valid:
        return _mended(position)
    quiet = kept_all(position)
    effort = Effort(CEILING)
    best: Plan | None = None
    with suppress(Exhausted):
        for plan in plans(position.board(), quiet.score + 1, effort):
            best = plan
    return fewest_disturbed(position, assembled(position, best), effort.spent) if best else quiet


def _mended(position: Position) -> Solution:
    """The best that completes a table on which something lies that is no set, whatever it disturbs."""
    found = list(plans(position.board(), 0, Effort()))
    if not found:
        raise _impossible(position)
    return assembled(position, found[-1])


def add_only(table: Iterable[Tiles], rack: Iterable[Tile]) -> Solution:
    """The most that can be laid on a valid table without moving a tile of it."""
    position = Position.of(table, rack)
    if not position.valid:
        raise _impossible(position)
    return kept_all(position)


def _impossible(position: Position) -> Refused:
    broken = tuple(tiles for tiles, found in zip(position.table, position.readings, strict=True) if not found)
    return Refused("impossible_table", sets=broken)
