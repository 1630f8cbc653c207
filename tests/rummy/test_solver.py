"""The exact solver, against the corpus, against trying everything, and on what other programs get wrong."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kameny.game import Refused
from kameny.rummy.sets import reading
from kameny.rummy.solver import Solution, add_only, can_open, open_lay, solve
from kameny.rummy.tiles import Sets, Tiles, full_set, is_joker
from refusals import refused
from rummy.boards import boards
from rummy.corpus import Entry, by_trying, disturbed, entries, opening_by_trying, worth
from rummy.positions import sets, tiles

Board = tuple[Sets, Tiles]

EVERY = 8
"""Of the moves every eighth is solved here, and all corner cases; `benchmarks/solver.py` solves them all."""

small = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def is_whole(table: Sets, rack: Tiles, found: Solution) -> bool:
    """Valid sets in reading order, made of exactly the table's tiles and the laid ones, which are the rack's."""
    lying = sorted(tile for laid in found.sets for tile in laid)
    before = sorted(tile for laid in table for tile in laid)
    return (
        lying == sorted([*before, *found.tiles])
        and set(found.tiles) <= set(rack)
        and all((shown := reading(laid)) and shown.tiles == laid for laid in found.sets)
    )


def chosen(kind: str) -> list[Entry]:
    """What is tried here: all of it, but of the moves that are no corner cases only some."""
    return [
        entry
        for entry in entries()
        if entry.kind == kind and (kind != "move" or entry.source == "corner" or int(entry.id[1:]) % EVERY == 0)
    ]


def test_the_moves_of_the_corpus_are_solved_to_the_optimum() -> None:
    """Every optimum there was confirmed by integer programming: as many tiles, then as many points."""
    wrong: list[str] = []
    for entry in chosen("move"):
        table, rack = entry.physical()
        found = solve(table, rack)
        best = (entry.best_tiles, entry.best_value_given_tiles)
        if worth(found.tiles)[:2] != best or not is_whole(table, rack, found):
            wrong.append(entry.id)
    assert not wrong


def test_the_openings_of_the_corpus_are_found() -> None:
    """Exactly where one exists; the most tiles, then points."""
    wrong: list[str] = []
    for entry in chosen("opening"):
        _, rack = entry.physical()
        found = open_lay(rack, entry.min_points)
        best = (entry.best_tiles, entry.best_value_given_tiles) if entry.feasible else None
        if (worth(found.tiles)[:2] if found else None) != best or (found and not is_whole((), rack, found)):
            wrong.append(entry.id)
    assert not wrong


def test_no_opening_of_the_corpus_is_worse_than_the_shortest() -> None:
    """The most tiles are at least the fewest that open."""
    found = {e.id: open_lay(e.physical()[1], e.min_points) for e in chosen("opening") if e.min_tiles}
    assert found
    least = {e.id: e.min_tiles for e in chosen("opening")}
    assert all(lay and len(lay.tiles) >= least[name] for name, lay in found.items())


@pytest.mark.parametrize("entry", chosen("invalid"), ids=lambda entry: entry.id)
def test_a_table_that_nothing_completes_is_refused(entry: Entry) -> None:
    """No part of the rack makes sets of it."""
    with refused("impossible_table"):
        solve(*entry.physical())


@small
@given(boards(jokers=0))
def test_without_jokers_it_is_the_best_in_every_sense(board: Board) -> None:
    """Most tiles, then points, then few sets disturbed: nothing that can be tried is better."""
    found = solve(*board)
    assert is_whole(*board, found)
    assert (*worth(found.tiles), -disturbed(board[0], found.sets, found.tiles)) == by_trying(*board)


@small
@given(boards())
def test_with_jokers_nothing_lays_more(board: Board) -> None:
    """0 to 4 jokers, on the rack or lying: most tiles, then points, then jokers kept (fault 5)."""
    found = solve(*board)
    best = by_trying(*board)
    assert best
    assert is_whole(*board, found)
    assert worth(found.tiles) == best[:3]


@small
@given(boards(loose=True))
def test_broken_tables_are_completed_or_refused(board: Board) -> None:
    """A table that is no table is solved if the rack can mend it, and refused otherwise."""
    best = by_trying(*board)
    if best:
        found = solve(*board)
        assert is_whole(*board, found)
        assert worth(found.tiles) == best[:3]
    else:
        with refused("impossible_table"):
            solve(*board)


@small
@given(boards(), st.integers(6, 45))
def test_openings_are_the_best_in_every_sense(board: Board, minimum: int) -> None:
    """Own tiles, no joker, worth enough: most tiles, then points; and `can_open` says when."""
    rack = tuple(tile for laid in (*board[0], board[1]) for tile in laid)
    found = open_lay(rack, minimum)
    assert (worth(found.tiles)[:2] if found else None) == opening_by_trying(rack, minimum)
    assert can_open(rack, minimum) == (found is not None)
    assert found is None or (is_whole((), rack, found) and not any(map(is_joker, found.tiles)))


@small
@given(boards(), st.randoms(use_true_random=False))
def test_the_order_of_sets_and_rack_does_not_matter(board: Board, random: Random) -> None:
    """The same position gives the same table, whoever wrote it down."""
    table, rack = list(board[0]), list(board[1])
    random.shuffle(table)
    random.shuffle(rack)
    assert solve(table, rack) == solve(*board)


@small
@given(boards())
def test_adding_only_leaves_every_set_as_it_lies(board: Board) -> None:
    """Each set of the table is there, tile by tile, with own tiles at its ends at most; nothing more would fit."""
    table, rack = board
    found = add_only(table, rack)
    assert is_whole(table, rack, found)
    assert disturbed(table, found.sets, found.tiles) == 0
    assert all(any(_inside(laid, new) for new in found.sets) for laid in table)
    left = [tile for tile in rack if tile not in found.tiles]
    assert not any(_fits(new, tile) for tile in left for new in found.sets)


def _inside(laid: Tiles, new: Tiles) -> bool:
    return any(new[i : i + len(laid)] == laid for i in range(len(new)))


def _fits(new: Tiles, tile: str) -> bool:
    shown = reading((*new, tile))
    return shown is not None and _inside(new, shown.tiles)


def test_the_rest_of_a_long_run_makes_a_group() -> None:
    """Fault 2: from 3 to 7 of one suit and two more sixes only the seven remains, not 6 and 7 or both sixes."""
    found = solve((), tiles("r3 r4 r5 r6 r7 b6 k6"))
    assert found.sets == (tiles("k6 r6 b6"), tiles("r3 r4 r5"))


def test_an_opening_sums_several_sets() -> None:
    """Fault 11: no single set is worth 30 here."""
    found = open_lay(tiles("k5 r5 b5 p4 p5 p6 r13"), 30)
    assert found
    assert set(found.sets) == set(sets("k5 r5 b5 | p4 p5 p6"))


def test_an_opening_with_fewer_tiles_is_found_if_the_longest_is_worth_too_little() -> None:
    """Ten tiles are worth 35 here, nine of them 36."""
    rack = tiles("b5 k2 k3 k4 p2 p2b p3 p4 p5 r3 r4 r5")
    longest, worthiest = open_lay(rack, 35), open_lay(rack, 36)
    assert longest
    assert worthiest
    assert [worth(longest.tiles)[:2], worth(worthiest.tiles)[:2]] == [(10, 35), (9, 36)]
    assert open_lay(rack, 37) is None


@pytest.mark.parametrize(
    ("table", "rack", "laid"),
    [
        ("k7 r7 b7 p7", "*", ""),
        ("k7 r7 b7 p7", "* *b", "*a *b"),
        ("k7 r7 b7", "* *b", "*a"),
        ("k7 r7 b7 p7 | r1 r2 r3", "*", "*a"),
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "*", "*a"),
    ],
)
def test_a_joker_is_laid_where_it_finds_a_seat(table: str, rack: str, laid: str) -> None:
    """A full group refuses one and takes two, a group of three refuses two; any run takes any number."""
    found = solve(sets(table), tiles(rack))
    assert len(found.tiles) == len(laid.split())
    assert all(map(reading, found.sets))


def test_only_jokers_are_no_set() -> None:
    """Fault 5: three or four jokers are nothing to lay and nothing to fall over."""
    assert solve((), ("*a", "*b", "*c", "*d")) == Solution((), ())


def test_among_equals_the_table_stays_as_it_lies() -> None:
    """The 4 goes to the run that lies there; no table set is taken apart for it."""
    table = sets("r1 r2 r3 | r5 r6 r7 | k4 b4 p4")
    found = solve(table, ("r4a",))
    assert disturbed(table, found.sets, found.tiles) == 0


def test_a_third_copy_is_refused() -> None:
    """The box holds two of each face, and a tile lies in one place only."""
    with refused("tile_twice", tiles=("r7a",)):
        solve((("r7a", "k7a", "b7a"),), ("r7b", "r7a"))
    with refused("unknown_tile", tiles=("r7c",)):
        solve((), ("r7a", "r7b", "r7c"))


def test_the_jokers_of_the_table_come_before_those_of_the_rack() -> None:
    """A set that could take any joker takes the one that has lost its set."""
    found = solve((("k1a", "p1a", "*a"), ("*b",)), ("*c",))
    assert found == Solution((("k1a", "p1a", "*a", "*b"),), ())


def test_the_refusal_names_the_broken_sets() -> None:
    """What the person has to look at."""
    with pytest.raises(Refused) as caught:
        solve(sets("k1 k2 k3 | r7 b8"), ())
    assert caught.value.detail == {"sets": (("r7a", "b8a"),)}


def test_random_tables_of_the_whole_box_are_solved_in_a_second() -> None:
    """Fault 72: with 0 to 4 jokers, whatever lies and whatever is held."""
    random = Random(5)
    for i in range(20):
        box = list(full_set(i % 5))
        random.shuffle(box)
        table = add_only((), box[:75]).sets
        start = time.process_time()
        found = solve(table, box[75:])
        assert time.process_time() - start < 1
        assert is_whole(table, tuple(box[75:]), found)
