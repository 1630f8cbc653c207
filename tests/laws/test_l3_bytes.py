"""L3, over every byte that leaves the server: frames to seats and to who looks on, greetings, and refusals."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from msgspec.structs import replace

from kameny.game import AnyGame, Refused
from kameny.play.chance import Scripted
from kameny.play.live import Moment
from kameny.play.match import Match, Shuffle
from kameny.play.seats import Seat
from kameny.terms import Terms
from kameny.web import frames
from laws.walks import FEW, LAWS, SEEDS, Field, Step, mangled, moves, somewhere, viewers

SECRET = "5ec4e7" * 10 + "abcd"
NONCE = "0dd5" * 8


def moment(field: Field, step: Step, draft: Any) -> Moment:
    """A table at this step: people with keys, a secret that shuffled, and an arranging that lies."""
    seats = tuple(Seat(None, f"Person {i}", f"{i}" * 64) for i in range(step.seats))
    over = field.game.outcome(step.after)
    match = Match(
        version=9,
        code="ABCDEF",
        game=field.game.name,
        options=field.options(field.game, 0),
        terms=Terms(),
        seats=seats,
        secret="7" * 64 if over else "",
        nonces=(("1" * 64, NONCE),) if over else (),
        shuffle=Shuffle(1, SECRET, (NONCE,)),
        state=step.after,
        finished=1 if over else 0,
        totals=(0,) * step.seats,
        results=(over,) if over else (),
        done=(("0" * 64, "a private rid", 3),),
    )
    return Moment(match, step.events, frozenset({"0" * 64}), {"1" * 64: 5.0}, 2, None, draft)


def imagined(game: AnyGame, seen: Moment, viewer: int | None, seed: int) -> Moment:
    """The same table with everything changed that this viewer does not know."""
    state = game.imagine(game.view(seen.match.state, viewer), Scripted(seed))
    match = replace(seen.match, state=state, nonces=(), done=())
    events = tuple(game.conceal(event, viewer) for event in seen.events)
    return replace(seen, match=match, events=events, shown={}, table=[])


@LAWS
@given(seed=SEEDS, other=SEEDS)
def test_l3_an_update_is_the_same_bytes_whatever_is_hidden(field: Field, seed: int, other: int) -> None:
    """For every seat and for who looks on, with the arranging of another seat and the greeting of one's own."""
    game, step = field.game, somewhere(field, seed)
    awaited = sorted(game.to_act(step.after))
    draft = field.draft(step.after, awaited[0], Random(seed)) if awaited else None
    seen = moment(field, step, draft)
    for viewer in viewers(step.seats):
        twin = imagined(game, seen, viewer, other)
        own = frames.mine(game, seen, viewer, "a note") if viewer is not None else None
        for mine in (None, own):
            sent = frames.update(game, seen, viewer, 1.0, mine)
            assert sent == frames.update(game, twin, viewer, 1.0, mine)
            assert b"a private rid" not in sent
            assert b"0" * 64 not in sent
            assert (SECRET.encode() in sent) == (NONCE.encode() in sent) == (not awaited)
        if viewer is not None and viewer not in awaited and draft is not None:
            assert bytes(frames.mine(game, seen, viewer, None).draft) == b"null"


@LAWS
@given(seed=SEEDS)
def test_l3_an_arranging_is_sent_as_its_public_part(field: Field, seed: int) -> None:
    """Byte for byte the same as if nothing else had been in it."""
    game, step = field.game, somewhere(field, seed)
    for seat in game.to_act(step.after):
        draft = field.draft(step.after, seat, Random(seed))
        if draft is None:
            continue
        for viewer in viewers(step.seats):
            assert frames.arranged(game, seat, 1, draft, viewer) == frames.arranged(
                game, seat, 1, field.public(draft), viewer
            )


@FEW
@given(seed=SEEDS, other=SEEDS)
def test_l3_a_refusal_is_the_same_bytes_whatever_is_hidden(field: Field, seed: int, other: int) -> None:
    """Whatever a seat tries, and whoever it is, what it is told does not depend on others' hands or the pool."""
    game, step = field.game, somewhere(field, seed)
    found = [action for seat in game.to_act(step.after) for action in moves(game, step.after, seat)]
    tried = [*found, *mangled(game, found, Random(seed))]
    for viewer in range(step.seats):
        state = game.imagine(game.view(step.after, viewer), Scripted(other))
        for action in tried:
            assert _refusal(game, step.after, viewer, action) == _refusal(game, state, viewer, action)


def _refusal(game: AnyGame, state: Any, seat: int, action: Any) -> bytes | None:
    """The answer that a phone gets, if this is refused."""
    try:
        game.decide(state, seat, action, Scripted(0))
    except Refused as refused:
        return frames.answer("rid", 9, refused)
    return None
