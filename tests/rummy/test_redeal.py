"""The option `redeal`: a seat that was dealt three identical pairs may have the tiles dealt anew."""

from __future__ import annotations

import msgspec
import pytest

from kameny.game import Before, Outcome
from kameny.play.chance import Scripted
from kameny.rummy import RUMMY
from kameny.rummy.course import deal, deal_anew
from kameny.rummy.model import Dealt, Draw, Options, Redeal, State
from kameny.rummy.rules import decide
from kameny.rummy.tiles import full_set
from refusals import refused
from rummy.positions import NoChance, Stacked, do, everything, lay, run_out, tiles

REDEAL = Options(redeal=True, jokers=4)
PAIRS = "k1 k1b r5 r5b b13 b13b k3 k5 k7 k9 r2 r12 p4 p8"
ORDINARY = "k2 k4 k6 k8 k10 r1 r3 r7 r9 b2 b4 b6 p1 p3"
OPENING = "k11 r11 b11 p11 k12 r13 b1 b3 b5 b7 b9 p5 p7 p9"
LATER = Before(2, 2, Outcome((0, 0, 0), (0,), "went_out"), (0, 0, 0))
"""The first seat begins."""


def dealt(*hands: str, options: Options = REDEAL) -> State:
    """A game of three that begins with these hands."""
    (event,) = deal(options, 3, LATER, Stacked({"deal": tiles(" ".join(hands))}))
    return RUMMY.evolve(None, event)


STATE = dealt(OPENING, PAIRS, ORDINARY)


def test_three_identical_pairs_in_the_deal_give_the_right() -> None:
    """Two tiles of one face are a pair; two jokers are one too, and two pairs are too few."""
    two = PAIRS.replace("b13b", "p13")
    assert STATE.pairs == (1,)
    assert dealt(two, PAIRS, ORDINARY).pairs == (1,)
    assert dealt(two.replace("k3 k5", "*a *b"), ORDINARY, OPENING).pairs == (0,)
    assert dealt(two.replace("k3 k5", "*a k5"), ORDINARY, OPENING).pairs == ()
    assert dealt(OPENING, PAIRS, ORDINARY, options=Options()).pairs == ()


def test_a_redeal_begins_the_game_anew() -> None:
    """The same opener and lots, a new shuffle, and turns that are counted on, so that what was under way is over."""
    (event,) = decide(STATE, 1, Redeal(), Scripted(1))
    assert isinstance(event, Dealt)
    assert (event.redealt, event.turn, event.opener, event.lots) == (1, STATE.turn + 1, STATE.opener, STATE.lots)
    after = RUMMY.evolve(STATE, event)
    assert (after.turn, after.seat, after.table, after.opened) == (2, STATE.opener, (), (False,) * 3)
    assert everything(after) == everything(STATE) == sorted(full_set(4))
    assert [len(rack) for rack in after.racks] == [14] * 3
    assert after.racks != STATE.racks
    due = RUMMY.due(after)
    assert due
    assert due.turn == 2


def test_every_redeal_is_a_drawing_of_its_own() -> None:
    """Its purpose names the turn, which never comes twice; the order is that of the chance."""
    top = {"redeal 1": tiles(f"{PAIRS} {PAIRS}"), "redeal 2": tiles(ORDINARY)}
    first = deal_anew(STATE, 1, Stacked(top))
    assert first.hands[0] == tiles(PAIRS)
    second = deal_anew(RUMMY.evolve(STATE, first), 0, Stacked(top))
    assert (second.hands[0], second.turn, second.redealt) == (tiles(ORDINARY), 3, 0)


def test_it_is_demanded_on_turn_or_off_until_the_first_lay() -> None:
    """Draws and expiries take nothing away, nor do the tiles that came since; a lay does."""
    state = STATE
    for step in range(4):
        assert RUMMY.view(state, 1).redeal
        assert len(decide(state, 1, Redeal(), Scripted(step))) == 1
        state = do(state, Draw())[0] if step % 2 else run_out(state)[0]
    laid, _ = do(STATE, lay("k11 r11 b11"))
    assert not RUMMY.view(laid, 1).redeal
    for seat in range(3):
        with refused("redeal_too_late"):
            decide(laid, seat, Redeal(), NoChance())


def test_who_has_no_three_pairs_has_no_right() -> None:
    """Not by the pairs of others, not by what was drawn later, and nobody without the option."""
    for seat in (0, 2):
        with refused("no_redeal"):
            decide(STATE, seat, Redeal(), NoChance())
    for seat in range(3):
        with refused("no_redeal"):
            decide(dealt(OPENING, PAIRS, ORDINARY, options=Options()), seat, Redeal(), NoChance())


def test_after_the_end_nothing_is_dealt() -> None:
    """A game that is over stays over, even if nobody ever laid."""
    state = msgspec.structs.replace(STATE, pool=())
    for _ in range(3):
        state, _ = do(state, Draw())
    assert state.outcome
    assert not RUMMY.view(state, 1).redeal
    with refused("game_over"):
        decide(state, 1, Redeal(), NoChance())


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_only_the_seat_itself_knows_of_its_right(viewer: int | None) -> None:
    """Its view says so and nobody else's; whoever imagines the game from a view sees the same."""
    view = RUMMY.view(STATE, viewer)
    assert view.redeal == (viewer == 1)
    for seed in range(5):
        assert RUMMY.view(RUMMY.imagine(view, Scripted(seed)), viewer) == view
    (event,) = decide(STATE, 1, Redeal(), Scripted(1))
    shown = RUMMY.conceal(event, viewer)
    assert isinstance(shown, Dealt)
    assert (shown.redealt, shown.turn, shown.pool) == (1, 2, ())
    assert [len(hand) for hand in shown.hands] == [14 if seat == viewer else 0 for seat in range(3)]


def test_off_turn_a_seat_has_no_moves_all_the_same() -> None:
    """The right to a redeal is no move that is waited for."""
    assert RUMMY.moves(RUMMY.view(STATE, 1)) == ()
    assert RUMMY.to_act(STATE) == {0}


def test_a_deal_of_older_days_is_still_replayed() -> None:
    """Without the newer fields it is the first turn of a game, by nobody's demand."""
    (event,) = deal(Options(), 2, LATER, Scripted(1))
    old = msgspec.to_builtins(event)
    for field in ("turn", "redealt"):
        del old[field]
    old["options"] = {"jokers": 2, "opening": 30, "clock": "table"}
    assert msgspec.convert(old, RUMMY.event) == event
