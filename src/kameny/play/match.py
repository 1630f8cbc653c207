"""A match: a table, who sits at it, the running game and the series, as the fold of its journal.

What may be done at it is in `commands`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from kameny.game import AnyGame, Before, Outcome, Standing
from kameny.play import series
from kameny.play.chance import Fair
from kameny.play.events import (
    AnyEvent,
    Back,
    Dealt,
    Joined,
    Opened,
    Played,
    Rekeyed,
    Reseated,
    StoodIn,
    unpack,
)
from kameny.play.seats import Seat
from kameny.play.series import Finished
from kameny.terms import Terms

REMEMBERED = 64
"""How many of the last requests are known again."""
SHOWN = 60
"""How many of a series' last outcomes are kept: every phone is sent them with every update."""
PAST = 12
"""How many finished series are kept."""


class Shuffle(msgspec.Struct, frozen=True):
    """What one game's chance is made of."""

    number: int
    secret: str
    nonces: tuple[str, ...]

    def chance(self) -> Fair:
        """The chance of one command of this game."""
        return Fair(self.secret, self.nonces, self.number)


class Match(msgspec.Struct, frozen=True):
    """One table at one version of its journal. `state` is the game's own; `game` its name."""

    version: int
    code: str
    game: str
    options: Any
    terms: Terms
    seats: tuple[Seat, ...]
    secret: str
    """Of the next game while none runs."""
    nonces: tuple[tuple[str, str], ...] = ()
    """(key, nonce) of the phones that gave theirs for the next game when they joined."""
    shuffle: Shuffle | None = None
    """Of the running or last game."""
    opener: int | None = None
    state: Any = None
    finished: int = 0
    """Games that have been played to their end at this table."""
    series: int = 1
    played: int = 0
    """Finished games of this series."""
    totals: tuple[int, ...] = ()
    """Points in this series, by seat."""
    results: tuple[Outcome, ...] = ()
    """The last outcomes of this series."""
    past: tuple[Finished, ...] = ()
    """The last series that are over."""
    done: tuple[tuple[str, str, int], ...] = ()
    """(key, rid, version) of the last accepted requests."""

    @property
    def number(self) -> int:
        """How many games have been dealt."""
        return self.shuffle.number if self.shuffle else 0

    @property
    def running(self) -> bool:
        """Whether a game is being played now."""
        return self.number > self.finished

    @property
    def series_over(self) -> Finished | None:
        """How the series ended, once it has."""
        if self.running or not self.played or not series.over(self.terms, self.played, self.totals):
            return None
        return self.sum_of_series()

    @property
    def standing(self) -> Standing:
        """What a computer may know of the series."""
        return Standing(self.totals, self.terms.target)

    @property
    def keys(self) -> frozenset[str]:
        """The hashed tokens of all seated persons."""
        return frozenset(seat.key for seat in self.seats if seat.key)

    def seat_of(self, key: str | None) -> int | None:
        """The seat that a token's hash belongs to."""
        return next((i for i, seat in enumerate(self.seats) if key and seat.key == key), None)

    def done_at(self, key: str | None, rid: str | None) -> int | None:
        """The version at which this request was accepted, if it was."""
        return next((version for k, r, version in self.done if (k, r) == (key, rid)), None)

    def before(self, number: int, seats: int) -> Before:
        """What the deal of the next game may know, if it belongs to series `number` and has so many seats."""
        if number != self.series or not self.played:
            return Before(totals=(0,) * seats)
        return Before(self.played + 1, self.opener, self.results[-1], self.totals)

    def sum_of_series(self) -> Finished:
        """The series as it stands."""
        return Finished(self.series, self.played, self.totals, series.winners(self.totals))


def evolve(game: AnyGame, match: Match | None, event: AnyEvent) -> tuple[Match, tuple[Any, ...]]:
    """The match after an event, and the game's events that were in it."""
    if isinstance(event, Opened):
        options = msgspec.json.decode(event.options, type=game.options)
        return Match(1, event.code, event.game, options, event.terms, event.seats, event.secret), ()
    assert match is not None, "a match begins with Opened"
    match = _remembered(replace(match, version=match.version + 1), event)
    match event:
        case Dealt():
            return _dealt(game, match, event)
        case Played():
            return _played(game, match, event)
        case _:
            return _seated(match, event), ()


def _seated(match: Match, event: Joined | Reseated | StoodIn | Back | Rekeyed) -> Match:
    """Who sits where; the nonce of a phone that is not at the table any more goes with it."""
    seat = match.seats[event.seat]
    nonces = match.nonces
    match event:
        case Joined(name=name, key=key, nonce=nonce):
            seat, nonces = Seat(None, name, key), (*nonces, (key, nonce))
        case Reseated(player=player):
            seat = Seat(player)
        case StoodIn(player=player):
            seat = replace(seat, stand_in=player)
        case Back():
            seat = replace(seat, stand_in=None)
        case Rekeyed(new=new):
            nonces = tuple((new if key == seat.key else key, nonce) for key, nonce in nonces)
            seat = replace(seat, key=new, stand_in=None)
    match = replace(match, seats=(*match.seats[: event.seat], seat, *match.seats[event.seat + 1 :]))
    return replace(match, nonces=tuple((key, nonce) for key, nonce in nonces if key in match.keys))


def _dealt(game: AnyGame, match: Match, event: Dealt) -> tuple[Match, tuple[Any, ...]]:
    events = unpack(game, event.events)
    state = None
    for happened in events:
        state = game.evolve(state, happened)
    if event.series != match.series or not match.played:
        past = (*match.past, match.sum_of_series())[-PAST:] if match.played else match.past
        match = replace(match, past=past, series=event.series, played=0, results=(), totals=(0,) * len(event.kept))
    return replace(
        match,
        seats=tuple(match.seats[i] for i in event.kept),
        secret="",
        nonces=(),
        shuffle=Shuffle(event.number, match.secret, event.nonces),
        opener=min(game.to_act(state), default=None),
        state=state,
    ), events


def _played(game: AnyGame, match: Match, event: Played) -> tuple[Match, tuple[Any, ...]]:
    events = unpack(game, event.events)
    state = match.state
    for happened in events:
        state = game.evolve(state, happened)
    match = replace(match, state=state, secret=event.secret or "")
    outcome = game.outcome(state)
    if outcome:
        match = replace(
            match,
            finished=match.number,
            played=match.played + 1,
            totals=series.added(match.totals, outcome),
            results=(*match.results, outcome)[-SHOWN:],
        )
    return match, events


def _remembered(match: Match, event: AnyEvent) -> Match:
    """The match, which knows the request of this event again."""
    key, rid = getattr(event, "key", None), getattr(event, "rid", None)
    if key is None or rid is None:
        return match
    return replace(match, done=(*match.done, (key, rid, match.version))[-REMEMBERED:])
