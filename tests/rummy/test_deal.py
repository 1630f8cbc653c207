"""The deal: 14 tiles each, the opener by lot, and then the start goes round."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kameny.game import Before, Outcome
from kameny.play.chance import Scripted
from kameny.play.commands import open_match
from kameny.play.seats import Seat
from kameny.rummy import RUMMY
from kameny.rummy.course import deal
from kameny.rummy.model import Dealt, Options, State
from kameny.rummy.tiles import Tile, full_set, is_joker, value
from kameny.terms import Terms
from refusals import refused
from rummy.positions import Stacked, everything, tiles

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 4)
FIRST = Before()


def dealt_by(lots: dict[str, str], seats: int) -> Dealt:
    """The first deal of a series where these tiles come out of the bag, by attempt."""
    (event,) = deal(Options(), seats, FIRST, Stacked({name: tiles(text) for name, text in lots.items()}))
    assert isinstance(event, Dealt)
    return event


def begun(seed: int, seats: int, before: Before = FIRST, options: Options | None = None) -> State:
    """A game that has just been dealt."""
    (event,) = deal(options or Options(), seats, before, Scripted(seed))
    return RUMMY.evolve(None, event)


# ---- hands ----


@given(SEEDS, SEATS, st.integers(0, 4))
def test_every_seat_gets_14_tiles_and_the_rest_is_the_pool(seed: int, seats: int, jokers: int) -> None:
    """104 tiles and the jokers, each once, by id."""
    state = begun(seed, seats, options=Options(jokers=jokers))
    assert [len(rack) for rack in state.racks] == [14] * seats
    assert len(state.pool) == 104 + jokers - 14 * seats
    assert everything(state) == sorted(full_set(jokers))
    assert (state.table, state.turn, state.seat, state.passes) == ((), 1, state.opener, 0)
    assert state.opened == (False,) * seats


def test_the_full_set_has_two_copies_of_every_face() -> None:
    """13 values in four suits twice are 104; 106 with the two jokers of the page."""
    assert len(full_set()) == len(set(full_set())) == 106
    assert sum(map(is_joker, full_set())) == 2
    assert sorted({tile[:-1] for tile in full_set()} - {"*"}) == sorted(f"{s}{v}" for s in "krbp" for v in range(1, 14))


@given(SEEDS)
def test_two_deals_differ(seed: int) -> None:
    """Another seed, other hands: the deal uses its chance."""
    assert begun(seed, 2).racks != begun(seed + 1, 2).racks


# ---- who begins ----


def test_the_highest_lot_begins_the_first_game() -> None:
    """Each seat draws one tile, all of them are shown, the highest begins."""
    event = dealt_by({"lots 1": "r5 b12 k11"}, 3)
    assert event.lots == ((0, "r5a"), (1, "b12a"), (2, "k11a"))
    assert event.opener == 1
    state = RUMMY.evolve(None, event)
    assert (state.seat, state.opener, state.lots) == (1, 1, event.lots)
    assert RUMMY.view(state, None).lots == event.lots


def test_a_joker_is_drawn_again() -> None:
    """By the seat that drew it, at once, as often as it draws one."""
    event = dealt_by({"lots 1": "*a *b r5 b12"}, 2)
    assert event.lots == ((0, "*a"), (0, "*b"), (0, "r5a"), (1, "b12a"))
    assert event.opener == 1


def test_ties_for_the_highest_are_drawn_again() -> None:
    """Only those who tie draw again, from a full bag; a lower lot is out."""
    event = dealt_by({"lots 1": "r5 b12 k12 p2", "lots 2": "b3 * k3", "lots 3": "b12 k1"}, 4)
    assert event.lots == (
        *((0, "r5a"), (1, "b12a"), (2, "k12a"), (3, "p2a")),
        *((1, "b3a"), (2, "*a"), (2, "k3a")),
        *((1, "b12a"), (2, "k1a")),
    )
    assert event.opener == 1


def opener_by(lots: tuple[tuple[int, Tile], ...], seats: int) -> int:
    """The opener as anybody at the table would work it out from the tiles that were shown."""
    shown = iter(lots)
    still = list(range(seats))
    while len(still) > 1:
        drawn: dict[int, int] = {}
        for contender in still:
            seat, tile = next(shown)
            while is_joker(tile):
                seat, tile = next(shown)
            assert seat == contender
            drawn[seat] = value(tile)
        still = [seat for seat in still if drawn[seat] == max(drawn.values())]
    assert next(shown, None) is None, "nobody draws once it is clear"
    return still[0]


@given(SEEDS, SEATS)
@example(28, 4)
def test_the_lots_explain_the_opener_and_go_back_before_the_deal(seed: int, seats: int) -> None:
    """Whoever follows the shown tiles finds the same opener; no tile is missing afterwards."""
    state = begun(seed, seats)
    assert opener_by(state.lots, seats) == state.opener
    assert everything(state) == sorted(full_set())


@given(SEEDS, SEATS, st.integers(0, 3))
def test_later_the_start_goes_round(seed: int, seats: int, last: int) -> None:
    """The seat after the last opener begins, whoever won, and no lots are drawn."""
    outcome = Outcome((0,) * seats, (0,), "went_out")
    state = begun(seed, seats, Before(2, last % seats, outcome, (0,) * seats))
    assert (state.opener, state.lots) == ((last + 1) % seats, ())
    assert state.seat == state.opener


# ---- what a deal does not tell ----


@given(SEEDS, SEATS)
def test_nobody_sees_the_order_of_the_pool_or_of_a_hand(seed: int, seats: int) -> None:
    """The concealed deal holds one's own hand in fixed order, nobody else's, and no pool."""
    (event,) = deal(Options(), seats, FIRST, Scripted(seed))
    for seat in (*range(seats), None):
        shown = RUMMY.conceal(event, seat)
        assert isinstance(shown, Dealt)
        assert shown.pool == ()
        for whose, hand in enumerate(shown.hands):
            assert hand == (tuple(sorted(hand, key=full_set().index)) if whose == seat else ())
            assert len(hand) == (14 if whose == seat else 0)


# ---- options ----


@pytest.mark.parametrize(
    "options",
    [
        *(
            b'{"jokers":5}',
            b'{"jokers":-1}',
            b'{"opening":31}',
            b'{"clock":"90"}',
            b'{"clock":30}',
            b'{"hand":7}',
            b"[]",
        ),
        *(b'{"official":1}', b'{"playing_on":"yes"}', b'{"joker":"stays"}', b'{"redeal":null}'),
    ],
)
def test_fault_31_options_are_validated_when_the_table_is_opened(options: bytes) -> None:
    """Fault 31: a setting that is missing is the page's, one that cannot be is refused before anybody joins."""
    with refused("bad_options"):
        open_match(RUMMY, "ABCDEF", msgspec.Raw(options), Terms(), (Seat(), Seat()), "00")
    assert msgspec.json.decode(b"{}", type=RUMMY.options) == Options(2, 30, "table")
