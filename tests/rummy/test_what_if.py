"""What every drawn tile would be worth: the same as solving each position by itself, and much cheaper."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from kameny.game import Refused
from kameny.rummy.solver import POINTS, TILES, Weights, add_only, solve, what_if_drawn
from kameny.rummy.tiles import COPIES, JOKER, JOKER_COPIES, SUITS, VALUES, Face, Sets, Tiles, face, full_set
from refusals import refused
from rummy.boards import boards
from rummy.corpus import entries
from rummy.positions import sets, tiles
from rummy.test_solver import any_weights

Board = tuple[Sets, Tiles]

small = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
FACES = (*(f"{s}{v}" for s in SUITS for v in VALUES), JOKER)


def one_by_one(table: Sets, rack: Tiles, weights: Weights) -> dict[Face, int]:
    """The same question answered by one solve for every face of which a tile is left."""
    held = [tile for laid in (*table, rack) for tile in laid]
    seen = Counter(map(face, held))
    found: dict[Face, int] = {}
    for shown in FACES:
        copies = JOKER_COPIES if shown == JOKER else COPIES
        if seen[shown] < len(copies):
            drawn = next(f"{shown}{copy}" for copy in copies if f"{shown}{copy}" not in held)
            found[shown] = weights.of(solve(table, (*rack, drawn), weights).tiles)
    return found


def shuffled_position(random: Random, jokers: int, lying: int, held: int) -> Board:
    """Some of the box in sets, and a rack."""
    box = random.sample(full_set(jokers), lying + held)
    return add_only((), box[:lying]).sets, tuple(box[lying:])


@small
@given(boards(), any_weights)
def test_it_is_what_solving_each_says(board: Board, weights: Weights) -> None:
    """Small boards, 0 to 4 jokers, weights of all kinds."""
    assert what_if_drawn(*board, weights) == one_by_one(*board, weights)


@pytest.mark.parametrize("seed", range(40))
def test_it_is_what_solving_each_says_of_whole_tables(seed: int) -> None:
    """Tables and racks as they come, 0 to 4 jokers; a joker may be worth holding."""
    random = Random(seed)
    board = shuffled_position(random, seed % 5, random.choice((0, 30, 50)), random.choice((4, 8, 14)))
    weights = random.choice((TILES, POINTS, TILES._replace(joker=-3 * TILES.tiles[5])))
    assert what_if_drawn(*board, weights) == one_by_one(*board, weights)


@small
@given(boards(loose=True), any_weights)
def test_broken_tables_that_the_rack_mends_have_an_outlook_too(board: Board, weights: Weights) -> None:
    """With own jokers that it costs, too; the others are refused."""
    try:
        found = what_if_drawn(*board, weights)
    except Refused:
        with refused("impossible_table"):
            solve(*board, weights)
    else:
        assert found == one_by_one(*board, weights)


def test_what_is_all_visible_is_left_out() -> None:
    """Both red sevens lie or are held; of jokers there are four."""
    found = what_if_drawn(sets("k7 r7 b7"), tiles("r7b * *b *c *d"))
    assert "r7" not in found
    assert JOKER not in found
    assert len(found) == 51


def test_an_outlook_by_hand() -> None:
    """A pair of nines and a run's beginning: what completes them is worth three tiles, all else nothing."""
    found = what_if_drawn((), tiles("k9 r9 p4 p5"), Weights((1,) * 14, 1))
    assert {shown for shown, worth in found.items() if worth} == {"b9", "p9", "p3", "p6", JOKER}
    assert {found[shown] for shown in ("b9", "p9", "p3", "p6", JOKER)} == {3}


def test_an_impossible_table_is_refused() -> None:
    """There is nothing to be better than."""
    with refused("impossible_table"):
        what_if_drawn(sets("r7 b8"), ())


def test_it_is_much_cheaper_than_solving_each() -> None:
    """By at least a factor of two on positions of real games, in all; it is about five."""
    boards = [e.physical() for e in entries() if e.source == "selfplay" and int(e.id[1:]) % 20 == 0][:12]
    start = time.process_time()
    for board in boards:
        what_if_drawn(*board)
    middle = time.process_time()
    for board in boards:
        one_by_one(*board, TILES)
    assert 2 * (middle - start) < time.process_time() - middle
