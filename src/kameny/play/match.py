"""A match: a table, who sits at it, the running game and the series. Pure: commands in, one event out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from kameny.game import AnyGame, Due, Outcome, Refused
from kameny.play import series
from kameny.play.chance import Fair
from kameny.play.events import AnyEvent, Dealt, Joined, Opened, Played, Reseated, pack, unpack
from kameny.play.seats import Seat

REMEMBERED = 64
"""How many of the last requests are known again."""


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
    seats: tuple[Seat, ...]
    secret: str
    """Of the next game while none runs."""
    nonces: tuple[tuple[str, str], ...] = ()
    """(key, nonce) of the phones that have given theirs for the next game."""
    shuffle: Shuffle | None = None
    """Of the running or last game."""
    opener: int | None = None
    state: Any = None
    results: tuple[Outcome, ...] = ()
    done: tuple[tuple[str, str, int], ...] = ()
    """(key, rid, version) of the last accepted requests."""

    @property
    def number(self) -> int:
        """How many games have been dealt."""
        return self.shuffle.number if self.shuffle else 0

    @property
    def running(self) -> bool:
        """Whether a game is being played now."""
        return self.number > len(self.results)

    @property
    def totals(self) -> tuple[int, ...]:
        """The series so far, by seat."""
        return series.totals(self.results, len(self.seats))

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


# ---- commands: each returns the event to append, or refuses ----


def open_match(game: AnyGame, code: str, options: msgspec.Raw, seats: Sequence[Seat], secret: str) -> Opened:
    """A new table; refuses seats and options that the game does not know."""
    if len(seats) not in game.seats:
        raise Refused("bad_seats", least=game.seats[0], most=game.seats[-1])
    for seat in seats:
        _check_player(game, seat.player)
    if all(seat.player for seat in seats):
        raise Refused("bad_seats", least=game.seats[0], most=game.seats[-1])
    return Opened(code, game.name, game.version, pack((_options(game, options),))[0], tuple(seats), secret)


def join(match: Match, name: str, key: str, nonce: str) -> Joined | None:
    """A person sits down on the first free seat; `None` where this token has its seat already."""
    if match.seat_of(key) is not None:
        return None
    seat = next((i for i, seat in enumerate(match.seats) if seat.free), None)
    if seat is None or match.number:
        raise Refused("table_full")
    return Joined(seat, name, key, nonce)


def reseat(game: AnyGame, match: Match, seat: int, player: str | None) -> Reseated:
    """Before the first game, give a free seat to a computer or free a computer's seat."""
    if match.number:
        raise Refused("already_started")
    if not 0 <= seat < len(match.seats) or match.seats[seat].key:
        raise Refused("not_free", seat=seat)
    _check_player(game, player)
    return Reseated(seat, player)


def deal(game: AnyGame, match: Match, number: int, request: tuple[str, str], nonce: str) -> Dealt:
    """Start game `number`; `request` is (key, rid) of the phone that asks."""
    if match.running:
        raise Refused("game_running")
    if number != match.number + 1:
        raise Refused("wrong_game_number", number=match.number + 1)
    kept = tuple(i for i, seat in enumerate(match.seats) if not seat.free)
    if len(kept) not in game.seats:
        raise Refused("too_few_players", least=game.seats[0])
    given = {**dict(match.nonces), request[0]: nonce}
    nonces = tuple(given[seat.key] for seat in match.seats if seat.key in given)
    chance = Fair(match.secret, nonces, number)
    before = series.before(match.results, match.opener, len(kept))
    return Dealt(number, kept, nonces, pack(game.deal(match.options, len(kept), before, chance)), *request)


def act(
    game: AnyGame,
    match: Match,
    seat: int,
    turn: int,
    action: Any,
    request: tuple[str, str] | None,
    secret: str,
) -> Played:
    """An action of a seat, meant for turn `turn`; `secret` is kept for the next game if this one ends."""
    if not match.running:
        raise Refused("game_over")
    assert match.shuffle
    if turn != game.turn(match.state):
        raise Refused("turn_is_over", turn=game.turn(match.state))
    events = game.decide(match.state, seat, action, match.shuffle.chance())
    key, rid = request or (None, None)
    return Played(seat, pack(events), key, rid, secret if _ends(game, match, events) else None)


def expire(game: AnyGame, match: Match, due: Due, draft: Any, secret: str) -> Played | None:
    """The expiry of a deadline; `None` if that deadline is not the running one any more."""
    if not match.running or game.due(match.state) != due:
        return None
    assert match.shuffle
    events = game.expire(match.state, due, draft, match.shuffle.chance())
    return Played(None, pack(events), secret=secret if _ends(game, match, events) else None)


# ---- the fold ----


def evolve(game: AnyGame, match: Match | None, event: AnyEvent) -> tuple[Match, tuple[Any, ...]]:
    """The match after an event, and the game's events that were in it."""
    if isinstance(event, Opened):
        options = msgspec.json.decode(event.options, type=game.options)
        return Match(1, event.code, event.game, options, event.seats, event.secret), ()
    assert match is not None, "a match begins with Opened"
    match = replace(match, version=match.version + 1)
    match event:
        case Joined(seat=i, name=name, key=key, nonce=nonce):
            seats = _with_seat(match.seats, i, Seat(None, name, key))
            return replace(match, seats=seats, nonces=(*match.nonces, (key, nonce))), ()
        case Reseated(seat=i, player=player):
            return replace(match, seats=_with_seat(match.seats, i, Seat(player))), ()
        case Dealt():
            return _dealt(game, match, event)
        case Played():
            return _played(game, match, event)


def _dealt(game: AnyGame, match: Match, event: Dealt) -> tuple[Match, tuple[Any, ...]]:
    events = unpack(game, event.events)
    state = None
    for happened in events:
        state = game.evolve(state, happened)
    opener = min(game.to_act(state), default=None)
    return replace(
        match,
        seats=tuple(match.seats[i] for i in event.kept),
        secret="",
        nonces=(),
        shuffle=Shuffle(event.number, match.secret, event.nonces),
        opener=opener,
        state=state,
        done=_remember(match, event.key, event.rid),
    ), events


def _played(game: AnyGame, match: Match, event: Played) -> tuple[Match, tuple[Any, ...]]:
    events = unpack(game, event.events)
    state = match.state
    for happened in events:
        state = game.evolve(state, happened)
    outcome = game.outcome(state)
    return replace(
        match,
        state=state,
        secret=event.secret or "",
        results=(*match.results, outcome) if outcome else match.results,
        done=_remember(match, event.key, event.rid),
    ), events


def _remember(match: Match, key: str | None, rid: str | None) -> tuple[tuple[str, str, int], ...]:
    if key is None or rid is None:
        return match.done
    return (*match.done, (key, rid, match.version))[-REMEMBERED:]


def _ends(game: AnyGame, match: Match, events: Sequence[Any]) -> bool:
    state = match.state
    for event in events:
        state = game.evolve(state, event)
    return game.outcome(state) is not None


def _options(game: AnyGame, options: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(options, type=game.options)
    except msgspec.ValidationError as error:
        raise Refused("bad_options", why=str(error)) from error


def _check_player(game: AnyGame, player: str | None) -> None:
    if player is not None and player not in game.players:
        raise Refused("unknown_player", player=player, known=sorted(game.players))


def _with_seat(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:index], seat, *seats[index + 1 :])
