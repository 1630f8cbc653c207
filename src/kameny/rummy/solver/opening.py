"""The first lay: own tiles only, no joker, worth enough."""

from __future__ import annotations

from collections.abc import Iterable

from kameny.rummy.solver.assemble import assembled
from kameny.rummy.solver.board import Board, board_of, check
from kameny.rummy.solver.position import Position, Solution
from kameny.rummy.solver.search import COUNT, Effort, Weights, search
from kameny.rummy.tiles import Tile, Tiles, is_joker

_VALUE = Weights(tuple(range(14)), 0)
_TILES = Weights(tuple(COUNT + v for v in range(14)), 0)


def can_open(rack: Iterable[Tile], minimum: int) -> bool:
    """Whether own sets without a joker can be worth `minimum` points."""
    plain = _plain(rack)
    check(plain)
    return _enough(board_of((), plain), minimum)


def open_lay(rack: Iterable[Tile], minimum: int) -> Solution | None:
    """The most tiles, then points, that can be laid as an opening worth `minimum`; `None` if there is none."""
    position = Position.of((), _plain(rack))
    board = position.board()
    if not _enough(board, minimum):
        return None
    plan = search(board, _TILES, 0, 1, Effort())
    if plan and plan.score % COUNT < minimum:
        plan = search(board, _TILES, 0, 1, Effort(), floor=minimum)
    return assembled(position, plan) if plan else None


def _plain(rack: Iterable[Tile]) -> Tiles:
    return tuple(tile for tile in rack if not is_joker(tile))


def _enough(board: Board, minimum: int) -> bool:
    return search(board, _VALUE, 0, minimum, Effort()) is not None
