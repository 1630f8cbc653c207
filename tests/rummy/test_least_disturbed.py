"""Of all tables with the same tiles laid, the one that disturbs the fewest sets."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kameny.rummy.solver import Solution, least_disturbed, solve
from kameny.rummy.tiles import Sets, Tiles
from rummy.boards import boards
from rummy.corpus import disturbed, entries
from rummy.positions import sets, tiles
from rummy.test_solver import is_whole
from rummy.trying import as_they_lie, fewest_by_trying, stays

Board = tuple[Sets, Tiles]

small = settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])

TABLES = [entry.physical() for entry in entries() if entry.kind == "move" and int(entry.id[1:]) % 24 == 0]
"""Tables and racks as they occur in games, and tougher ones."""


def moved(table: Sets, found: Solution) -> int:
    """How many sets of the table it disturbs."""
    return disturbed(table, found.sets, found.tiles)


@small
@given(boards(jokers=0))
def test_without_jokers_no_table_disturbs_fewer(board: Board) -> None:
    """The same tiles laid, and nothing that can be tried leaves more sets alone."""
    found = solve(*board)
    calm = least_disturbed(board[0], found)
    assert is_whole(*board, calm)
    assert calm.tiles == found.tiles
    assert moved(board[0], calm) == fewest_by_trying(board[0], found.tiles)


@small
@given(boards())
def test_with_jokers_it_never_disturbs_more(board: Board) -> None:
    """The same tiles laid, whole sets, and no more of them disturbed than before."""
    found = solve(*board)
    calm = least_disturbed(board[0], found)
    assert is_whole(*board, calm)
    assert calm.tiles == found.tiles
    assert fewest_by_trying(board[0], found.tiles) <= moved(board[0], calm) <= moved(board[0], found)


@small
@given(boards(jokers=1), st.data())
def test_what_is_kept_stays_kept(board: Board, data: st.DataObject) -> None:
    """Kept sets are not given up for others."""
    kept = data.draw(st.sets(st.sampled_from(range(len(board[0]))))) if board[0] else set[int]()
    table = as_they_lie(board[0], kept)
    found = solve(table, board[1], kept=kept)
    calm = least_disturbed(table, found, kept=kept)
    assert is_whole(table, board[1], calm)
    assert calm.tiles == found.tiles
    assert all(stays(table[i], calm.sets, calm.tiles) for i in kept)
    assert moved(table, calm) <= moved(table, found)


@pytest.mark.parametrize(("table", "rack"), TABLES)
def test_no_single_set_more_could_stay(table: Sets, rack: Tiles) -> None:
    """It is maximal at least: keeping any disturbed set as well costs a tile or another set."""
    found = least_disturbed(table, solve(table, rack))
    for i, tiles_of_set in enumerate(table):
        if not stays(tiles_of_set, found.sets, found.tiles):
            staying = {j for j, other in enumerate(table) if stays(other, found.sets, found.tiles)}
            other = solve(table, found.tiles, kept={*staying, i})
            assert len(other.tiles) < len(found.tiles)


def test_among_equals_the_table_stays_as_it_lies() -> None:
    """The 4 goes to the run that lies there; no table set is taken apart for it."""
    table = sets("r1 r2 r3 | r5 r6 r7 | k4 b4 p4")
    assert moved(table, least_disturbed(table, solve(table, ("r4a",)))) == 0


def test_nothing_laid_nothing_moved() -> None:
    """The table is as it was, set by set."""
    table = sets("k1 k2 k3 | r1 r2 r3 | b1 b2 b3")
    found = least_disturbed(table, Solution((tiles("k1 r1 b1"), tiles("k2 r2 b2"), tiles("k3 r3 b3")), ()))
    assert set(found.sets) == set(table)


def test_it_takes_less_than_a_second() -> None:
    """Whatever lies there."""
    for table, rack in TABLES:
        found = solve(table, rack)
        start = time.process_time()
        least_disturbed(table, found)
        assert time.process_time() - start < 1
