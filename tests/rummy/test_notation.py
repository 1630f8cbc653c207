"""The text notation of tile rummy, and every other way in which a tile travels."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.game import Outcome, Refused
from kameny.play.events import Played, decode, encode, pack, unpack
from kameny.rummy import RUMMY
from kameny.rummy.model import Action, Dealt, Draft, Draw, Drew, Event, Laid, Options, RanOut, View
from kameny.rummy.tiles import Tile, full_set, is_joker
from refusals import refused
from rummy.positions import do, draft, lay, position, ran, run_out

GAME = msgspec.structs.replace(
    position("r13 k9 r1", "p1 b2 k6", table="k3 k4 k5 | r9 b9 *", opened=(True, False), glass=ran(1), took=True),
    lots=((0, "r5a"), (1, "b12a")),
    fresh=(("r1a",), ()),
    last=Drew(1, None),
    pool=("k1a", "p3b"),
)
TEXT = """\
options jokers=2 opening=30 clock=table official=no playing_on=no joker=free redeal=no
turn 5 seat 0 opener 0 passes 0
glass 30 ran 1 took yes
table k3a k4a k5a | r9a b9a *a
rack 0 opened r13a k9a r1a ! r1a
rack 1 new p1a b2a k6a
pool k1a p3b
lots 0:r5a 1:b12a
last {"kind":"drew","seat":1,"tile":null}
"""


def test_a_game_is_written_as_lines_that_a_person_can_read() -> None:
    """One line for every matter; the text is the state and the state is the text."""
    assert RUMMY.write(GAME) == TEXT
    assert RUMMY.read(TEXT) == GAME


def test_a_finished_game_and_one_without_a_clock_can_be_written() -> None:
    """The outcome has its line, empty racks, tables and pools are empty lines."""
    over, _ = do(position("k6", "r1", table="k3 k4 k5", pool=""), lay("k3 k4 k5 k6"))
    assert RUMMY.read(RUMMY.write(over)) == over
    assert over.outcome == Outcome((1, -1), (0,), "went_out")
    still = position("", "r1", options=Options(jokers=0, opening=0, clock="off"))
    assert "glass off ran 0 took no\ntable\nrack 0 opened\nrack 1 opened r1a\n" in RUMMY.write(still)
    assert RUMMY.read(RUMMY.write(still)) == still


def test_what_jokers_keep_standing_for_and_who_may_demand_a_redeal_have_their_lines() -> None:
    """Only where there are any; a text of older days, without the newer options, is read with the page's."""
    options = Options(official=True, playing_on=True, joker="exchange", redeal=True)
    state = position("r1", "r2", table="r9 b9 *", kept="*=p9", options=options)
    state = msgspec.structs.replace(state, pairs=(0, 1))
    assert "official=yes playing_on=yes joker=exchange redeal=yes\n" in RUMMY.write(state)
    assert "\nstands *a:p9\npairs 0 1\n" in RUMMY.write(state)
    assert RUMMY.read(RUMMY.write(state)) == state
    assert RUMMY.read(TEXT.replace(" official=no playing_on=no joker=free redeal=no", "")) == GAME


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("rack 1 new p1a b2a k6a", "rack 1 new p1a b2a q6a"),
        ("rack 1 new p1a b2a k6a", "rack 1 old p1a b2a k6a"),
        ("rack 1 new p1a b2a k6a", "rack 2 new p1a b2a k6a"),
        ("rack 1 new p1a b2a k6a", "rack one new p1a"),
    ],
)
def test_a_rack_that_cannot_be_read_is_quoted(line: str, instead: str) -> None:
    """The refusal names the very line."""
    with refused("bad_notation", line=instead):
        RUMMY.read(TEXT.replace(line, instead))


@pytest.mark.parametrize("missing", [0, 1, 2, 3, 4, 6])
def test_a_line_that_is_missing_is_refused(missing: int) -> None:
    """Lots, the last turn and the outcome may be missing, nothing else; racks count from 0 without a gap."""
    lines = TEXT.splitlines()
    with refused("bad_notation"):
        RUMMY.read("\n".join(lines[:missing] + lines[missing + 1 :]))


@given(st.data())
def test_what_is_not_notation_is_refused_and_nothing_else_happens(data: st.DataObject) -> None:
    """A text with any characters changed, cut or added is read, or refused as bad notation."""
    at = data.draw(st.integers(0, len(TEXT) - 1))
    cut = data.draw(st.integers(0, 5))
    added = data.draw(st.text(alphabet='abkrp*0123456789 :=|!\n{}"-', max_size=4))
    text = TEXT[:at] + added + TEXT[at + cut :]
    state, code = None, "bad_notation"
    try:
        state = RUMMY.read(text)
    except Refused as refusal:
        code = refusal.code
    assert code == "bad_notation"
    assert state is None or RUMMY.read(RUMMY.write(state)) == state


# ---- every other way a tile travels ----

JOKERS = tuple(tile for tile in full_set(4) if is_joker(tile))


@given(st.permutations(full_set(4)))
def test_fault_4_every_tile_comes_through_every_format_as_itself(order: list[Tile]) -> None:
    """Fault 4: jokers and both copies of a face, in actions, drafts, events, rows, views, states and notation."""
    some = tuple(order[:5])
    hand = tuple(order[5:19])
    options = Options(jokers=4)
    events: tuple[Event, ...] = (
        Dealt(options, 0, ((0, order[0]),), (hand, tuple(order[19:33])), tuple(order[33:])),
        Laid(0, some, (some, hand)),
        Drew(0, order[0]),
        RanOut(1, 2, took=True, tile=order[1]),
    )
    for event in events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=RUMMY.event) == event
    row = decode(encode(Played(0, pack(events))))
    assert isinstance(row, Played)
    assert unpack(RUMMY, row.events) == events
    action, arranged = lay(""), draft("")
    action = msgspec.structs.replace(action, sets=(some, hand))
    arranged = msgspec.structs.replace(arranged, sets=(some, hand))
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action
    assert msgspec.json.decode(msgspec.json.encode(arranged), type=Draft) == arranged
    state = RUMMY.evolve(None, events[0])
    assert RUMMY.read(RUMMY.write(state)) == state
    view = RUMMY.view(state, 0)
    assert sorted(view.rack) == sorted(hand)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_fault_4_a_joker_stays_a_joker_from_the_hand_to_the_table_and_through_time() -> None:
    """Fault 4: dealt, laid, in the view of the others, in the notation; it is `*` with its copy everywhere."""
    for joker in JOKERS:
        state = position(f"{joker} r1 r5", "p1", table="k3 k4 k5", options=Options(jokers=4))
        after, (event,) = do(state, lay(f"k3 k4 k5 {joker}"))
        assert isinstance(event, Laid)
        assert event.tiles == (joker,)
        assert RUMMY.view(after, 1).table == (("k3a", "k4a", "k5a", joker),)
        assert RUMMY.view(after, 1).stands == (("k3", "k4", "k5", "k6"),)
        assert f"k5a {joker}\n" in RUMMY.write(after)


def test_fault_13_having_opened_is_part_of_what_is_written() -> None:
    """Fault 13: at every step of a turn the text brings back who has opened."""
    state = position("k10 r10 b10 r1", "p1 p5", opened=False)
    opened, _ = do(state, lay("k10 r10 b10"))
    for step in (state, opened, run_out(opened)[0], do(opened, Draw())[0]):
        assert RUMMY.read(RUMMY.write(step)).opened == step.opened
    assert RUMMY.read(RUMMY.write(opened)).opened == (True, False)
