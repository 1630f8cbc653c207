"""The first lay of a seat: own tiles only, no joker, nothing of the table touched, worth at least 30."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.game import Before, Refused
from kameny.play.chance import Scripted
from kameny.rummy import RUMMY
from kameny.rummy.model import Laid, Options
from kameny.rummy.opening import opening_points
from kameny.rummy.rules import decide
from kameny.rummy.tiles import SUITS
from refusals import refused
from rummy.positions import NoChance, do, lay, position, sets, tiles

TABLE = "b11 b12 b13 | k4 r4 p4"
RACK = "k10 r10 b10 b10b r1 r2 r3 k7 r7 p7 p4b b4 *"


@pytest.mark.parametrize(
    ("own", "worth"),
    [("k10 r10 b10", 30), ("k10 r10 b10 | r1 r2 r3", 36), ("k7 r7 p7 | r1 r2 r3 | k10 r10 b10b", 57)],
)
def test_an_opening_is_worth_at_least_30(own: str, worth: int) -> None:
    """30 is enough, more is fine, and the seat has opened then."""
    state = position(RACK, "r9", table=TABLE, opened=False)
    after, events = do(state, lay(f"{TABLE} | {own}"))
    laid = sum(map(len, sets(own)))
    assert opening_points(sets(own)) == worth
    assert after.opened == (True, False)
    assert (len(after.racks[0]), after.seat) == (13 - laid, 1)
    assert isinstance(events[0], Laid)
    assert sorted(events[0].tiles) == sorted(tile for laid in sets(own) for tile in laid)


def test_fault_11_the_opening_sums_several_sets() -> None:
    """Fault 11: no single set here is worth 30; together they are."""
    state = position("k7 r7 p7 r1 r2 r3 b1 b2 b3", "r9", opened=False)
    after, _ = do(state, lay("k7 r7 p7 | r1 r2 r3 | b1 b2 b3"))
    assert opening_points(sets("k7 r7 p7 | r1 r2 r3 | b1 b2 b3")) == 33
    assert after.opened[0]


def test_29_points_are_too_few_and_the_refusal_counts_them() -> None:
    """A lay that is too low is told what it is worth and what is asked."""
    state = position("k7 r7 p7 k2 r2 b2 p2", "r9", opened=False)
    with refused("opening_low", points=29, minimum=30):
        decide(state, 0, lay("k7 r7 p7 | k2 r2 b2 p2"), NoChance())


def test_the_points_shown_are_the_points_that_count() -> None:
    """Fault 9: a meter that says 22 and a judge that says 22 are one function; unfinished sets count nothing yet."""
    assert opening_points(sets("k7 r7 p7 | r1")) == 21
    assert opening_points(sets("k7 r7 p7 | r12 r13")) == 21
    assert opening_points(sets("k10 r10 *")) == 0
    with refused("opening_low", points=21):
        decide(position("k7 r7 p7", "r9", opened=False), 0, lay("k7 r7 p7"), NoChance())


def test_an_opening_holds_no_joker() -> None:
    """Not even a joker beyond the thirty points, nor in a second set."""
    state = position(RACK, "r9", opened=False)
    for text, which in (("k10 r10 b10 *", [0]), ("k10 r10 b10 | r1 r2 *", [1]), ("* k10 r10", [0])):
        with refused("opening_joker", sets=which):
            decide(state, 0, lay(text), NoChance())


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("b10 b11 b12 b13 | k4 r4 p4", [0]),
        ("b11 b12 b13 | k4 r4 p4 b4", [1]),
        ("b11 b12 b13 | k4 r4 p4 b4 | k10 r10 b10", [1]),
        ("b10 b11 b12 b13 | k4 r4 p4 | k10 r10 b10b", [0]),
    ],
)
def test_fault_12_attaching_before_the_opening_is_refused_and_says_which_set(text: str, touched: list[int]) -> None:
    """Fault 12: neither allowed, nor silently made a new set, whatever else is laid."""
    state = position(RACK, "r9", table=TABLE, opened=False)
    with refused("opening_touches_table", sets=touched):
        decide(state, 0, lay(text), NoChance())


def test_before_the_opening_the_sets_of_the_table_stay_as_they_are() -> None:
    """No set is split or joined, even where only own tiles are laid beside it; their order and sides are free."""
    table = "r1 r2 r3 | r4 r5 r6 | p9 p10 p11 p12 p13b"
    state = position("k10 r10 b10", "r9", table=table, opened=False)
    for text, touched in (
        ("r1 r2 r3 r4 r5 r6 | p9 p10 p11 p12 p13b | k10 r10 b10", [0]),
        ("r1 r2 r3 r4 | r5 r6 | p9 p10 p11 p12 p13b | k10 r10 b10", None),
        ("r1 r2 r3 | r4 r5 r6 | p9 p10 p11 | p12 p13b | k10 r10 b10", None),
    ):
        with refused("opening_touches_table" if touched else "bad_sets"):
            decide(state, 0, lay(text), NoChance())
    after, _ = do(state, lay("k10 r10 b10 | r6 r5 r4 | p9 p10 p11 p12 p13b | r1 r2 r3"))
    assert after.opened[0]


def test_fault_14_one_own_tile_on_a_foreign_run_is_no_opening() -> None:
    """Fault 14: 10 on 11-12-13 does not count the 46 points of the set."""
    state = position("b10 r1", "r9", table="b11 b12 b13", opened=False)
    with refused("opening_touches_table", sets=[0]):
        decide(state, 0, lay("b10 b11 b12 b13"), NoChance())


@pytest.mark.parametrize("minimum", [30, 40, 50])
@given(seed=st.integers(0, 2**32), extra=st.integers(0, 3))
def test_the_minimum_is_the_tables(minimum: Literal[30, 40, 50], seed: int, extra: int) -> None:
    """Groups of random values open exactly if they are worth the minimum that the table asks."""
    chance = Scripted(seed)
    values = chance.shuffled(range(1, 14), "values")[: 1 + extra]
    laid = tuple(tuple(f"{suit}{number}a" for suit in SUITS[:3]) for number in values)
    text = " | ".join(map(" ".join, laid))
    state = position(f"{' '.join(map(' '.join, laid))} r1b", "r9b", opened=False, options=Options(opening=minimum))
    worth = 3 * sum(values)
    assert opening_points(laid) == worth
    if worth >= minimum:
        assert do(state, lay(text))[0].opened[0]
    else:
        with refused("opening_low", points=worth, minimum=minimum):
            decide(state, 0, lay(text), NoChance())


def test_without_a_minimum_every_seat_has_opened_from_the_start() -> None:
    """Option 0: the first lay may hold a joker, be worth little, and touch the table."""
    (dealt,) = RUMMY.deal(Options(opening=0), 3, Before(), Scripted(1))
    assert RUMMY.evolve(None, dealt).opened == (True, True, True)
    state = position("r4 *", "r9", table="r1 r2 r3", options=Options(opening=0))
    after, _ = do(state, lay("r1 r2 r3 r4 *"))
    assert after.racks[0] == ()


def test_after_the_opening_anything_goes() -> None:
    """The next turn of the seat may be small, touch the table and hold a joker; a seat without opening may not."""
    state = position("k10 r10 b10 p5 p6", "b4 b9", table="k4 r4 p4", opened=False)
    opened, _ = do(state, lay("k4 r4 p4 | k10 r10 b10"))
    with refused("opening_touches_table", sets=[0]):
        decide(opened, 1, lay("k4 r4 p4 b4 | k10 r10 b10"), NoChance())
    mine = position("p5 p6 *", "b4 b9", table="k4 r4 p4 | k10 r10 b10", opened=(True, False))
    after, _ = do(mine, lay("k4 r4 * | p4 p5 p6 | k10 r10 b10"))
    assert after.racks[0] == ()


def test_an_opening_lays_at_least_something() -> None:
    """The table as it was is no lay; whoever cannot open draws."""
    state = position(RACK, "r9", table=TABLE, opened=False)
    with refused("nothing_laid"):
        decide(state, 0, lay(TABLE), NoChance())


def test_a_refusal_before_the_opening_keeps_the_seat_unopened() -> None:
    """A refused opening opens nothing."""
    state = position(RACK, "r9", table=TABLE, opened=False)
    before = RUMMY.write(state)
    for text in (f"{TABLE} | r1 r2 r3", f"{TABLE} | k10 r10 *", "b10 b11 b12 b13 | k4 r4 p4", f"{TABLE} | k10"):
        with pytest.raises(Refused):
            decide(state, 0, lay(text), NoChance())
    assert RUMMY.write(state) == before
    assert tiles(RACK) == state.racks[0]
