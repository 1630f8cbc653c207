"""Groups and runs, jokers in them, and what an unfinished set lacks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kameny.rummy.rules import decide
from kameny.rummy.sets import lacks, reading
from kameny.rummy.tiles import COPIES, JOKER_COPIES, SUITS, VALUES, Tiles, face, full_set, is_joker, suit, value
from refusals import refused
from rummy.positions import NoChance, lay, position, tiles

JOKERS = tuple(f"*{copy}" for copy in JOKER_COPIES)
copies = st.sampled_from(COPIES)


@st.composite
def groups(draw: st.DrawFn) -> Tiles:
    """A group in any order, with jokers in it."""
    number = draw(st.sampled_from(VALUES))
    suits = draw(st.lists(st.sampled_from(SUITS), min_size=3, max_size=4, unique=True))
    return draw(with_jokers([f"{s}{number}{draw(copies)}" for s in suits]))


@st.composite
def runs(draw: st.DrawFn) -> Tiles:
    """A run in any order, with jokers in it."""
    low = draw(st.integers(1, 11))
    high = draw(st.integers(low + 2, 13))
    colour = draw(st.sampled_from(SUITS))
    return draw(with_jokers([f"{colour}{v}{draw(copies)}" for v in range(low, high + 1)]))


@st.composite
def with_jokers(draw: st.DrawFn, laid: Sequence[str]) -> Tiles:
    """These tiles, some of them but not all covered by jokers, in any order."""
    covered = draw(st.sets(st.sampled_from(range(len(laid))), max_size=min(len(laid) - 1, len(JOKERS))))
    jokers = iter(JOKERS)
    return tuple(draw(st.permutations([next(jokers) if i in covered else tile for i, tile in enumerate(laid)])))


@st.composite
def handfuls(draw: st.DrawFn) -> Tiles:
    """A few tiles that often nearly fit together."""
    colours = draw(st.sampled_from((SUITS, "r", "rb")))
    low = draw(st.integers(1, 11))
    near = [f"{s}{v}{c}" for s in colours for v in range(low, min(low + 5, 13) + 1) for c in COPIES]
    return tuple(draw(st.lists(st.sampled_from((*near, *JOKERS)), min_size=1, max_size=6, unique=True)))


def is_set(laid: Tiles) -> bool:
    """The rule in other words: some choice of faces for the jokers is one value in all suits, or one suit in a row."""
    plain = [tile for tile in laid if not is_joker(tile)]
    if len(laid) < 3 or not plain:
        return False
    values, suits = sorted(map(value, plain)), list(map(suit, plain))
    as_group = len(laid) <= 4 and len(set(values)) == 1 and len(set(suits)) == len(suits)
    spots = [range(low, low + len(laid)) for low in range(1, 15 - len(laid))]
    as_run = (
        len(set(suits)) == 1 and len(set(values)) == len(values) and any(set(values).issubset(spot) for spot in spots)
    )
    return as_group or as_run


# ---- what a set is ----


@given(groups())
def test_a_group_is_three_or_four_tiles_of_one_value_in_different_suits(group: Tiles) -> None:
    """It is read as one in every order, is worth its value times its tiles, and keeps the order it was laid in."""
    found = reading(group)
    assert found
    number = next(value(tile) for tile in group if not is_joker(tile))
    assert (found.kind, found.tiles, found.points) == ("group", group, number * len(group))
    assert len(set(found.stands)) == len(group)


@given(runs())
def test_a_run_is_three_or_more_consecutive_values_of_one_suit(run: Tiles) -> None:
    """It is read as a set in every order and none of its tiles gets lost."""
    found = reading(run)
    assert found
    assert sorted(found.tiles) == sorted(run)


@given(handfuls())
@example(tiles("*a *b *c"))
@example(tiles("r12 r13 r1"))
@example(tiles("r7 b7 k7 p7 *"))
def test_the_judge_and_the_rule_in_other_words_agree(laid: Tiles) -> None:
    """A handful is a set exactly if the rule says so, in every order of dropping."""
    assert {reading(order) is not None for order in permutations(laid[:5])} == {is_set(laid[:5])}
    assert (reading(laid) is not None) == is_set(laid)


@given(st.one_of(groups(), runs(), handfuls()))
def test_fault_6_a_set_is_always_shown_in_a_legal_reading_order(laid: Tiles) -> None:
    """Fault 6: a run ascends, a group differs in suits, a tile stands for itself, and a shown set stays as shown."""
    found = reading(laid)
    if not found:
        return
    numbers = [int(shown[1:]) for shown in found.stands]
    suits = [shown[0] for shown in found.stands]
    assert all(is_joker(tile) or face(tile) == shown for tile, shown in zip(found.tiles, found.stands, strict=True))
    assert set(numbers) <= set(VALUES)
    if found.kind == "run":
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert len(set(suits)) == 1
    else:
        assert len(set(numbers)) == 1
        assert len(set(suits)) == len(suits)
    assert sorted(found.tiles) == sorted(laid)
    assert reading(found.tiles) == found


def test_fault_1_a_group_with_two_equal_suits_is_refused_in_every_order() -> None:
    """Fault 1: 13 13 13 13 in red, blue, black and black again, the twin in any place; and three with a twin."""
    for order in permutations(tiles("r13 b13 k13 k13b")):
        assert reading(order) is None
        assert lacks(order) is None
    for order in permutations(tiles("b13 k13 k13b")):
        assert reading(order) is None
    state = position("b13 k13 k13b r1")
    with refused("bad_sets", sets=[0]):
        decide(state, 0, lay("k13 b13 k13b"), NoChance())


def test_a_group_of_five_is_refused() -> None:
    """There are four suits; a joker has no fifth to stand for."""
    assert reading(tiles("k7 r7 b7 p7 *")) is None
    assert lacks(tiles("k7 r7 b7 p7 *")) is None


@pytest.mark.parametrize("text", ["r12 r13 r1", "r13 r1 r2", "r1 r2 r13", "r13 r1 *", "r12 r13 * r1", "* r13 r1"])
def test_fault_7_nothing_follows_13(text: str) -> None:
    """Fault 7: no run goes on from 13 to 1, in any order and with a joker at the edge either."""
    assert all(reading(order) is None for order in permutations(tiles(text)))


def test_fault_7_a_joker_at_the_edge_stands_at_the_only_end_there_is() -> None:
    """Fault 7: beside 12 and 13 the joker is 11, wherever it was dropped; beside 1 and 2 it is 3."""
    for order in permutations(tiles("r12 r13 *")):
        found = reading(order)
        assert found
        assert found.stands == ("r11", "r12", "r13")
        assert found.tiles == tiles("* r12 r13")
    for order in permutations(tiles("r1 r2 *")):
        found = reading(order)
        assert found
        assert found.stands == ("r1", "r2", "r3")


def test_a_run_takes_every_value_once() -> None:
    """Thirteen tiles are the longest run; a fourteenth, joker or not, has no place, and neither has a twin."""
    longest = tuple(f"b{v}a" for v in VALUES)
    assert reading(longest)
    assert reading((*longest, "*a")) is None
    assert lacks((*longest, "*a")) is None
    assert reading(tiles("b3 b4 b4b b5")) is None


def test_jokers_alone_are_no_set() -> None:
    """Three or four jokers stand for nothing; they lack the tile that says what they are."""
    for n in (3, 4):
        assert reading(JOKERS[:n]) is None
        assert lacks(JOKERS[:n]) == 1
        assert reading((*JOKERS[:n], "r7a"))


def test_two_tiles_are_no_set() -> None:
    """A joker makes no set of a pair either way: three tiles are the least."""
    for pair in ("r7 b7", "r7 r8", "r7 *", "*a *b"):
        assert reading(tiles(pair)) is None


# ---- what a joker stands for ----


@pytest.mark.parametrize(
    ("text", "kind", "shown", "stands"),
    [
        ("r5 r6 *", "run", "r5 r6 *", "r5 r6 r7"),
        ("* r5 r6", "run", "* r5 r6", "r4 r5 r6"),
        ("r5 * r7", "run", "r5 * r7", "r5 r6 r7"),
        ("r6 * r5", "run", "r5 r6 *", "r5 r6 r7"),
        ("r7 * r5", "run", "r5 * r7", "r5 r6 r7"),
        ("r13 * r12", "run", "* r12 r13", "r11 r12 r13"),
        ("*a r2 *b r4", "run", "*a r2 *b r4", "r1 r2 r3 r4"),
        ("r11 *a *b *c r12", "run", "*a *b r11 r12 *c", "r9 r10 r11 r12 r13"),
        ("r7 b7 *", "group", "r7 b7 *", "r7 b7 k7"),
        ("* b7 r7", "group", "* b7 r7", "k7 b7 r7"),
        ("k7 *a *b", "group", "k7 *a *b", "k7 r7 b7"),
        ("*a *b p13", "group", "*a *b p13", "k13 r13 p13"),
        ("k7 *a *b *c", "group", "k7 *a *b *c", "k7 r7 b7 p7"),
        ("k7 *a *b *c *d", "run", "k7 *a *b *c *d", "k7 k8 k9 k10 k11"),
    ],
)
def test_a_joker_shows_what_it_stands_for(text: str, kind: str, shown: str, stands: str) -> None:
    """Jokers keep the place they were laid in if they can, else stand as high as possible; a group comes first."""
    found = reading(tiles(text))
    assert found
    assert (found.kind, found.tiles, found.stands) == (kind, tiles(shown), tuple(stands.split()))


def test_a_joker_is_worth_the_face_it_stands_for() -> None:
    """13 13 joker is worth 39, a joker above 12 in a run worth 13."""
    for text, worth in (("k13 r13 *", 39), ("b11 b12 *", 36), ("* b2 b3", 6), ("p1 p2 p3", 6)):
        found = reading(tiles(text))
        assert found
        assert found.points == worth


# ---- unfinished sets ----


@given(handfuls().filter(lambda laid: not all(map(is_joker, laid))))
def test_a_set_lacks_as_many_tiles_as_jokers_would_complete_it(laid: Tiles) -> None:
    """No tile completes a set better than a joker does; where no number of jokers helps, it never can be a set."""
    free = (f"*{n}" for n in range(14))
    completed = list(laid)
    for missing in range(14):
        if is_set(tuple(completed)):
            assert lacks(laid) == missing
            return
        completed.append(next(free))
    assert lacks(laid) is None


def test_fault_8_one_or_two_tiles_are_undecided() -> None:
    """Fault 8: a lone tile or a fitting pair lacks tiles and is not wrong, so that a run can be begun."""
    for lone in full_set(2):
        assert lacks((lone,)) == 2
    for pair, missing in (("r7 b7", 1), ("r7 r8", 1), ("r7 r9", 1), ("r7 r10", 2), ("r1 r13", 11), ("r7 *", 1)):
        for order in permutations(tiles(pair)):
            assert lacks(order) == missing
    for never in ("r7 r7b", "r7 b8"):
        assert lacks(tiles(never)) is None


# ---- splitting ----


def test_fault_2_a_run_split_to_lay_as_much_as_possible_leaves_only_the_loose_tile() -> None:
    """Fault 2: of a 3-4-5-6-7 with two more sixes only the 7 is left over, and the judge names only that."""
    state = position("b6 k6 p1", table="r3 r4 r5 r6 r7")
    for split in product(("r3 r4 r5", "r5 r3 r4"), ("r6 b6 k6", "k6 r6 b6")):
        assert all(map(reading, map(tiles, split)))
        with refused("bad_sets", sets=[2]):
            decide(state, 0, lay(" | ".join((*split, "r7"))), NoChance())
