"""The first lay: own tiles only, worth enough, without jokers or with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations

from kameny.rummy.sets import reading
from kameny.rummy.solver.assemble import assembled
from kameny.rummy.solver.board import Board, board_of, check
from kameny.rummy.solver.plan import COUNT, Effort, Exhausted, Weights
from kameny.rummy.solver.position import Position, Solution, ordered
from kameny.rummy.solver.search import search
from kameny.rummy.tiles import COPIES, SUITS, Tile, Tiles, face, full_set, is_joker, suit, value

_VALUE = Weights(tuple(range(14)), 0)
_TILES = Weights(tuple(COUNT + v for v in range(14)), 0)
MOST_JOKERS = 2
"""More of them in one opening would be tried for ever, and hardly ever help."""
CEILING = 30_000
"""States, about half a second, after which the best opening with jokers that was found so far has to do."""


def can_open(rack: Iterable[Tile], minimum: int, *, jokers: bool = False) -> bool:
    """Whether own sets can be worth `minimum` points, without a joker or with up to two."""
    plain, held = _parted(rack)
    check(plain)
    if _enough(board_of((), plain), minimum, Effort()):
        return True
    ways = _dressed(plain, held if jokers else ())
    return any(_with_jokers(plain, names, minimum, 1, Effort()) for names in ways)


def open_lay(rack: Iterable[Tile], minimum: int, *, jokers: bool = False) -> Solution | None:
    """The most tiles, then points, then jokers kept, in an opening worth `minimum`; `None` if there is none.

    With `jokers`, up to two of them may be in it, each counting as the tile it stands for.
    """
    plain, held = _parted(rack)
    best = _without_joker(plain, minimum)
    effort = Effort(CEILING)
    with suppress(Exhausted):
        for names in _dressed(plain, held if jokers else ()):
            found = _with_jokers(plain, names, minimum, _score(best) + 1, effort)
            best = found or best
    return best


def _without_joker(plain: Tiles, minimum: int) -> Solution | None:
    position = Position.of((), plain)
    board = position.board()
    if not _enough(board, minimum, Effort()):
        return None
    plan = search(board, _TILES, 0, 1, Effort())
    if plan and plan.score % COUNT < minimum:
        plan = search(board, _TILES, 0, 1, Effort(), floor=minimum)
    return assembled(position, plan, _TILES) if plan else None


def _with_jokers(plain: Tiles, names: Mapping[Tile, Tile], minimum: int, goal: int, effort: Effort) -> Solution | None:
    """The best opening with a score of `goal` at least, if these jokers are the tiles they are named by."""
    position = Position.of((), (*plain, *names))
    board = position.board()
    useful = board.useful(0)
    if not all(useful[SUITS.index(suit(tile))][value(tile)] for tile in names):
        return None
    if not _enough(board, minimum, effort):
        return None
    plan = search(board, _TILES, 0, goal, effort)
    if plan and plan.score % COUNT < minimum:
        plan = search(board, _TILES, 0, goal, effort, floor=minimum)
    if not plan:
        return None
    named = assembled(position, plan, _TILES)
    sets = tuple(tuple(names.get(tile, tile) for tile in tiles) for tiles in named.sets)
    found = Solution(sets, ordered(names.get(tile, tile) for tile in named.tiles))
    # A tile with two jokers is read as a group, even where a run was meant that is worth more.
    score = _score(found)
    return found if score >= goal and score % COUNT >= minimum else None


def _dressed(plain: Tiles, jokers: Sequence[Tile]) -> Iterator[dict[Tile, Tile]]:
    """Every way to let jokers be tiles that the rack has not got, as {tile: joker}; few jokers, high tiles first.

    A third copy of a face is never one of them.
    """
    for number in range(1, min(len(jokers), MOST_JOKERS) + 1):
        free = (tile for tile in sorted(full_set(0), key=value, reverse=True) if tile not in plain)
        for names in combinations(free, number):
            firsts = {f"{face(tile)}{COPIES[0]}" for tile in names}
            if firsts.issubset((*plain, *names)):
                yield dict(zip(names, jokers, strict=False))


def _score(found: Solution | None) -> int:
    """Tiles, then points, as the search counts them; a joker is worth the tile it stands for."""
    readings = map(reading, found.sets) if found else ()
    return sum(COUNT * len(shown.tiles) + shown.points for shown in readings if shown)


def _parted(rack: Iterable[Tile]) -> tuple[Tiles, Tiles]:
    """The plain tiles, and the jokers."""
    tiles = ordered(rack)
    return tuple(t for t in tiles if not is_joker(t)), tuple(t for t in tiles if is_joker(t))


def _enough(board: Board, minimum: int, effort: Effort) -> bool:
    return search(board, _VALUE, 0, minimum, effort) is not None
