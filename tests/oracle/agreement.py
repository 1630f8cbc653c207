"""Whether every solver is right: the optimum by the integer programme, and lawful by the judge of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import cast

from kameny.game import Refused
from kameny.rummy.opening import opening_points
from kameny.rummy.sets import reading
from kameny.rummy.solver import Solution, best, keep, opening, whatif
from kameny.rummy.tiles import JOKER, JOKER_COPIES, Face, Sets, Tile, Tiles, face, full_set, is_joker
from oracle.positions import Case, case
from oracle.programme import Best, Question, optimum

NOW_AND_THEN = 20
"""Of so many positions one is asked what takes long to prove."""


@dataclass(frozen=True)
class Solver:
    """An implementation by its functions."""

    solve: Callable[..., Solution]
    least_disturbed: Callable[..., Solution]
    add_only: Callable[..., Solution]
    open_lay: Callable[..., Solution | None]
    can_open: Callable[..., bool]
    what_if_drawn: Callable[..., Mapping[Face, int]]


SOLVERS: dict[str, Solver] = {
    "python": Solver(
        best.solve, keep.least_disturbed, best.add_only, opening.open_lay, opening.can_open, whatif.what_if_drawn
    )
}
if find_spec("kameny.kernel._rummy"):
    from kameny.rummy.solver import native

    SOLVERS["c++"] = Solver(
        native.solve, native.least_disturbed, native.add_only, native.open_lay, native.can_open, native.what_if_drawn
    )
QUICK = [*SOLVERS.values()][-1]


def checked(kind: str, numbers: Sequence[int]) -> list[str]:
    """What is wrong with the answers to these positions of a kind; for a process that HiGHS has to itself."""
    return [fault for number in numbers for fault in faults(case(kind, number))]


def faults(asked: Case) -> list[str]:
    """What each of the solvers has wrong in this position; nothing if all is right."""
    look = _opening_faults if asked.minimum else _faults
    try:
        optimal = optimum(question(asked))
        return [f"{asked}\n  {name}: {f}" for name, solver in SOLVERS.items() for f in look(solver, asked, optimal)]
    except Exception as error:
        error.add_note(str(asked))
        raise


def question(asked: Case) -> Question:
    """What the integer programme is asked."""
    loose = [tiles for i, tiles in enumerate(asked.table) if i not in asked.kept]
    jokers = not asked.minimum
    return Question(
        tuple(face(tile) for tiles in loose for tile in tiles),
        tuple(face(tile) for tile in asked.rack if jokers or not is_joker(tile)),
        asked.weights.tiles,
        asked.weights.joker,
        tuple(shown.stands for i in asked.kept if (shown := reading(asked.table[i]))),
        asked.minimum,
    )


def _faults(solver: Solver, asked: Case, optimal: Best | None) -> Iterator[str]:
    try:
        found = solver.solve(asked.table, asked.rack, asked.weights, kept=asked.kept)
    except Refused as error:
        if optimal:
            yield f"refused {error.detail}, although {optimal}"
        else:
            yield from _culprit_faults(asked, cast("Tiles", error.detail["tiles"]))
        return
    if optimal is None:
        yield f"{found}, although nothing completes it"
        return
    yield from _lawless(asked, found)
    if (score := asked.weights.of(found.tiles)) != optimal.score:
        yield f"scores {score}, although {optimal}: {found}"
    if asked.number % NOW_AND_THEN == NOW_AND_THEN - 1:
        yield from _kept_faults(solver, asked, found)
        if not asked.kept:
            yield from _drawn_faults(solver, asked)


def _culprit_faults(asked: Case, tiles: Tiles) -> Iterator[str]:
    """These tiles of the table cannot all be placed whatever is added, but without any one of them the rest can."""
    box = [face(tile) for lying in (*asked.table, asked.rack) for tile in lying]

    def placed(must: Tiles) -> bool:
        left = Counter(box) - Counter(map(face, must))
        return optimum(Question(tuple(map(face, must)), tuple(left.elements()), (1,) * 14, 1)) is not None

    if placed(tiles):
        yield f"{tiles} can be placed"
    for tile in tiles:
        if not placed(tuple(other for other in tiles if other != tile)):
            yield f"{tiles} cannot be placed without {tile} either"


def _kept_faults(solver: Solver, asked: Case, found: Solution) -> Iterator[str]:
    """With fewer sets disturbed the same tiles are laid; and adding only lays as many as the other solver's."""
    least = solver.least_disturbed(asked.table, found, kept=asked.kept)
    yield from _lawless(asked, least)
    if sorted(least.tiles) != sorted(found.tiles):
        yield f"other tiles laid: {least}"
    if disturbed(asked.table, least) > disturbed(asked.table, found):
        yield f"more sets disturbed: {least}"
    if not asked.kept and all(map(reading, asked.table)):
        added, other = solver.add_only(asked.table, asked.rack), QUICK.add_only(asked.table, asked.rack)
        yield from _lawless(asked, added)
        if disturbed(asked.table, added):
            yield f"did not only add: {added}"
        if len(added.tiles) != len(other.tiles):
            yield f"adds {added.tiles} or {other.tiles}"


def disturbed(table: Sets, found: Solution) -> int:
    """How many sets of the table are not, plus own tiles, a set now."""
    return sum(not _stays(tiles, found) for tiles in table)


def _drawn_faults(solver: Solver, asked: Case) -> Iterator[str]:
    """Every draw is worth what solving with that tile on the rack is."""
    scores = solver.what_if_drawn(asked.table, asked.rack, asked.weights)
    there = {tile for lying in (*asked.table, asked.rack) for tile in lying}
    draws: dict[Face, Tile] = {face(tile): tile for tile in full_set(len(JOKER_COPIES)) if tile not in there}
    if missing := draws.keys() - scores.keys() - {JOKER}:
        yield f"nothing known of a draw of {missing}"
    for drawn, score in scores.items():
        if drawn not in draws:
            continue
        more = QUICK.solve(asked.table, (*asked.rack, draws[drawn]), asked.weights)
        if score != (true := asked.weights.of(more.tiles)):
            yield f"a draw of {drawn} is worth {true}, not {score}"


def _opening_faults(solver: Solver, asked: Case, optimal: Best | None) -> Iterator[str]:
    found = solver.open_lay(asked.rack, asked.minimum)
    if solver.can_open(asked.rack, asked.minimum) != (optimal is not None):
        yield f"can_open is wrong, for {optimal}"
    if found is None or optimal is None:
        if found or optimal:
            yield f"{found}, although {optimal}"
        return
    yield from _lawless(asked, found)
    if (shown := (len(found.tiles), opening_points(found.sets))) != (optimal.tiles, optimal.points):
        yield f"shows {shown}, although {optimal}: {found}"


def _lawless(asked: Case, found: Solution) -> Iterator[str]:
    """Valid sets as they are read, of all tiles of the table and the laid ones of the rack; kept sets together."""
    lying = Counter(tile for tiles in found.sets for tile in tiles)
    if lying != Counter(tile for tiles in asked.table for tile in tiles) + Counter(found.tiles):
        yield f"tiles came or went: {found}"
    if not set(found.tiles) <= set(asked.rack):
        yield f"laid what is not on the rack: {found}"
    if not all((shown := reading(tiles)) and shown.tiles == tiles for tiles in found.sets):
        yield f"no sets, or not as they are read: {found}"
    if any(not _stays(asked.table[i], found) for i in asked.kept):
        yield f"a kept set is disturbed: {found}"


def _stays(tiles: Tiles, found: Solution) -> bool:
    """Whether this set is one still, plus own tiles."""
    return any(set(tiles) <= set(laid) <= {*tiles, *found.tiles} for laid in found.sets)
