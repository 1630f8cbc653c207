"""Tile for time: the hourglass runs out three times; twice it costs a tile, the third time it ends the turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.game import Due
from kameny.hourglass import Clock, Hourglass, due, turned
from kameny.rummy import RUMMY
from kameny.rummy.model import Draft, Draw, Drew, Ended, Laid, Options, Passed, RanOut, State
from kameny.rummy.rules import admit_draft, decide
from kameny.rummy.tiles import SUITS
from refusals import refused
from rummy.positions import NoChance, do, draft, everything, lay, position, ran, run_out, sets, tiles

TABLE = "k3 k4 k5 | r9 b9 p9"
RACK = "k10 r10 b10 p10 k6 r1 b1 *"
OPENING = "k10 r10 b10"


def board(times: int, *, opened: bool = True, pool: str | None = "p1 p2 p3 p4") -> State:
    """Seat 0 of two is on turn, its hourglass ran out so often before."""
    return position(RACK, "r13", table=TABLE, pool=pool, opened=opened, glass=ran(times), took=times > 0 and pool != "")


def having(n: int) -> str:
    """A table of n tiles, n from 0 or 3 on: runs, and what is over at the last one's end."""
    rows = [[f"{suit}{v}{copy}" for v in range(1, 14)] for copy in "ab" for suit in SUITS]
    table: list[list[str]] = []
    while n:
        take = min(n, 13)
        take -= 3 if 0 < n - take < 3 else 0
        table.append(rows.pop(0)[:take])
        n -= take
    return " | ".join(map(" ".join, table))


# ---- how long ----


@pytest.mark.parametrize(
    ("lying", "seconds"), [(0, 30), (3, 30), (11, 30), (12, 30), (13, 45), (24, 45), (25, 60), (26, 60), (90, 60)]
)
def test_the_limit_goes_by_the_tiles_on_the_table(lying: int, seconds: int) -> None:
    """Up to 12 tiles 30 s, 13 to 24 tiles 45 s, from 25 on 60 s, counted when the turn begins."""
    state = position("r1", "r1b r2b", table=having(lying))
    assert sum(map(len, state.table)) == lying
    assert turned("table", lying).limit == seconds
    after, _ = do(state, Draw())
    assert RUMMY.due(after) == Due(state.turn + 1, 1, seconds)


@pytest.mark.parametrize("clock", ["30", "45", "60", "120"])
def test_a_fixed_clock_does_not_look_at_the_table(clock: Clock) -> None:
    """The same seconds in every turn of the game."""
    for lying in (0, 13, 25):
        assert turned(clock, lying) == Hourglass(int(clock))
    state, _ = do(position("r1", "r2", table=having(30), options=Options(clock=clock)), Draw())
    assert RUMMY.due(state) == Due(6, 1, int(clock))


def test_without_a_clock_nothing_is_ever_due() -> None:
    """Off is off, at the start of the game and after every turn."""
    state = position("r1", "r2", table=having(30), options=Options(clock="off"))
    assert RUMMY.due(state) is None
    assert RUMMY.due(do(state, Draw())[0]) is None


def test_the_limit_is_fixed_for_the_turn() -> None:
    """Neither a long draft nor an expiry changes it; the next turn counts anew."""
    state = position("r1 r2 b5", "r5", table=having(11))
    more = draft(f"{having(11)} | r1 r2")
    admit_draft(state, 0, more)
    assert RUMMY.due(state) == Due(5, 1, 30)
    state, _ = run_out(state, more)
    assert RUMMY.due(state) == Due(5, 2, 30)
    longer = position("k12 k13 r1", "r5", table=having(11))
    after, _ = do(longer, lay(f"{having(11)} k12 k13"))
    assert RUMMY.due(after) == Due(6, 1, 45)


def test_expiries_are_numbered_and_carry_their_turn() -> None:
    """Faults 34 and 35: the first, second and third of this turn, each once, and none of them of another turn."""
    state = position("r1 r5", "r13")
    found: list[Due | None] = []
    for _ in range(4):
        found.append(RUMMY.due(state))
        state, _ = run_out(state)
    assert found == [Due(5, 1, 30), Due(5, 2, 30), Due(5, 3, 30), Due(6, 1, 30)]
    assert due(Hourglass(45, 1), 9) == Due(9, 2, 45)


# ---- a draft that is a legal turn ----


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("pool", ["p1 p2", ""], ids=["pool", "empty pool"])
@pytest.mark.parametrize(
    ("opened", "arranged"),
    [
        (True, f"{TABLE} | {OPENING}"),
        (True, "k3 k4 k5 k6 | r9 b9 p9 *"),
        (False, f"{TABLE} | {OPENING}"),
        (False, f"r9 b9 p9 | k3 k4 k5 | {OPENING} p10"),
    ],
)
def test_a_legal_draft_is_recorded_at_any_expiry_and_costs_no_tile(
    times: int, pool: str, arranged: str, *, opened: bool
) -> None:
    """The turn is over as if Done had been tapped, but says that it was the clock."""
    state = board(times, opened=opened, pool=pool)
    after, events = run_out(state, draft(arranged))
    (laid,) = events
    assert isinstance(laid, Laid)
    assert laid.by == "clock"
    own = {tile for made in sets(arranged) for tile in made} - {tile for made in state.table for tile in made}
    assert set(laid.tiles) == own
    assert (after.seat, after.pool, after.opened[0]) == (1, state.pool, True)
    assert set(after.racks[0]) == set(state.racks[0]) - own


def test_a_legal_draft_at_an_expiry_may_end_the_game() -> None:
    """The last tile laid is the last tile laid, whoever says so."""
    state = position("k6", "r13 r1", table=TABLE)
    after, events = run_out(state, draft("k3 k4 k5 k6 | r9 b9 p9"))
    assert isinstance(events[-1], Ended)
    assert after.outcome
    assert after.outcome.points == (14, -14)


# ---- the first and the second expiry ----


@pytest.mark.parametrize("times", [0, 1])
@pytest.mark.parametrize(
    ("opened", "arranged"),
    [
        (True, None),
        (True, TABLE),
        (True, f"{TABLE} | r1 b1"),
        (True, "k3 k4 | k5 k6 | r9 b9 p9"),
        (False, None),
        (False, f"{TABLE} | k10 r10"),
        (False, "k3 k4 k5 k6 | r9 b9 p9"),
        (False, f"{TABLE} | k10 r10 *"),
    ],
)
def test_the_first_and_second_expiry_cost_a_tile_and_the_turn_goes_on(
    times: int, arranged: str | None, *, opened: bool
) -> None:
    """Fault 38: one tile from the pool, the event says that it was the first or the second; seat and turn stay."""
    state = board(times, opened=opened)
    after, events = run_out(state, draft(arranged) if arranged else None)
    assert events == (RanOut(0, times + 1, took=True, tile="p1a"),)
    assert after.racks[0] == (*state.racks[0], "p1a")
    assert after.fresh[0] == ("p1a",)
    assert after.pool == state.pool[1:]
    assert (after.seat, after.turn, after.table, after.took) == (0, state.turn, state.table, True)
    assert after.glass == Hourglass(30, times + 1)


def test_the_draft_stays_and_the_tile_for_time_may_be_used() -> None:
    """After the expiry the same arranging is still possible, and the new tile completes it."""
    state = position("k10 r10 k6", "r13", table=TABLE, pool="b10 p2")
    half = draft(f"{TABLE} | k10 r10")
    state, _ = run_out(state, half)
    admit_draft(state, 0, half)
    after, events = do(state, lay(f"{TABLE} | k10 r10 b10"))
    assert isinstance(events[0], Laid)
    assert after.racks[0] == ("k6a",)
    assert after.fresh[0] == ()


def test_both_tiles_for_time_are_marked_as_fresh() -> None:
    """What came in this turn, and what is drawn at its end, is new; what came a turn before is not any more."""
    state = board(0)
    for expected in (("p1a",), ("p1a", "p2a")):
        state, _ = run_out(state)
        assert state.fresh[0] == expected
    after, _ = do(state, Draw())
    assert after.fresh[0] == ("p1a", "p2a", "p3a")
    laid, _ = do(state, lay(f"{TABLE} | {OPENING}"))
    assert laid.fresh[0] == ("p1a", "p2a")


def test_drawing_after_tiles_for_time_still_draws_its_one() -> None:
    """Two tiles for time and one for the draw: three."""
    state = board(0)
    for _ in range(2):
        state, _ = run_out(state)
    after, events = do(state, Draw())
    assert events == (Drew(0, "p3a"),)
    assert after.racks[0] == (*board(0).racks[0], "p1a", "p2a", "p3a")
    assert after.seat == 1


@pytest.mark.parametrize("opened", [True, False])
def test_with_an_empty_pool_an_expiry_brings_no_tile_and_counts_all_the_same(*, opened: bool) -> None:
    """First, second and third, without a tile; then the turn is over."""
    state = board(0, opened=opened, pool="")
    for count in (1, 2):
        state, events = run_out(state)
        assert events == (RanOut(0, count, took=False, tile=None),)
        assert (state.seat, state.racks[0], state.took) == (0, tiles(RACK), False)
    state, events = run_out(state)
    assert events == (RanOut(0, 3, took=False, tile=None), Passed(0, "clock"))
    assert (state.seat, state.racks[0]) == (1, tiles(RACK))


# ---- the third expiry ----


@pytest.mark.parametrize("opened", [True, False])
def test_the_third_expiry_costs_its_tile_and_ends_the_turn(*, opened: bool) -> None:
    """The third tile comes all the same, then the next seat is on turn with a full hourglass."""
    after, events = run_out(board(2, opened=opened))
    assert events == (RanOut(0, 3, took=True, tile="p1a"), Passed(0, "clock"))
    assert after.racks[0] == (*tiles(RACK), "p1a")
    assert (after.seat, after.glass, after.took, after.table) == (1, Hourglass(30), False, sets(TABLE))
    assert after.opened[0] == opened


RESCUES = [
    ("own sets stay, half a set returns", f"{TABLE} | {OPENING} | r1 b1", OPENING),
    ("two own sets stay", f"{TABLE} | {OPENING} | r1 b1 * | k6", f"{OPENING} | r1 b1 *"),
    ("a joker among own tiles stays", f"{TABLE} | r1 b1 * | k10 r10", "r1 b1 *"),
    ("own sets stay, what was laid on the table returns", f"k3 k4 k5 k6 | r9 b9 p9 | {OPENING} | r1", OPENING),
    ("the table goes back to its start", "k3 k4 | k5 k6 | r9 b9 | p9 p10 | k10 r10 b10", OPENING),
    ("a set with a tile of the table is not own", f"k3 k4 k5 | r9 b9 | p9 p10 * | {OPENING}", OPENING),
]


@pytest.mark.parametrize("arranged", [r[1] for r in RESCUES], ids=[r[0] for r in RESCUES])
@pytest.mark.parametrize("pool", ["p1 p2", ""], ids=["pool", "empty pool"])
def test_the_third_expiry_rescues_finished_sets_of_own_tiles(arranged: str, pool: str) -> None:
    """Opened: valid sets made only of tiles laid in this turn stay, the rest returns, the table is as it was."""
    kept = next(r[2] for r in RESCUES if r[1] == arranged)
    state = board(2, pool=pool)
    after, events = run_out(state, draft(arranged))
    ran_out, laid = events
    assert ran_out == RanOut(0, 3, took=bool(pool), tile="p1a" if pool else None)
    assert isinstance(laid, Laid)
    assert (laid.by, laid.sets) == ("rescue", (*sets(TABLE), *sets(kept)))
    own = {tile for made in sets(kept) for tile in made}
    assert set(after.racks[0]) == (set(tiles(RACK)) | {"p1a"} if pool else set(tiles(RACK))) - own
    assert (after.seat, after.passes) == (1, 0)
    assert everything(after) == everything(state)


@pytest.mark.parametrize(
    ("arranged", "why"),
    [
        (f"{TABLE} | r1 b1 *", "a joker"),
        (f"{TABLE} | k10 r10 *", "a joker worth thirty"),
        ("k3 k4 k5 k6 | r9 b9 p9", "the table touched"),
        ("k3 k4 k5 | r9 b9 p9 * | r1 b1", "a joker at the table"),
        (f"{TABLE} | k10 r10", "no set"),
    ],
)
def test_before_the_opening_nothing_is_rescued_that_does_not_open(arranged: str, why: str) -> None:
    """What is worth too little, holds a joker or touches the table returns to the rack: a pass."""
    state = board(2, opened=False)
    after, events = run_out(state, draft(arranged))
    assert events[1:] == (Passed(0, "clock"),), why
    assert not after.opened[0]
    assert after.table == state.table
    assert after.racks[0] == (*tiles(RACK), "p1a")


def test_before_the_opening_finished_sets_stay_if_they_open() -> None:
    """Thirty joker-free points of own tiles open the seat although the rest of the draft is in disorder."""
    for arranged in (
        f"{TABLE} | {OPENING} | r1 b1",
        f"{TABLE} | {OPENING} | r1 b1 *",
        f"k3 k4 k5 k6 | r9 b9 p9 | {OPENING}",
        f"k3 k4 | k5 | r9 b9 p9 | {OPENING}",
    ):
        after, events = run_out(board(2, opened=False), draft(arranged))
        laid = events[1]
        assert isinstance(laid, Laid)
        assert (laid.by, sorted(laid.tiles)) == ("rescue", sorted(tiles(OPENING)))
        assert after.opened[0]
        assert after.table == (*sets(TABLE), *sets(OPENING))
        assert "*a" in after.racks[0]


def test_before_the_opening_sets_below_the_minimum_return() -> None:
    """29 points in finished sets are no opening at the third expiry either; the minimum is the table's."""
    rack = "k7 r7 p7 k2 r2 b2 p2 k1"
    arranged = draft("k7 r7 p7 | k2 r2 b2 p2 | k1")
    state = position(rack, "r13", opened=False, glass=ran(2))
    assert run_out(state, arranged)[1][1:] == (Passed(0, "clock"),)
    lower = position("k10 r10 b10 k1", "r13", opened=False, glass=ran(2), options=Options(opening=40))
    assert run_out(lower, draft("k10 r10 b10 | k1"))[1][1:] == (Passed(0, "clock"),)


def test_a_rescue_that_empties_the_rack_ends_the_game() -> None:
    """Only with an empty pool: the tile for the third expiry comes first, and lies on the rack if there is one."""
    arranged = draft("k3 k4 | k5 | k10 r10 b10")
    dry = position("k10 r10 b10", "r13 *", table="k3 k4 k5", pool="", glass=ran(2))
    after, events = run_out(dry, arranged)
    assert [type(event) for event in events] == [RanOut, Laid, Ended]
    assert after.outcome
    assert (after.outcome.points, after.outcome.winners, after.outcome.reason) == ((43, -43), (0,), "went_out")
    wet = position("k10 r10 b10", "r13 *", table="k3 k4 k5", pool="p1", glass=ran(2))
    after, events = run_out(wet, arranged)
    assert [type(event) for event in events] == [RanOut, Laid]
    assert (after.outcome, after.racks[0]) == (None, ("p1a",))


def test_fault_36_a_tile_in_the_air_goes_home() -> None:
    """Fault 36: what is lifted is in no draft, what lies loose is in no set; both are on the rack afterwards."""
    for arranged in (None, draft(f"{TABLE} | r1"), draft(f"{TABLE} | r1 | b1 | *"), Draft((*sets(TABLE), ()))):
        state = board(0)
        for count in (1, 2, 3):
            state, events = run_out(state, arranged)
            assert isinstance(events[0], RanOut)
            assert events[0].count == count
            assert everything(state) == everything(board(0))
        assert set(state.racks[0]) == {*tiles(RACK), "p1a", "p2a", "p3a"}
        assert state.table == sets(TABLE)


# ---- passing by the clock ----


@pytest.mark.parametrize(
    ("pool", "passes"),
    [("", 1), ("p1", 0), ("p1 p2", 0), ("p1 p2 p3 p4", 0)],
    ids=["no tile", "one tile", "two tiles", "three tiles"],
)
def test_a_turn_that_ran_out_is_a_pass_only_if_no_tile_was_taken(pool: str, passes: int) -> None:
    """A tile at any of the three expiries is as good as a draw."""
    state, _ = run_out(board(0, pool=pool))
    state, _ = run_out(state)
    state, events = run_out(state)
    assert events[-1] == Passed(0, "clock")
    assert state.passes == passes
    assert len(state.racks[0]) == len(tiles(RACK)) + min(3, len(tiles(pool)))


def test_passing_after_a_tile_for_time_is_no_pass_either() -> None:
    """The last tile of the pool came for time; drawing nothing then does not count towards the stalemate."""
    state, _ = run_out(board(0, pool="p1"))
    after, events = do(state, Draw())
    assert events == (Passed(0),)
    assert after.passes == 0


def test_the_game_ends_when_all_seats_let_their_time_run_out_on_an_empty_pool() -> None:
    """Three seats, nine expiries, one end."""
    state = position("r1 r5", "b2", "p13", pool="")
    for expiry in range(9):
        assert state.outcome is None, expiry
        state, _ = run_out(state)
    assert state.outcome
    assert (state.outcome.winners, state.outcome.reason) == ((1,), "stalemate")
    assert RUMMY.due(state) is None


# ---- laws ----

OWN = st.lists(st.sampled_from(RACK.split()), unique=True, max_size=8)


@given(own=OWN, cut=st.integers(0, 4), opened=st.booleans(), times=st.integers(0, 2), pool=st.integers(0, 4))
def test_an_expiry_conserves_the_tiles_and_costs_at_most_one(
    own: list[str], cut: int, times: int, pool: int, *, opened: bool
) -> None:
    """Whatever lies: tiles are conserved, the pool loses one at most, the count is right, the third ends the turn."""
    state = board(times, opened=opened, pool=" ".join(f"p{n}" for n in range(1, pool + 1)))
    laid = tiles(" ".join(own))
    arranged = Draft(tuple(part for part in (*sets(TABLE), laid[:cut], laid[cut:]) if part))
    after, events = run_out(state, arranged)
    assert everything(after) == everything(state)
    assert len(state.pool) - len(after.pool) == sum(isinstance(e, RanOut) and e.took for e in events) <= 1
    assert all(e.count == times + 1 for e in events if isinstance(e, RanOut))
    if times == 2:
        assert after.turn == state.turn + 1 or after.outcome
    for tile in (tile for made in state.table for tile in made):
        assert any(tile in made for made in after.table)


def test_a_seat_that_ran_out_is_refused_afterwards() -> None:
    """The third expiry ended the turn; an act that comes later is another's."""
    state, _ = run_out(board(2))
    with refused("not_your_turn", seat=1):
        decide(state, 0, Draw(), NoChance())
