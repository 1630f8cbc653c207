"""L3: what a seat or a spectator is shown depends only on what it may know."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kameny.game import AnyGame, Before, Refused
from kameny.play.chance import Scripted
from laws.walks import FEW, LAWS, SEEDS, Field, accepted, encoded, moves, somewhere, viewers


class Exchanged(Scripted):
    """The same chance, but that two places of every shuffle are exchanged."""

    def __init__(self, seed: int, one: int, other: int) -> None:
        super().__init__(seed)
        self.places = (one, other)

    def shuffled(self, items: Any, purpose: str) -> tuple[Any, ...]:
        order = list(super().shuffled(items, purpose))
        one, other = (place % len(order) for place in self.places)
        order[one], order[other] = order[other], order[one]
        return tuple(order)


def shown(game: AnyGame, state: Any, events: tuple[Any, ...], viewer: int | None) -> list[bytes]:
    """What the viewer sees of these events and after each, up to the end of the game, when all may be seen."""
    found: list[bytes] = []
    for event in events:
        state = game.evolve(state, event)
        if game.outcome(state):
            break
        found += [encoded(game.conceal(event, viewer)), encoded(game.view(state, viewer))]
    return found


@LAWS
@given(seed=SEEDS, other=SEEDS)
def test_l3_an_imagined_state_looks_the_same(field: Field, seed: int, other: int) -> None:
    """For every viewer, the view of a state imagined from its view is that view, byte for byte."""
    game, step = field.game, somewhere(field, seed)
    for viewer in viewers(step.seats):
        view = game.view(step.after, viewer)
        imagined = game.imagine(view, Scripted(other))
        assert encoded(game.view(imagined, viewer)) == encoded(view)
        assert game.turn(imagined) == game.turn(step.after)
        assert game.to_act(imagined) == game.to_act(step.after)
        assert game.due(imagined) == game.due(step.after)


@FEW
@given(seed=SEEDS, other=SEEDS)
def test_l3_what_others_do_looks_the_same_in_every_imagined_state(field: Field, seed: int, other: int) -> None:
    """An action of another seat that is legal in both states shows the viewer the same bytes, chance being equal."""
    game, step = field.game, somewhere(field, seed)
    for viewer in viewers(step.seats):
        imagined = game.imagine(game.view(step.after, viewer), Scripted(other))
        for seat in game.to_act(step.after) - {viewer}:
            for action in (*moves(game, step.after, seat), *moves(game, imagined, seat)):
                here = accepted(game, step.after, seat, action, other)
                there = accepted(game, imagined, seat, action, other)
                if here is not None and there is not None:
                    assert shown(game, step.after, here, viewer) == shown(game, imagined, there, viewer)


@LAWS
@given(seed=SEEDS, other=SEEDS)
def test_l3_expiries_look_the_same_in_every_imagined_state(field: Field, seed: int, other: int) -> None:
    """With a draft that can lie in both states, and without one, another's expiry shows the same bytes."""
    game, step = field.game, somewhere(field, seed)
    due = game.due(step.after)
    if not due:
        return
    for viewer in viewers(step.seats):
        imagined = game.imagine(game.view(step.after, viewer), Scripted(other))
        for seat in game.to_act(step.after) - {viewer}:
            for draft in (None, field.draft(step.after, seat, Random(other))):
                if draft is not None:
                    try:
                        game.admit_draft(imagined, seat, draft)
                    except Refused:
                        continue
                here = tuple(game.expire(step.after, due, draft, Scripted(other)))
                there = tuple(game.expire(imagined, due, draft, Scripted(other)))
                assert shown(game, step.after, here, viewer) == shown(game, imagined, there, viewer)


@LAWS
@given(seed=SEEDS)
def test_l3_a_shown_draft_is_its_public_part(field: Field, seed: int) -> None:
    """Another's arranging shows what the game calls public and nothing else, to every viewer alike."""
    game, step = field.game, somewhere(field, seed)
    for seat in game.to_act(step.after):
        draft = field.draft(step.after, seat, Random(seed))
        for viewer in viewers(step.seats) if draft is not None else ():
            assert encoded(game.show_draft(draft, viewer)) == encoded(field.public(draft))


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS, one=st.integers(0, 200), other=st.integers(0, 200), first=st.booleans())
def test_l3_a_deal_tells_a_seat_no_more_than_its_view(
    field: Field, seed: int, one: int, other: int, *, first: bool
) -> None:
    """Two deals that leave a viewer the same view show it the same events: no order, no pool, no other hand."""
    game = field.game
    before = Before() if first else Before(2, 0)
    seats = Random(seed).choice(game.seats)
    found: list[list[tuple[bytes, bytes]]] = []
    for chance in (Scripted(seed), Exchanged(seed, one, other)):
        events = game.deal(game.options(), seats, before, chance)
        state: Any = None
        for event in events:
            state = game.evolve(state, event)
        found.append(
            [
                (encoded(game.view(state, viewer)), encoded([game.conceal(event, viewer) for event in events]))
                for viewer in viewers(seats)
            ]
        )
    for (view, events), (same_view, same_events) in zip(*found, strict=True):
        if view == same_view:
            assert events == same_events


@FEW
@given(seed=SEEDS, other=SEEDS)
def test_l3_what_a_view_offers_is_legal_in_every_state_it_may_be_of(field: Field, seed: int, other: int) -> None:
    """Moves come from the view alone, so the judge accepts them whatever lies hidden; who is not awaited has none."""
    game, step = field.game, somewhere(field, seed)
    for viewer in viewers(step.seats):
        view = game.view(step.after, viewer)
        offered = game.moves(view)
        assert bool(offered) == (viewer in game.to_act(step.after))
        imagined = game.imagine(view, Scripted(other))
        for action in offered:
            assert viewer is not None
            for state in (step.after, imagined):
                game.decide(state, viewer, action, Scripted(other))
