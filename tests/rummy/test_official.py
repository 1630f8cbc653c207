"""The option `official`: jokers may lie in the opening, and count as the tiles they stand for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kameny.game import Standing
from kameny.rummy.model import Action, Draw, Laid, Options, View
from kameny.rummy.opening import opening_points
from kameny.rummy.players import calm, exact
from kameny.rummy.rules import decide
from kameny.rummy.solver import can_open, open_lay
from kameny.rummy.tiles import Sets, Tiles, face, in_order, is_joker
from kameny.rummy.views import view
from refusals import refused
from rummy.boards import boards
from rummy.corpus import official_opening_by_trying
from rummy.positions import NoChance, do, draft, lay, position, ran, run_out, sets, tiles

Choose = Callable[[View, Standing, float], Action]

OFFICIAL = Options(official=True)
TABLE = "k3 k4 k5"


def test_a_joker_counts_as_the_tile_it_stands_for() -> None:
    """Fault 3: joker, 13 and 13 are worth 39; above 12 in a run it is worth 13, below 2 it is worth 1."""
    for text, worth in (("* k13 r13", 39), ("b11 b12 *", 36), ("* b2 b3", 6), ("k9 * *b", 27), ("k10 r10 *", 30)):
        assert opening_points(sets(text), official=True) == worth
        assert opening_points(sets(text)) == 0


def test_with_jokers_a_seat_opens() -> None:
    """By hand, with everything else as it is: own tiles only, the table untouched, worth at least 30."""
    state = position("k13 r13 * r1", "r9", table=TABLE, opened=False, options=OFFICIAL)
    after, (event,) = do(state, lay(f"{TABLE} | k13 r13 *"))
    assert isinstance(event, Laid)
    assert (after.opened, after.racks[0]) == ((True, False), ("r1a",))


def test_the_other_rules_of_the_opening_hold() -> None:
    """Too little is too little, joker or not, and no joker goes to the table's sets."""
    state = position("k9 r9 * r1", "r9b", table=TABLE, opened=False, options=OFFICIAL)
    with refused("opening_low", points=27, minimum=30):
        decide(state, 0, lay(f"{TABLE} | k9 r9 *"), NoChance())
    with refused("opening_touches_table", sets=[0]):
        decide(state, 0, lay(f"{TABLE} *"), NoChance())
    with refused("bad_sets", sets=[1]):
        decide(state, 0, lay(f"{TABLE} | k9 *"), NoChance())


def test_without_the_option_the_whole_opening_is_free_of_jokers() -> None:
    """The page's rule: the joker is refused, whatever the sets are worth."""
    state = position("k13 r13 b13 * r1 r2", "r9", table=TABLE, opened=False)
    for text, which in (("k13 r13 *", [1]), ("k13 r13 b13 | r1 r2 *", [2])):
        with refused("opening_joker", sets=which):
            decide(state, 0, lay(f"{TABLE} | {text}"), NoChance())


def test_where_jokers_keep_what_they_stand_for_the_wish_counts() -> None:
    """A joker below 10 and 11 is a 9 and 30 in all; above them it would be a 12."""
    options = Options(official=True, joker="exchange", opening=40)
    state = position("r12 r13 r1 *", "r9", opened=False, options=options)
    with refused("opening_low", points=36, minimum=40):
        decide(state, 0, lay("* r12 r13"), NoChance())
    state = position("r10 r11 r1 *", "r9", opened=False, options=Options(official=True, joker="exchange"))
    for wish, worth in (("*=r9", 30), ("*=r12", 33), ("", 33)):
        after, _ = do(state, lay("r10 r11 *", wish))
        assert opening_points(sets("r10 r11 *"), official=True, stands=lay("", wish).stands) == worth
        assert after.opened[0]
    assert opening_points(sets("r10 r11 *"), official=True, stands=(("*a", "k5"),)) == 0


def test_the_clock_knows_the_same_rule() -> None:
    """A draft that opens with a joker is recorded at any expiry; the rescue keeps own sets with jokers too."""
    state = position("k13 r13 * r1 b2", "r9", table=TABLE, opened=False, options=OFFICIAL, glass=ran(2))
    after, events = run_out(state, draft(f"{TABLE} | k13 r13 *"))
    assert isinstance(events[0], Laid)
    assert (events[0].by, after.opened[0]) == ("clock", True)
    after, events = run_out(state, draft(f"{TABLE} r1 | k13 r13 *"))
    assert isinstance(events[1], Laid)
    assert (events[1].by, events[1].sets, after.opened[0]) == ("rescue", sets(f"{TABLE} | k13 r13 *"), True)
    low = position("k9 r9 * r1", "r13", table=TABLE, opened=False, options=OFFICIAL, glass=ran(2))
    after, events = run_out(low, draft(f"{TABLE} r1 | k9 r9 *"))
    assert (len(events), after.opened[0], after.table) == (2, False, sets(TABLE))


# ---- the computers ----


@pytest.mark.parametrize("choose", [exact, calm])
def test_computers_open_with_jokers_where_they_may(choose: Choose) -> None:
    """Two 13 and a joker are enough, but not at the page's table."""
    for options, opens in ((OFFICIAL, True), (Options(), False), (Options(official=True, joker="exchange"), True)):
        state = position("k13 r13 * b2", "r9", table=TABLE, opened=False, options=options)
        action = choose(view(state, 0), Standing((0, 0)), 1.0)
        assert action == (lay(f"{TABLE} | k13 r13 *") if opens else Draw())
        assert do(state, action)[0].opened[0] == opens


def test_a_joker_is_kept_where_it_makes_no_difference() -> None:
    """Most tiles first, then points, then jokers kept."""
    found = open_lay(tiles("k10 r10 b10 r9 r11 *"), 30, jokers=True)
    assert found
    assert found.tiles == tiles("k10 r9 r10 r11 b10 *")
    found = open_lay(tiles("k10 r10 b10 p10 *"), 30, jokers=True)
    assert found
    assert found.tiles == tiles("k10 r10 b10 p10")


small = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])


@small
@given(boards(jokers=2), st.integers(6, 45))
def test_openings_with_jokers_are_the_best(board: tuple[Sets, Tiles], minimum: int) -> None:
    """What is found opens by the judge's own count; nothing that can be tried is better, if no face is held twice."""
    rack = in_order(tile for laid in (*board[0], board[1]) for tile in laid)
    found = open_lay(rack, minimum, jokers=True)
    best = official_opening_by_trying(rack, minimum)
    worth = None
    if found:
        assert opening_points(found.sets, official=True) >= minimum
        assert sorted(found.tiles) == sorted(tile for laid in found.sets for tile in laid)
        assert set(found.tiles) <= set(rack)
        worth = len(found.tiles), opening_points(found.sets, official=True), -sum(map(is_joker, found.tiles))
    plain = [face(tile) for tile in rack if not is_joker(tile)]
    if len(set(plain)) == len(plain):
        assert worth == best
        assert can_open(rack, minimum, jokers=True) == (best is not None)
    else:
        assert worth is None or (best and worth <= best)
