"""The solvers against an integer programme that knows nothing of their method; `make soak` does it at length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations

import pytest

from kameny.rummy.solver import Solution
from kameny.rummy.tiles import JOKER, Face
from oracle.agreement import SOLVERS, Solver, checked
from oracle.columns import LONGEST, Faces, columns
from oracle.positions import KINDS, worst_found
from oracle.programme import alone
from rummy.positions import sets, tiles

EACH = {"dense": 6, "runs": 12, "corner": 150, "worst": len(worst_found())}
"""So many positions of a kind, and of the others 20."""


@pytest.fixture(scope="module")
def oracle() -> Iterator[ProcessPoolExecutor]:
    """A process that HiGHS has to itself."""
    with alone() as pool:
        yield pool


@pytest.mark.parametrize("kind", KINDS)
def test_solvers_and_integer_programme_agree(kind: str, oracle: ProcessPoolExecutor) -> None:
    """The same optimum, reached by lawful tables, or the same refusal."""
    wrong = oracle.submit(checked, kind, range(EACH.get(kind, 20))).result()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
def test_a_set_that_lies_out_of_order_is_put_in_order(solver: Solver) -> None:
    """Also where nothing can be laid: what a solver gives back is read as it lies (the soak's `broken 195`)."""
    found = solver.solve(sets("b3 b5 b4 | b12 p12 r12"), tiles("r2"))
    assert found == Solution(sets("b12 p12 r12 | b3 b4 b5"), ())


def test_a_long_run_falls_into_short_sets_of_the_same_tiles() -> None:
    """So that the integer programme needs runs of five at most: with up to four jokers, wherever they stand."""
    for size in range(LONGEST + 1, 14):
        for places in (places for jokers in range(5) for places in combinations(range(size), jokers)):
            for low in (1, 14 - size):
                run = tuple(JOKER if i in places else f"r{low + i}" for i in range(size))
                assert can_be_cut(run) or can_be_sorted(Counter(run)), run


def can_be_cut(run: Faces) -> bool:
    """Into runs of three to five as it lies, each with a real tile."""
    if set(run) == {JOKER}:
        return False
    pieces = ((run[:at], run[at:]) for at in range(3, LONGEST + 1))
    return 3 <= len(run) <= LONGEST or any(set(one) != {JOKER} and can_be_cut(rest) for one, rest in pieces if rest)


def can_be_sorted(faces: Counter[Face]) -> bool:
    """Into short sets, whatever the jokers stand for then."""
    first = min(faces.elements(), default=None)
    holding = (Counter(column.faces) for column in columns(faces) if first in column.faces)
    return first is None or any(taken <= faces and can_be_sorted(faces - taken) for taken in holding)
