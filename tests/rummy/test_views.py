"""What a seat is shown of tile rummy, and what it is not. The general law is in `tests/laws`."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.play.chance import Scripted
from kameny.rummy import RUMMY
from kameny.rummy.model import Draw, Drew, RanOut, State
from kameny.rummy.tiles import full_set
from rummy.positions import do, draft, everything, lay, position, ran, run_out, shuffled, tiles

TABLE = "k3 k4 k5 | r9 b9 *"
STATE = position("r13 k9 *b r1", "p1 b2 k6", "r3 r2", table=TABLE, opened=(True, False, True), passes=0)
VIEWERS = (0, 1, 2, None)


def shown(state: State, seat: int | None) -> bytes:
    """A view as it goes over the wire."""
    return msgspec.json.encode(RUMMY.view(state, seat))


def hidden_from(state: State, seat: int | None) -> set[str]:
    """The tiles this viewer may not know of."""
    racks = {tile for whose, rack in enumerate(state.racks) if whose != seat for tile in rack}
    return racks.union(state.pool)


def test_a_seat_sees_its_rack_and_how_many_tiles_the_others_hold() -> None:
    """One's own tiles in fixed order, counts of the others, the size of the pool, the whole table."""
    view = RUMMY.view(STATE, 0)
    assert view.rack == tiles("k9 r1 r13 *b")
    assert view.counts == (4, 3, 2)
    assert (view.pool, view.table, view.opened) == (len(STATE.pool), STATE.table, (True, False, True))
    assert view.you == 0


def test_a_spectator_sees_no_rack() -> None:
    """Counts, the table, whose turn it is, and nothing that is held."""
    view = RUMMY.view(STATE, None)
    assert (view.rack, view.fresh, view.racks, view.you) == ((), (), (), None)
    assert view.counts == (4, 3, 2)


def test_a_joker_on_the_table_shows_what_it_stands_for() -> None:
    """Every tile's face, the joker's included; a group's joker takes the first free suit."""
    assert RUMMY.view(STATE, 1).stands == (("k3", "k4", "k5"), ("r9", "b9", "k9"))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_fault_53_no_view_holds_a_hidden_tile(viewer: int | None) -> None:
    """Fault 53: neither another's rack, nor what it drew last, nor the pool is in the bytes."""
    state, _ = do(STATE, Draw())
    state, _ = run_out(state)
    for position_ in (STATE, state):
        data = shown(position_, viewer).decode()
        assert not [tile for tile in hidden_from(position_, viewer) if f'"{tile}"' in data]


@given(st.integers(0, 2**32), st.sampled_from(VIEWERS))
def test_a_view_does_not_depend_on_the_order_of_pool_and_racks(seed: int, viewer: int | None) -> None:
    """However the pool lies and in whatever order tiles came to a rack, the bytes are the same."""
    stirred = msgspec.structs.replace(
        STATE, pool=shuffled(seed, STATE.pool), racks=tuple(shuffled(seed, rack) for rack in STATE.racks)
    )
    assert shown(stirred, viewer) == shown(STATE, viewer)


@given(st.integers(0, 2**32), st.sampled_from(VIEWERS))
def test_an_imagined_state_looks_the_same_and_has_all_tiles(seed: int, viewer: int | None) -> None:
    """What is hidden is dealt anew among the places it may lie in; no tile comes or goes."""
    imagined = RUMMY.imagine(RUMMY.view(STATE, viewer), Scripted(seed))
    assert shown(imagined, viewer) == shown(STATE, viewer)
    assert everything(imagined) == everything(STATE) == sorted(full_set())


def test_a_drawn_tile_is_seen_by_the_seat_that_drew_it_only() -> None:
    """In the event and in the mark of fresh tiles; the others see that a tile was drawn."""
    state, (drew,) = do(STATE, Draw())
    late, (ran_out,) = run_out(STATE)
    top = STATE.pool[0]
    assert RUMMY.conceal(drew, 0) == Drew(0, top)
    assert RUMMY.conceal(ran_out, 0) == RanOut(0, 1, took=True, tile=top)
    for other in (1, 2, None):
        assert RUMMY.conceal(drew, other) == Drew(0, None)
        assert RUMMY.conceal(ran_out, other) == RanOut(0, 1, took=True, tile=None)
    for after in (state, late):
        assert RUMMY.view(after, 0).fresh == (top,)
        assert [RUMMY.view(after, other).fresh for other in (1, 2, None)] == [(), (), ()]
        assert RUMMY.view(after, 0).last in {None, Drew(0, None)}


def test_laying_passing_and_the_end_are_seen_by_all() -> None:
    """What lies on the table, that a seat passed, and the result are everybody's."""
    board = position("k6", "p1", table="k3 k4 k5", pool="")
    for events in (do(board, lay("k3 k4 k5 k6"))[1], do(board, Draw())[1]):
        for event in events:
            assert {RUMMY.conceal(event, viewer) for viewer in (0, 1, None)} == {event}


def test_an_arranging_is_seen_as_it_lies() -> None:
    """A draft holds what lies on the table and nothing that was lifted, so all of it may be seen."""
    arranged = draft("k3 k4 | k5 | r9 b9 * k9 | r13")
    assert {RUMMY.show_draft(arranged, viewer) for viewer in VIEWERS} == {arranged}


def test_the_view_of_a_turn_says_how_often_time_ran_out() -> None:
    """Fault 38: the count of the hourglass and whether a tile came, for every phone to say so."""
    state, _ = run_out(position("r1", "r2", glass=ran(1), pool="p1"))
    for viewer in (0, 1, None):
        assert (RUMMY.view(state, viewer).glass.ran, RUMMY.view(state, viewer).took) == (2, True)
