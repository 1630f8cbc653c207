"""The option `playing_on`: once own sets worth the opening lie, the same lay may do anything with the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kameny.game import Standing
from kameny.rummy.model import Action, Draw, Laid, Options, View
from kameny.rummy.players import calm, exact
from kameny.rummy.rules import decide
from kameny.rummy.views import view
from refusals import refused
from rummy.positions import NoChance, do, draft, lay, position, ran, run_out, sets, tiles

Choose = Callable[[View, Standing, float], Action]

ON = Options(playing_on=True)
TABLE = "k3 k4 k5 | r9 b9 *"
RACK = "k10 r10 b10 k6 p9 r1 b1 *b"
OPENING = "k10 r10 b10"
STATE = position(RACK, "r13", table=TABLE, opened=False, options=ON)


@pytest.mark.parametrize(
    "text",
    [
        f"k3 k4 k5 k6 | r9 b9 * | {OPENING}",
        f"k3 k4 k5 | r9 b9 p9 * | {OPENING}",
        f"k3 k4 k5 * | r9 b9 p9 | {OPENING}",
        f"k3 k4 k5 | r9 b9 * *b | {OPENING}",
        f"k3 k4 k5 | r9 b9 * | {OPENING} | r1 b1 *b",
    ],
    ids=["a run longer", "a group longer", "a joker moved", "an own joker laid", "an own set with a joker"],
)
def test_with_an_opening_beside_it_the_table_may_be_rearranged(text: str) -> None:
    """All that is allowed after the opening, in the very turn of the opening; but not without the option."""
    after, (event,) = do(STATE, lay(text))
    assert isinstance(event, Laid)
    assert after.opened == (True, False)
    strict = position(RACK, "r13", table=TABLE, opened=False)
    with refused("opening_joker" if "r1 b1" in text else "opening_touches_table"):
        decide(strict, 0, lay(text), NoChance())


def test_own_sets_must_be_worth_enough_as_they_lie_in_the_end() -> None:
    """A set with a tile of the table in it, or with a joker, is not one of them; then the usual refusals come."""
    table = "k3 k4 k5 | p10 p11 p12 p13 *"
    state = position("k10 r10 b10 p7 b7 k6 r1 *b", "r13", table=table, opened=False, options=ON)
    for text, code in (
        ("k3 k4 k5 k6 | p10 p11 p12 p13 *", "opening_touches_table"),
        ("k3 k4 k5 | p11 p12 p13 * | k10 r10 b10 p10", "opening_touches_table"),
        (f"{table} | k10 r10 *b", "opening_joker"),
        (f"{table} | p7 b7 *b", "opening_joker"),
    ):
        with refused(code):
            decide(state, 0, lay(text), NoChance())
    low = position("k9 r9 b9 k6", "r13", table="k3 k4 k5", opened=False, options=ON)
    with refused("opening_low", points=27, minimum=30):
        decide(low, 0, lay("k3 k4 k5 | k9 r9 b9"), NoChance())


def test_official_jokers_count_in_the_sets_that_open() -> None:
    """Both options at once: two 13 and a joker open, and the 6 goes onto the table."""
    options = Options(playing_on=True, official=True)
    state = position("k13 r13 *b k6 r1", "r13b", table=TABLE, opened=False, options=options)
    after, _ = do(state, lay("k3 k4 k5 k6 | r9 b9 * | k13 r13 *b"))
    assert (after.opened[0], after.racks[0]) == (True, ("r1a",))


def test_every_set_is_a_set_all_the_same() -> None:
    """Thirty points excuse no broken set, and no missing tile."""
    with refused("bad_sets", sets=[0]):
        decide(STATE, 0, lay(f"k3 k4 k5 p9 | r9 b9 * | {OPENING}"), NoChance())
    with refused("table_tile_missing", tiles=("*a",)):
        decide(STATE, 0, lay(f"k3 k4 k5 | r9 b9 p9 | {OPENING}"), NoChance())


def test_the_clock_knows_the_same_rule_and_the_rescue_keeps_own_sets_only() -> None:
    """A legal draft costs nothing; of a broken one the third expiry leaves the table and what opens."""
    state = position(RACK, "r13", table=TABLE, opened=False, options=ON, glass=ran(2))
    legal = draft(f"k3 k4 k5 k6 | r9 b9 * | {OPENING}")
    after, events = run_out(state, legal)
    assert isinstance(events[0], Laid)
    assert (events[0].by, after.opened[0]) == ("clock", True)
    broken = draft(f"k3 k4 k5 k6 | r9 b9 * | {OPENING} | r1 b1 *b | p9")
    after, events = run_out(state, broken)
    assert isinstance(events[1], Laid)
    assert (events[1].by, events[1].sets) == ("rescue", sets(f"{TABLE} | {OPENING}"))


@pytest.mark.parametrize("choose", [exact, calm])
def test_computers_play_on(choose: Choose) -> None:
    """They open, and add to the table in the same turn; at the page's table they only open."""
    for options, left in ((ON, "r1"), (Options(), "k6 r1")):
        state = position("k10 r10 b10 k6 r1", "r13", table="k3 k4 k5", opened=False, options=options)
        after, _ = do(state, choose(view(state, 0), Standing((0, 0)), 1.0))
        assert (after.opened[0], after.racks[0]) == (True, tiles(left))
    low = position("k9 r9 b9 k6", "r13", table="k3 k4 k5", opened=False, options=ON)
    assert choose(view(low, 0), Standing((0, 0)), 1.0) == Draw()


def test_the_exact_one_rearranges_the_table_when_it_plays_on() -> None:
    """The ends of two runs and an own 7 become a group; the calm one leaves them alone."""
    table = "k7 k8 k9 k10 | r7 r8 r9 r10"
    state = position("k13 r13 b13 b7 p1", "p13", table=table, opened=False, options=ON)
    after, _ = do(state, exact(view(state, 0), Standing((0, 0)), 1.0))
    assert after.racks[0] == ("p1a",)
    after, _ = do(state, calm(view(state, 0), Standing((0, 0)), 1.0))
    assert after.racks[0] == tiles("b7 p1")
