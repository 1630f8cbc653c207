"""Whether a recorded game was fair: it is shuffled, dealt and judged again, and nothing else may come of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from kameny.game import AnyGame, Refused
from kameny.play.chance import Fair, commitment
from kameny.play.events import decoder, unpack
from kameny.play.record import Move, Record


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at, and what was found, as a sentence."""

    name: str
    ok: bool
    found: str


class Verdict(msgspec.Struct, frozen=True):
    """All that was looked at; `unknown` moves had no cause to judge them by."""

    checks: tuple[Check, ...]
    unknown: int

    @property
    def ok(self) -> bool:
        """Whether nothing was found to be wrong."""
        return all(check.ok for check in self.checks)


_IMPOSSIBLE = (msgspec.MsgspecError, AssertionError, LookupError, TypeError, ValueError)
"""What comes of events that no game ever made: games need only make sense of what can be."""


class _Wrong(Exception):
    """The record is not of a game as it must have been; the message is one sentence."""


def verify(game: AnyGame, record: Record) -> Verdict:
    """Shuffle, deal and judge the game again, as anybody can who has its rules."""
    states: list[Any] = []
    checks = (
        _checked("rules", lambda: _rules(game, record)),
        _checked("secret", lambda: _secret(record)),
        _checked("deal", lambda: _deal(game, record, states)),
        _checked("moves", lambda: _moves(game, record, states)),
        _checked("pieces", lambda: _pieces(game, states)),
        _checked("outcome", lambda: _outcome(game, record, states)),
    )
    return Verdict(checks, sum(not move.known for move in record.moves))


def _checked(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, True, look())
    except _Wrong as wrong:
        return Check(name, False, str(wrong))


def _rules(game: AnyGame, record: Record) -> str:
    if record.rules == game.version:
        return f"Judged by the rules it was played by, version {game.version} of {game.name}."
    return f"Played by version {record.rules} of the rules and judged by version {game.version}, which may differ."


def _secret(record: Record) -> str:
    if commitment(record.secret) != record.commitment:
        raise _Wrong("The secret is not the one that was promised: its SHA-256 is another.")
    return f"Its SHA-256 is the commitment that every phone had before the deal, {record.commitment[:16]}…"


def _deal(game: AnyGame, record: Record, states: list[Any]) -> str:
    """The deal follows; with it begins the list of states."""
    seats, before = len(record.seats), record.before
    if seats not in game.seats:
        raise _Wrong(f"{game.name} is not played by {seats}.")
    try:
        options = msgspec.json.decode(record.options, type=game.options)
        dealt = tuple(game.deal(options, seats, before, record.chance))
        same = dealt == unpack(game, record.deal)
    except _IMPOSSIBLE as error:
        raise _Wrong(f"There is no such deal: {error}.") from error
    if not same:
        raise _Wrong("Secret, nonces and options give another deal.")
    states.append(_after(game, None, dealt))
    return "It follows from the secret, the nonces and the number of the game."


def _moves(game: AnyGame, record: Record, states: list[Any]) -> str:
    """Every move follows from its cause; each adds a state."""
    if not states:
        raise _Wrong("Without the deal no move can be judged.")
    unknown = 0
    for number, move in enumerate(record.moves, start=1):
        unknown += not move.known
        try:
            events = unpack(game, move.events)
            if move.known and events != tuple(_caused(game, states[-1], move, record.chance)):
                raise _Wrong(f"Move {number}: by the rules something else comes of it.")
            states.append(_after(game, states[-1], events))
        except Refused as refused:
            raise _Wrong(f"Move {number}: the rules refuse it ({refused.code}).") from refused
        except _IMPOSSIBLE as error:
            raise _Wrong(f"Move {number}: there is no such move ({error}).") from error
    if unknown:
        return (
            f"{len(record.moves) - unknown} follow from their causes; {unknown} have none, and are taken as they are."
        )
    return f"All {len(record.moves)} follow from their causes."


def _caused(game: AnyGame, state: Any, move: Move, chance: Fair) -> Sequence[Any]:
    """What the rules make of the cause of a move."""
    if move.seat is not None:
        return game.decide(state, move.seat, decoder(game.action).decode(move.cause), chance)
    if (due := game.due(state)) is None:
        raise Refused("no_clock")
    return game.expire(state, due, msgspec.json.decode(move.cause, type=game.draft | None), chance)


def _pieces(game: AnyGame, states: Sequence[Any]) -> str:
    if not states:
        raise _Wrong("Without the deal no piece can be counted.")
    first = sorted(game.pieces(states[0]))
    if len(set(first)) < len(first):
        raise _Wrong("There are two of a piece.")
    for number, state in enumerate(states):
        if sorted(game.pieces(state)) != first:
            raise _Wrong(f"After move {number} a piece is lost, doubled or new.")
    return f"All {len(first)} are there after every move."


def _outcome(game: AnyGame, record: Record, states: Sequence[Any]) -> str:
    if len(states) <= len(record.moves):
        raise _Wrong("The game could not be followed to its end.")
    if game.outcome(states[-1]) != record.outcome:
        raise _Wrong("The last move leads to another one.")
    return "The last move leads to it."


def _after(game: AnyGame, state: Any, events: Sequence[Any]) -> Any:
    for event in events:
        state = game.evolve(state, event)
    return state
