"""The compiled solver: the same answers as the one in Python, from any thread, and never missed where it is not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from kameny.game import Refused
from kameny.rummy.sets import reading
from kameny.rummy.solver import POINTS, TILES, Solution, Weights, best, keep, opening, whatif
from kameny.rummy.solver.position import Position
from kameny.rummy.tiles import Sets, Tiles, full_set, is_joker
from rummy.corpus import entries, worth
from rummy.positions import sets, tiles

pytest.importorskip("kameny.kernel._rummy")

from kameny.rummy.solver import native

Board = tuple[Sets, Tiles]
HOLDING = Weights(TILES.tiles, -9000)
"""A joker is laid only where it brings two tiles or more."""
ANY = Weights((0, 3, 0, 8, 1, 1, 5, 2, 0, 7, 4, 4, 6, 9), -4)


def boards(seed: int, number: int, *, broken: bool = False) -> list[Board]:
    """Positions of all kinds: 0 to 4 jokers, few values or all, empty tables and full ones."""
    random = Random(seed)
    found: list[Board] = []
    for i in range(number):
        low, high = random.choice([(1, 13), (4, 8), (9, 13), (1, 4)])
        box = [t for t in full_set(i % 5) if is_joker(t) or low <= int(t[1:-1]) <= high]
        random.shuffle(box)
        table = list(native.add_only((), box[: random.choice([0, 15, 30, 50])]).sets)
        rest = [tile for tile in box if not any(tile in laid for laid in table)]
        if broken and table:
            laid = table.pop()
            table += [laid[:1], laid[1:]] if i % 2 else [laid[:2]]
        found.append((tuple(table), tuple(rest[: random.choice([3, 7, 14])])))
    return found


def is_whole(table: Sets, rack: Tiles, found: Solution) -> bool:
    """Valid sets in reading order, made of exactly the table's tiles and the laid ones, which are the rack's."""
    lying = sorted(tile for laid in found.sets for tile in laid)
    before = sorted(tile for laid in table for tile in laid)
    return (
        lying == sorted([*before, *found.tiles])
        and set(found.tiles) <= set(rack)
        and all((shown := reading(laid)) and shown.tiles == laid for laid in found.sets)
    )


def together(old: Tiles, found: Solution) -> bool:
    """Whether a set of the table is together, with own tiles at most."""
    return any(set(old) <= set(new) and set(new) - set(old) <= set(found.tiles) for new in found.sets)


def test_the_whole_corpus_is_right() -> None:
    """Every optimum, every opening and every refusal there, each confirmed by integer programming."""
    wrong: list[str] = []
    for entry in entries():
        table, rack = entry.physical()
        found: Solution | None = None
        try:
            found = native.open_lay(rack, entry.min_points) if entry.min_points else native.solve(table, rack)
        except Refused as error:
            wrong += [entry.id] * (error.code != "impossible_table" or entry.kind != "invalid")
            continue
        best_there = (entry.best_tiles, entry.best_value_given_tiles) if entry.feasible else None
        right = entry.kind != "invalid" and (worth(found.tiles)[:2] if found else None) == best_there
        wrong += [entry.id] * (not right or bool(found and not is_whole(table, rack, found)))
    assert not wrong


@pytest.mark.parametrize("weights", [TILES, POINTS, HOLDING, ANY], ids=["tiles", "points", "holding", "any"])
def test_both_lay_what_is_worth_as_much(weights: Weights) -> None:
    """Whatever the weights: the same score, and a table that the rules allow."""
    for table, rack in boards(1, 60):
        found = native.solve(table, rack, weights)
        assert is_whole(table, rack, found)
        assert weights.of(found.tiles) == weights.of(best.solve(table, rack, weights).tiles)


def test_both_keep_the_same_sets_together() -> None:
    """Kept sets get own tiles at most, and as much is laid."""
    for table, rack in boards(2, 60):
        kept = range(0, len(table), 2)
        found = native.solve(table, rack, kept=kept)
        assert is_whole(table, rack, found)
        assert all(together(table[i], found) for i in kept)
        assert TILES.of(found.tiles) == TILES.of(best.solve(table, rack, kept=kept).tiles)


def test_both_complete_or_refuse_a_broken_table() -> None:
    """With the same broken sets, and the same tiles that find no place."""
    refusals = 0
    for table, rack in boards(3, 60, broken=True):
        found, expected = (_answer(solve, table, rack) for solve in (native.solve, best.solve))
        if isinstance(expected, Refused):
            refusals += 1
            assert isinstance(found, Refused)
            assert (found.code, found.detail) == (expected.code, expected.detail)
        else:
            assert isinstance(found, Solution)
            assert is_whole(table, rack, found)
            assert TILES.of(found.tiles) == TILES.of(expected.tiles)
    assert 0 < refusals < 60


def _answer(solve: Callable[[Sets, Tiles], Solution], table: Sets, rack: Tiles) -> Solution | Refused:
    try:
        return solve(table, rack)
    except Refused as refused:
        return refused


@pytest.mark.parametrize("jokers", [False, True])
def test_both_find_the_same_openings(jokers: bool) -> None:  # noqa: FBT001 - pytest names it
    """As many tiles, points as they stand and jokers, or none at all."""
    for i, (_, rack) in enumerate(boards(4, 30 if jokers else 90)):
        minimum = (10, 30, 45)[i % 3]
        found = native.open_lay(rack, minimum, jokers=jokers)
        expected = opening.open_lay(rack, minimum, jokers=jokers)
        assert native.can_open(rack, minimum, jokers=jokers) == (found is not None)
        assert _opening(found) == _opening(expected)
        assert found is None or is_whole((), rack, found)


def _opening(found: Solution | None) -> tuple[int, int, int] | None:
    shown = [reading(laid) for laid in found.sets] if found else []
    points = sum(each.points for each in shown if each)
    return (len(found.tiles), points, sum(map(is_joker, found.tiles))) if found else None


@pytest.mark.parametrize("weights", [TILES, HOLDING, ANY], ids=["tiles", "holding", "any"])
def test_both_know_what_a_drawn_tile_would_be_worth(weights: Weights) -> None:
    """For every face of which a tile is left."""
    for table, rack in boards(5, 20):
        assert dict(native.what_if_drawn(table, rack, weights)) == whatif.what_if_drawn(table, rack, weights)


def test_a_drawn_tile_is_worth_what_solving_with_it_gives() -> None:
    """The walks from below and above meet in the optimum: asked face by face it is the same."""
    for table, rack in boards(6, 30):
        seen = {*rack, *(tile for laid in table for tile in laid)}
        for face, score in native.what_if_drawn(table, rack).items():
            drawn = next(f"{face}{copy}" for copy in "abcd" if f"{face}{copy}" not in seen)
            assert score == TILES.of(native.solve(table, (*rack, drawn)).tiles)


def test_both_disturb_as_few_sets() -> None:
    """Where Python's effort suffices, which these positions are small enough for."""
    for table, rack in boards(7, 60):
        found = native.solve(table, rack)
        position = Position.of(table, rack)
        fewest, expected = native.least_disturbed(table, found), keep.least_disturbed(table, found)
        assert is_whole(table, rack, fewest)
        assert fewest.tiles == found.tiles
        assert len(position.disturbed(fewest)) == len(position.disturbed(expected))


def test_both_add_as_much_without_moving_a_tile() -> None:
    """Every set stays, and the score is the same."""
    for table, rack in boards(8, 60):
        found = native.add_only(table, rack)
        assert all(together(laid, found) for laid in table)
        assert TILES.of(found.tiles) == TILES.of(best.add_only(table, rack).tiles)


def test_jokers_that_stay_what_they_stand_for_are_read_as_that() -> None:
    """`b9A` is a joker as the 9 of blue: in a kept set the 9 of blue itself finds no seat beside it, plum does."""
    table = (("k9a", "r9a", "b9A"),)
    found = native.solve(table, tiles("b9 p9"), kept=(0,))
    assert found == best.solve(table, tiles("b9 p9"), kept=(0,))
    assert found.tiles == ("p9a",)


def test_the_refusals_are_the_same() -> None:
    """What no box holds, by name."""
    for rack in (("r7a", "r7a"), ("r7c",), ("x7a",), ("r14a",), ("*e",), ("r07a",)):
        for solve in (native.solve, best.solve):
            with pytest.raises(Refused) as caught:
                solve(sets("k1 k2 k3"), rack)
            assert caught.value.code == ("tile_twice" if len(rack) > 1 else "unknown_tile")
            assert caught.value.detail == {"tiles": rack[:1]}


def test_eight_threads_get_the_same_answers_as_one() -> None:
    """The kernel releases the interpreter's lock and shares nothing that changes."""
    asked = boards(9, 150)

    def answers(_thread: int) -> list[tuple[Solution, dict[str, int]]]:
        return [(native.solve(*board), dict(native.what_if_drawn(*board))) for board in asked]

    with ThreadPoolExecutor(8) as pool:
        first, *others = pool.map(answers, range(8))
    assert all(other == first for other in others)
    assert first == answers(0)


def test_python_does_the_work_where_it_is_asked_to() -> None:
    """`KAMENY_KERNEL=python` leaves the kernel alone, as if there were none."""
    script = (
        "import sys; from kameny.rummy.solver import IMPLEMENTATION, solve;"
        "found = solve((), ('r7a', 'r8a', 'r9a'));"
        "print(IMPLEMENTATION, *found.tiles, 'kameny.kernel._rummy' in sys.modules)"
    )
    forced = {**os.environ, "KAMENY_KERNEL": "python"}
    done = subprocess.run([sys.executable, "-c", script], env=forced, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["python", "r7a", "r8a", "r9a", "False"]
