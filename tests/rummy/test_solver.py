"""The exact solver, against the corpus, against trying everything, and on what other programs get wrong."""

from __future__ import annotations

import time
from itertools import combinations
from random import Random
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kameny.game import Refused
from kameny.rummy.sets import reading
from kameny.rummy.solver import (
    POINTS,
    TILES,
    Solution,
    Weights,
    add_only,
    best,
    can_open,
    dressed,
    open_lay,
    solve,
)
from kameny.rummy.tiles import SUITS, Sets, Tile, Tiles, full_set, is_joker, value
from refusals import refused
from rummy.boards import boards
from rummy.corpus import Entry, by_trying, disturbed, entries, opening_by_trying, worth
from rummy.positions import sets, tiles
from rummy.trying import as_they_lie, best_by_trying, is_possible, stays

Board = tuple[Sets, Tiles]

EVERY = 8
"""Of the moves every eighth is solved here, and all corner cases; `benchmarks/solver.py` solves them all."""

small = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def weights_of(plain: list[int], joker: int) -> Weights:
    """Weights for the values from 1 on."""
    return Weights((0, *plain), joker)


any_weights = st.one_of(
    st.sampled_from([TILES, POINTS]),
    st.builds(weights_of, st.lists(st.integers(1, 40), min_size=13, max_size=13), st.integers(-60, 60)),
)
"""The constants, and weights without rhyme or reason; a joker's may be negative."""


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
@given(boards())
def test_nothing_lays_more(board: Board) -> None:
    """0 to 4 jokers, on the rack or lying: most tiles, then points, then jokers kept (fault 5)."""
    found = solve(*board)
    best = by_trying(*board)
    assert best
    assert is_whole(*board, found)
    assert worth(found.tiles) == best[:3]


@small
@given(boards(), any_weights)
def test_by_any_weights_nothing_is_worth_more(board: Board, weights: Weights) -> None:
    """Whatever tiles are worth, and whether a joker is worth laying or costs more than it brings."""
    found = solve(*board, weights)
    assert is_whole(*board, found)
    assert weights.of(found.tiles) == best_by_trying(*board, weights)


@small
@given(boards(), any_weights, st.data())
def test_sets_that_are_kept_stay_together(board: Board, weights: Weights, data: st.DataObject) -> None:
    """Own tiles are added to them at most, and the rest is the best that is left.

    With own jokers it may be better still: they are only counted on kept sets where they are left over.
    """
    kept = data.draw(st.sets(st.sampled_from(range(len(board[0]))))) if board[0] else set[int]()
    table, rack = as_they_lie(board[0], kept), board[1]
    found = solve(table, rack, weights, kept=kept)
    assert is_whole(table, rack, found)
    assert all(stays(table[i], found.sets, found.tiles) for i in kept)
    best = best_by_trying(table, rack, weights, kept)
    assert best is not None
    assert weights.of(found.tiles) >= best
    assert weights.of(found.tiles) == best or any(map(is_joker, rack))


def test_a_kept_joker_stays_what_it_stands_for() -> None:
    """Dressed as the 9 of plum it leaves the red one its place; the plum one finds none."""
    table = (dressed(("k9a", "b9a", "*a"), ("k9", "b9", "p9")),)
    assert solve(table, ("r9a", "p9a"), kept=(0,)).sets == (("k9a", "b9a", "p9A", "r9a"),)


def test_own_tiles_go_where_they_are_worth_most_among_kept_and_new_sets() -> None:
    """The 7 could lengthen the kept run, but then the group of sevens would be lost."""
    found = solve(sets("r4 r5 r6 | p1 p2 p3"), tiles("r7 k7 b7 p4"), kept=(0, 1))
    assert found.sets == (tiles("k7 r7 b7"), tiles("r4 r5 r6"), tiles("p1 p2 p3 p4"))


def test_a_joker_that_costs_more_than_it_brings_stays_on_the_rack() -> None:
    """It is laid for two tiles of 20 if it costs 39, and held if it costs 41."""
    rack = tiles("k9 r9 *")
    plain = (20,) * 14
    assert len(solve((), rack, Weights(plain, -39)).tiles) == 3
    assert solve((), rack, Weights(plain, -41)).tiles == ()


def test_a_left_over_joker_of_the_table_is_seated_whatever_it_is_worth() -> None:
    """A negative weight is for own jokers; the table's has to lie somewhere."""
    found = solve(sets("r1 * r3 | r4 r5 r6"), tiles("r2 *b"), Weights(TILES.tiles, -1))
    assert found.tiles == ("r2a",)


@small
@given(boards(), any_weights, st.sampled_from(full_set(0)))
def test_another_tile_never_lowers_the_value(board: Board, weights: Weights, tile: Tile) -> None:
    """What could be laid can still be laid."""
    table, rack = board
    if tile not in {lying for laid in (*table, rack) for lying in laid}:
        assert weights.of(solve(table, (*rack, tile), weights).tiles) >= weights.of(solve(*board, weights).tiles)


@small
@given(boards(), any_weights, st.permutations(SUITS))
def test_suits_are_all_alike(board: Board, weights: Weights, others: list[str]) -> None:
    """Painted in other suits, a position is worth the same."""
    suits = dict(zip(SUITS, others, strict=True))

    def painted(laid: Tiles) -> Tiles:
        return tuple(suits.get(tile[0], tile[0]) + tile[1:] for tile in laid)

    found = solve(tuple(map(painted, board[0])), painted(board[1]), weights)
    assert weights.of(found.tiles) == weights.of(solve(*board, weights).tiles)


@small
@given(boards(), any_weights)
def test_up_and_down_are_alike(board: Board, weights: Weights) -> None:
    """With every value v as 14 - v, and worth what v was worth, a position is worth the same."""

    def turned(laid: Tiles) -> Tiles:
        return tuple(tile if is_joker(tile) else f"{tile[0]}{14 - value(tile)}{tile[-1]}" for tile in laid)

    upside_down = Weights((0, *weights.tiles[:0:-1]), weights.joker)
    found = solve(tuple(map(turned, board[0])), turned(board[1]), upside_down)
    assert upside_down.of(found.tiles) == weights.of(solve(*board, weights).tiles)


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


def test_a_third_copy_is_refused() -> None:
    """The box holds two of each face, and a tile lies in one place only."""
    with refused("tile_twice", tiles=("r7a",)):
        solve((("r7a", "k7a", "b7a"),), ("r7b", "r7a"))
    with refused("unknown_tile", tiles=("r7c",)):
        solve((), ("r7a", "r7b", "r7c"))
    with refused("unknown_tile", tiles=("*e",)):
        solve((), ("*e",))


def test_a_dressed_joker_lies_in_kept_sets_only() -> None:
    """Nobody else may say what a joker stands for."""
    with refused("unknown_tile", tiles=("p9A",)):
        best.solve((("k9a", "b9a", "p9A"),), ())
    with refused("unknown_tile", tiles=("p9A",)):
        solve((), ("p9A",))


def test_the_jokers_of_the_table_come_before_those_of_the_rack() -> None:
    """A set that could take any joker takes the one that has lost its set."""
    found = solve((("k1a", "p1a", "*a"), ("*b",)), ("*c",))
    assert found == Solution((("k1a", "p1a", "*a", "*b"),), ())


def test_the_refusal_names_the_broken_sets_and_tiles_that_find_no_place() -> None:
    """What the person has to look at: the 7 could be part of a run, the 8 of nothing."""
    with pytest.raises(Refused) as caught:
        solve(sets("k1 k2 k3 | r7 b8"), tiles("r8 r9"))
    assert caught.value.detail == {"sets": (("r7a", "b8a"),), "tiles": ("b8a",)}


@small
@given(boards(loose=True))
def test_of_the_tiles_that_find_no_place_none_can_be_spared(board: Board) -> None:
    """They cannot all be placed with any of the other tiles, and without any one of them the rest can."""
    table, rack = board
    if stuck := tiles_without_place(table, rack):
        assert not can_be_placed(table, rack, stuck)
        assert all(can_be_placed(table, rack, tuple(t for t in stuck if t != tile)) for tile in stuck)


def tiles_without_place(table: Sets, rack: Tiles) -> Tiles:
    """What the refusal of a table names; nothing if it can be completed."""
    try:
        solve(table, rack)
    except Refused as error:
        return cast("Tiles", error.detail["tiles"])
    return ()


def can_be_placed(table: Sets, rack: Tiles, stuck: Tiles) -> bool:
    """Whether there are sets with all of these and any of the other tiles."""
    others = [tile for laid in (*table, rack) for tile in laid if tile not in stuck]
    choices = (laid for size in range(len(others) + 1) for laid in combinations(others, size))
    return any(is_possible((stuck,) if stuck else (), laid) for laid in choices)


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
