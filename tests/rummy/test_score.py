"""How a game ends and what it is worth: an emptied rack, or an empty pool and nobody who goes on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.rummy import RUMMY
from kameny.rummy.model import Draw, Ended, State
from kameny.rummy.score import stalemate, went_out
from kameny.rummy.tiles import Tiles, full_set, points
from rummy.positions import do, lay, position, tiles

TABLE = "k3 k4 k5"


@st.composite
def hands(draw: st.DrawFn) -> tuple[Tiles, ...]:
    """Racks of two to four seats, none of them empty."""
    seats = draw(st.integers(2, 4))
    held = draw(st.lists(st.sampled_from(full_set(4)), min_size=seats, max_size=40, unique=True))
    return tuple(tuple(held[seat::seats]) for seat in range(seats))


def cost(rack: Tiles) -> int:
    """What a rack counts."""
    return sum(map(points, rack))


def pass_round(state: State) -> State:
    """Every seat passes in turn until the game is over."""
    for _ in range(len(state.racks)):
        state, _ = do(state, Draw())
    return state


# ---- going out ----


def test_every_other_seat_loses_its_rack_to_the_winner() -> None:
    """A tile costs its value, a joker 30: here 1+2, 13 and 30+5."""
    state = position("k6", "r1 r2", "b13", "* p5", table=TABLE)
    after, events = do(state, lay("k3 k4 k5 k6"))
    assert isinstance(events[-1], Ended)
    assert after.outcome
    assert (after.outcome.points, after.outcome.winners) == ((51, -3, -13, -35), (0,))
    assert after.outcome.reason == "went_out"


def test_a_joker_on_a_rack_costs_30() -> None:
    """Both of them cost 60, whoever holds them; one that was laid costs nothing."""
    assert went_out(((), ("*a", "*b"), ("k1a",)), 0).points == (61, -60, -1)
    state = position("*", "*b r1", table=TABLE)
    after, _ = do(state, lay("k3 k4 k5 *"))
    assert after.outcome
    assert after.outcome.points == (31, -31)


@given(hands(), st.data())
def test_going_out_pays_exactly_what_the_others_hold(racks: tuple[Tiles, ...], data: st.DataObject) -> None:
    """Points sum to zero, only the winner gains, and nobody pays more than the rack."""
    winner = data.draw(st.integers(0, len(racks) - 1))
    outcome = went_out(tuple(() if seat == winner else rack for seat, rack in enumerate(racks)), winner)
    assert sum(outcome.points) == 0
    assert outcome.winners == (winner,)
    assert all(outcome.points[seat] == -cost(rack) for seat, rack in enumerate(racks) if seat != winner)


# ---- the empty pool ----


def test_fault_44_the_worked_example_of_the_page_is_computed() -> None:
    """Fault 44: racks of 15, 8, 22 and 19 give minus 7, plus 32, minus 14, minus 11."""
    state = position("r2 r13", "b8", "b9 p13", "p7 k12", pool="")
    assert [cost(rack) for rack in state.racks] == [15, 8, 22, 19]
    after = pass_round(state)
    assert after.outcome
    assert after.outcome.points == (-7, 32, -14, -11)
    assert (after.outcome.winners, after.outcome.reason) == ((1,), "stalemate")


def test_fault_40_at_a_stalemate_the_lowest_sum_wins_not_the_fewest_tiles() -> None:
    """Fault 40: one 13 loses to 1 and 2."""
    after = pass_round(position("r13", "b1 b2", pool=""))
    assert after.outcome
    assert (after.outcome.winners, after.outcome.points) == ((1,), (-10, 10))


def test_fault_41_play_goes_on_until_all_pass_in_succession() -> None:
    """Fault 41: with an empty pool a lay starts the count anew, as often as something can be laid."""
    state = position("r13", "k6 k7 r1", "b13", table=TABLE, pool="")
    for laid in ("k3 k4 k5 k6", "k3 k4 k5 k6 k7"):
        state, _ = do(state, Draw())
        assert state.seat == 1
        state, _ = do(state, lay(laid))
        assert (state.passes, state.outcome) == (0, None)
        state, _ = do(state, Draw())
    assert (state.seat, state.passes, state.outcome) == (0, 1, None)
    state, _ = do(state, Draw())
    state, events = do(state, Draw())
    assert isinstance(events[-1], Ended)
    assert state.outcome
    assert state.outcome.winners == (1,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_must_pass_once(seats: int) -> None:
    """One pass fewer is no end; one tile in the pool is no end either."""
    racks = [f"{suit}{n}" for n, suit in enumerate("krbp", 1)][:seats]
    state = position(*racks, table=TABLE, pool="")
    for _ in range(seats - 1):
        state, _ = do(state, Draw())
        assert state.outcome is None
    state, _ = do(state, Draw())
    assert state.outcome
    dealt = position(*racks, table=TABLE, pool="p13")
    for _ in range(seats):
        dealt, _ = do(dealt, Draw())
    assert dealt.outcome is None
    assert dealt.passes == seats - 1


def test_fault_42_a_stalemate_has_a_winner_and_an_end() -> None:
    """Fault 42: the last event says that it is over, nobody is awaited, and every view has the result."""
    state = position("r13", "b1 b2", pool="", passes=1)
    after, events = do(state, Draw())
    assert isinstance(events[-1], Ended)
    assert events[-1].outcome == after.outcome == RUMMY.outcome(after)
    assert RUMMY.to_act(after) == frozenset()
    assert RUMMY.due(after) is None
    for seat in (0, 1, None):
        assert RUMMY.view(after, seat).outcome == after.outcome
        assert RUMMY.moves(RUMMY.view(after, seat)) == ()


def test_fault_43_all_racks_and_the_table_can_be_seen_after_the_end() -> None:
    """Fault 43: every seat and every spectator sees them all, and only then."""
    state = position("r13 r2", "b1 b2", table=TABLE, pool="", passes=1)
    after, _ = do(state, Draw())
    for seat in (0, 1, None):
        assert RUMMY.view(state, seat).racks == ()
        assert RUMMY.view(after, seat).racks == (tiles("r2 r13"), tiles("b1 b2"))
        assert RUMMY.view(after, seat).table == after.table


# ---- ties ----


def test_among_equal_racks_the_fewer_tiles_win() -> None:
    """Twelve in one tile beats twelve in two."""
    outcome = stalemate((tiles("r5 r7"), tiles("b12"), tiles("k13")), 0)
    assert (outcome.winners, outcome.points) == ((1,), (0, 1, -1))


def test_equal_racks_of_equally_many_tiles_share() -> None:
    """The plus is split in whole points: 20 and 20 lost make 8 and 8 where the lowest holds 12."""
    outcome = stalemate((tiles("r12"), tiles("b12"), tiles("k10 r10"), tiles("k9 k11")), 0)
    assert (outcome.winners, outcome.points) == ((0, 1), (8, 8, -8, -8))


@pytest.mark.parametrize(
    ("opener", "shared"),
    [(0, (1, 0, -1, 0)), (1, (0, 1, -1, 0)), (2, (0, 0, -1, 1)), (3, (0, 0, -1, 1))],
)
def test_points_left_over_go_one_each_in_seat_order_from_the_opener(opener: int, shared: tuple[int, ...]) -> None:
    """Three seats share one point: the first of them from the opener on gets it."""
    outcome = stalemate((tiles("r12"), tiles("b12"), tiles("k13"), tiles("p12")), opener)
    assert (outcome.winners, outcome.points) == ((0, 1, 3), shared)


def test_two_sharedleft_over_go_to_two_seats() -> None:
    """Five among three are two, two and one, from the opener on."""
    racks = (tiles("r2"), tiles("b2"), tiles("k2"), tiles("p7"))
    assert stalemate(racks, 0).points == (2, 2, 1, -5)
    assert stalemate(racks, 2).points == (2, 1, 2, -5)


def test_where_all_are_equal_nobody_gains() -> None:
    """All share the win, and nothing."""
    assert stalemate((tiles("r2"), tiles("b2")), 1).points == (0, 0)
    assert stalemate((tiles("r2"), tiles("b2")), 1).winners == (0, 1)


@given(hands(), st.integers(0, 3))
def test_a_stalemate_sums_to_zero_and_the_lowest_rack_wins(racks: tuple[Tiles, ...], opener: int) -> None:
    """Losers lose the difference to the lowest rack; winners differ by a point at most and lose nothing."""
    outcome = stalemate(racks, opener % len(racks))
    low = min(map(cost, racks))
    assert sum(outcome.points) == 0
    assert outcome.winners
    for seat, rack in enumerate(racks):
        if seat in outcome.winners:
            assert cost(rack) == low
            assert outcome.points[seat] >= 0
        else:
            assert outcome.points[seat] == low - cost(rack)
    shares = [outcome.points[seat] for seat in outcome.winners]
    assert max(shares) - min(shares) <= 1
