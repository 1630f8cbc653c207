"""A toy game, which exists in the tests only: whoever holds the nine may lay it down; it is a whole `Game`.

Each seat holds one of the numbers 1 to 9; on its turn it swaps with the pile's top, or throws a die (chance in
`decide`). A clock of two seconds costs a point. After six turns the highest number wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from kameny.game import Before, Chance, Due, Game, Outcome, Player, Refused, Standing

TURNS = 6


class ToyOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many seconds a turn has."""

    seconds: int = 2


class Swap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="swap"):
    """Take the top of the pile and put the own number under it."""


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="throw"):
    """Throw a die for nothing."""


Action = Swap | Throw


class ToyDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the seat ponders: openly, and in secret."""

    open: str
    secret: str = ""


class Begun(msgspec.Struct, frozen=True, tag_field="kind", tag="begun"):
    """Who holds what."""

    options: ToyOptions
    opener: int
    held: tuple[int, ...]
    pile: tuple[int, ...]


class Swapped(msgspec.Struct, frozen=True, tag_field="kind", tag="swapped"):
    """A seat took a number, which only it sees."""

    seat: int
    number: int | None


class Thrown(msgspec.Struct, frozen=True, tag_field="kind", tag="thrown"):
    """A die fell."""

    seat: int
    face: int


class Late(msgspec.Struct, frozen=True, tag_field="kind", tag="late"):
    """The time of a turn is over."""

    seat: int


Event = Begun | Swapped | Thrown | Late


class ToyState(msgspec.Struct, frozen=True):
    """One toy game."""

    options: ToyOptions
    opener: int
    turn: int
    held: tuple[int, ...]
    pile: tuple[int, ...]
    faces: tuple[int, ...] = ()


class ToyView(msgspec.Struct, frozen=True):
    """What a seat sees."""

    you: int | None
    options: ToyOptions
    opener: int
    turn: int
    seats: int
    mine: int | None
    pile: int
    faces: tuple[int, ...]
    held: tuple[int, ...]


def seat_on_turn(state: ToyState | ToyView) -> int:
    seats = len(state.held) if isinstance(state, ToyState) else state.seats
    return (state.opener + state.turn - 1) % seats


def deal(options: ToyOptions, seats: int, before: Before, chance: Chance) -> Sequence[Event]:
    numbers = chance.shuffled(range(1, 10), "deal")
    opener = 0 if before.opener is None else (before.opener + 1) % seats
    return (Begun(options, opener, tuple(numbers[:seats]), tuple(numbers[seats:])),)


def decide(state: ToyState, seat: int, action: Action, chance: Chance) -> Sequence[Event]:
    if outcome(state):
        raise Refused("game_over")
    if seat != seat_on_turn(state):
        raise Refused("not_your_turn", seat=seat_on_turn(state))
    if isinstance(action, Swap):
        return (Swapped(seat, state.pile[0]),)
    return (Thrown(seat, chance.below(6, f"throw {state.turn}") + 1),)


def evolve(state: ToyState | None, event: Event) -> ToyState:
    if isinstance(event, Begun):
        return ToyState(event.options, event.opener, 1, event.held, event.pile)
    assert state
    turn = state.turn + 1
    match event:
        case Swapped(seat=seat, number=number):
            assert number is not None
            held = (*state.held[:seat], number, *state.held[seat + 1 :])
            return replace(state, turn=turn, held=held, pile=(*state.pile[1:], state.held[seat]))
        case Thrown(face=face):
            return replace(state, turn=turn, faces=(*state.faces, face))
        case Late():
            return replace(state, turn=turn)


def view(state: ToyState, seat: int | None) -> ToyView:
    return ToyView(
        you=seat,
        options=state.options,
        opener=state.opener,
        turn=state.turn,
        seats=len(state.held),
        mine=None if seat is None else state.held[seat],
        pile=len(state.pile),
        faces=state.faces,
        held=state.held if outcome(state) else (),
    )


def conceal(event: Event, seat: int | None) -> Event:
    match event:
        case Begun(held=held):
            return replace(event, held=tuple(n if i == seat else 0 for i, n in enumerate(held)), pile=())
        case Swapped(seat=whose) if whose != seat:
            return replace(event, number=None)
        case _:
            return event


def admit_draft(state: ToyState, seat: int, draft: ToyDraft) -> None:
    if seat != seat_on_turn(state):
        raise Refused("not_your_turn", seat=seat_on_turn(state))
    if draft.open == "impossible":
        raise Refused("not_yours")


def show_draft(draft: ToyDraft, _seat: int | None) -> ToyDraft:
    return ToyDraft(draft.open)


def moves(view: ToyView) -> Sequence[Action]:
    return (Swap(), Throw()) if view.you == seat_on_turn(view) and view.turn <= TURNS else ()


def imagine(view: ToyView, chance: Chance) -> ToyState:
    if view.held:
        rest = [n for n in range(1, 10) if n not in view.held]
        return ToyState(view.options, view.opener, view.turn, view.held, tuple(rest), view.faces)
    numbers = list(chance.shuffled([n for n in range(1, 10) if n != view.mine], "imagine"))
    held = tuple(view.mine if i == view.you and view.mine else numbers.pop() for i in range(view.seats))
    return ToyState(view.options, view.opener, view.turn, held, tuple(numbers), view.faces)


def pieces(state: ToyState) -> Sequence[str]:
    return [str(number) for number in (*state.held, *state.pile)]


def turn_of(state: ToyState) -> int:
    return state.turn


def to_act(state: ToyState) -> frozenset[int]:
    return frozenset() if outcome(state) else frozenset((seat_on_turn(state),))


def outcome(state: ToyState) -> Outcome | None:
    if state.turn <= TURNS:
        return None
    best = max(state.held)
    winner = state.held.index(best)
    others = len(state.held) - 1
    return Outcome(tuple(others if i == winner else -1 for i in range(len(state.held))), (winner,), "highest")


def due(state: ToyState) -> Due | None:
    return None if outcome(state) else Due(state.turn, 1, state.options.seconds)


def expire(state: ToyState, _due: Due, draft: ToyDraft | None, _chance: Chance) -> Sequence[Event]:
    seat = seat_on_turn(state)
    return (Swapped(seat, state.pile[0]),) if draft and draft.open == "swap" else (Late(seat),)


def write(state: ToyState) -> str:
    return msgspec.json.encode(state).decode()


def read(text: str) -> ToyState:
    return msgspec.json.decode(text, type=ToyState)


def thrower(view: ToyView, standing: Standing, budget: float) -> Action:
    del view, standing, budget
    return Throw()


def swapper(view: ToyView, standing: Standing, budget: float) -> Action:
    del standing, budget
    return Swap() if (view.mine or 0) < 5 else Throw()


Who = Literal["thrower", "swapper"]

TOY: Game[ToyOptions, ToyState, Action, ToyDraft, Event, ToyView] = Game(
    name="toy",
    version=1,
    seats=range(2, 4),
    options=ToyOptions,
    action=Action,
    draft=ToyDraft,
    event=Event,
    view_type=ToyView,
    deal=deal,
    decide=decide,
    evolve=evolve,
    view=view,
    conceal=conceal,
    admit_draft=admit_draft,
    show_draft=show_draft,
    moves=moves,
    imagine=imagine,
    pieces=pieces,
    turn=turn_of,
    to_act=to_act,
    outcome=outcome,
    due=due,
    expire=expire,
    write=write,
    read=read,
    players={"thrower": Player("thrower", thrower), "swapper": Player("swapper", swapper)},
)
