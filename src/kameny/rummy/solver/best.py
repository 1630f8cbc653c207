"""The best lay there is, by any weights; and the best that moves no tile."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from kameny.game import Refused
from kameny.rummy.solver.assemble import assembled, untouched
from kameny.rummy.solver.board import Board, board_of
from kameny.rummy.solver.ladder import best_plan, plans
from kameny.rummy.solver.minimal import minimal
from kameny.rummy.solver.plan import TILES, Effort, Weights
from kameny.rummy.solver.position import Position, Solution
from kameny.rummy.tiles import Tile, Tiles

_ANY = Weights((0,) * len(TILES.tiles), 0)
"""Only whether it can be done matters."""


def solve(
    table: Iterable[Tiles], rack: Iterable[Tile], weights: Weights = TILES, *, kept: Collection[int] = ()
) -> Solution:
    """The best table that uses every tile of `table` and of `rack` those that together are worth most.

    The sets with the numbers `kept` stay together as they lie; only own tiles are added to them. Nothing depends
    on the order of the sets or of the rack. Raises `Refused("impossible_table")` if no part of the rack completes
    the table, `Refused("tile_twice")` if a tile is there twice.
    """
    return best(Position.of(table, rack, kept), weights)


def best(position: Position, weights: Weights, also: Collection[int] = ()) -> Solution:
    """The best for a position in which these sets are kept also; where nothing is laid, the table as it lies."""
    board = position.board(also)
    goal = 1 if position.valid else board.may_jokers * min(weights.joker, 0)
    found = _best_on(board, position, weights, also, goal, board.may_jokers)
    if found:
        return found
    if position.valid:
        return untouched(position, weights, also)
    raise impossible(position)


def _best_on(
    board: Board, position: Position, weights: Weights, also: Collection[int], goal: int, jokers: int
) -> Solution | None:
    """The best worth `goal` at least.

    Where only kept sets might take a left-over joker, the plan takes it for granted, and its own tiles may have
    filled the places. Then nothing is taken for granted, or some places are left free for that many `jokers`.
    """
    plan = best_plan(board, weights, goal)
    if not plan:
        return None
    found = assembled(position, plan, weights, also)
    if weights.of(found.tiles) < plan.score and board.hosts:
        others = (replace(board, hosts=False), *(board.narrower() if jokers else ()))
        for other in others:
            better = _best_on(other, position, weights, also, weights.of(found.tiles) + 1, jokers - 1)
            found = max(found, better or found, key=lambda lay: weights.of(lay.tiles))
    return found


def add_only(table: Iterable[Tiles], rack: Iterable[Tile]) -> Solution:
    """The most that can be laid on a valid table without moving a tile of it."""
    position = Position.of(table, rack)
    if not position.valid:
        raise impossible(position)
    return best(position, TILES, position.sets)


def impossible(position: Position) -> Refused:
    """The refusal of a table that cannot be completed: its broken sets, and tiles that cannot all be placed.

    Those cannot even if every other tile may be used or left out, and none of them could be spared.
    """
    broken = tuple(tiles for tiles, found in zip(position.table, position.readings, strict=True) if not found)
    loose = [tiles for i, tiles in enumerate(position.table) if i not in position.kept]
    first = sorted(loose, key=lambda tiles: tiles not in broken)
    lying = [tile for tiles in first for tile in tiles]

    def cannot(tiles: Sequence[Tile]) -> bool:
        others = tuple(tile for tile in lying if tile not in tiles)
        board = board_of([tuple(tiles)], (*position.rack, *others))
        return next(plans(board, _ANY, 0, Effort()), None) is None

    return Refused("impossible_table", sets=broken, tiles=tuple(minimal(lying, cannot)))
