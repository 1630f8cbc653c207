"""What may be done at a table. Each command returns the event to append (`None`: it is so already), or refuses."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from kameny.game import AnyGame, Due, Refused
from kameny.play.chance import Fair
from kameny.play.events import Back, Dealt, Joined, Opened, Played, Rekeyed, Reseated, StoodIn, pack, raw
from kameny.play.match import Match
from kameny.play.names import distinct, tidy
from kameny.play.seats import Seat
from kameny.terms import Terms

Request = tuple[str, str]
"""(key, rid) of the phone that asks."""


def open_match(
    game: AnyGame, code: str, options: msgspec.Raw, terms: Terms, seats: Sequence[Seat], secret: str
) -> Opened:
    """A new table; refuses seats, options and terms that cannot be."""
    if len(seats) not in game.seats or all(seat.player for seat in seats):
        raise Refused("bad_seats", least=game.seats[0], most=game.seats[-1])
    for seat in seats:
        _check_player(game, seat.player)
    if terms.games and terms.target:
        raise Refused("bad_terms", why="a series ends after a number of games or at a target, not both")
    return Opened(code, game.name, game.version, raw(_options(game, options)), tuple(seats), secret, terms)


def join(match: Match, name: str, key: str, nonce: str, seat: int | None = None) -> Joined | None:
    """A person sits down on the first free seat, or on this one that is free or a computer's.

    `None` where this token has its seat already.
    """
    if match.seat_of(key) is not None:
        return None
    free = [i for i, each in enumerate(match.seats) if each.free and not match.number]
    if seat is None and free:
        seat = free[0]
    elif seat not in free and not (seat is not None and _is_computer(match, seat)):
        raise Refused("no_place")
    others = [each.name for i, each in enumerate(match.seats) if each.key and i != seat]
    assert seat is not None
    return Joined(seat, distinct(tidy(name), others), key, nonce)


def reseat(
    game: AnyGame, match: Match, seat: int, player: str | None, absent: Collection[int], request: Request
) -> Reseated:
    """Before the first game, give a seat to a computer or free it; a person's only if they are `absent`."""
    if match.number:
        raise Refused("already_started")
    _check_seat(match, seat)
    if match.seats[seat].key and seat not in absent:
        raise Refused("not_free", seat=seat)
    _check_player(game, player)
    return Reseated(seat, player, *request)


def stand_in(
    game: AnyGame, match: Match, seat: int, player: str, by: int, absent: Collection[int], request: Request
) -> StoodIn | None:
    """Let a computer play for a person who is `absent`."""
    _check_seat(match, seat)
    _check_player(game, player)
    if not match.number:
        raise Refused("not_started")
    if not match.seats[seat].key:
        raise Refused("not_a_person", seat=seat)
    if match.seats[seat].stand_in:
        return None
    if seat == by or seat not in absent:
        raise Refused("still_here", seat=seat)
    return StoodIn(seat, player, by, *request)


def leave(game: AnyGame, match: Match, seat: int, player: str, request: Request) -> StoodIn | Reseated | None:
    """A person leaves: a computer plays on; before the first game the seat becomes free."""
    _check_player(game, player)
    if not match.number:
        return Reseated(seat, None, *request)
    return None if match.seats[seat].stand_in else StoodIn(seat, player, seat, *request)


def back(match: Match, seat: int) -> Back | None:
    """The person of this seat plays again."""
    return Back(seat) if match.seats[seat].stand_in else None


def rekey(match: Match, seat: int, new: str) -> Rekeyed | None:
    """The seat moves to the phone with this key."""
    owned = match.seat_of(new)
    if owned == seat:
        return None
    if owned is not None or not match.seats[seat].key:
        raise Refused("bad_pass")
    return Rekeyed(seat, new)


def deal(
    game: AnyGame, match: Match, number: int, request: Request, parts: Mapping[str, str], *, new_series: bool = False
) -> Dealt:
    """Start game `number`; `parts` are the nonces given for it since the last game ended, by key."""
    if match.running:
        raise Refused("game_running")
    if number != match.number + 1:
        raise Refused("wrong_game_number", number=match.number + 1)
    kept = tuple(i for i, seat in enumerate(match.seats) if not seat.free)
    if len(kept) not in game.seats:
        raise Refused("too_few_players", least=game.seats[0])
    given = {**dict(match.nonces), **parts}
    nonces = tuple(given[seat.key] for seat in match.seats if seat.key in given)
    turned = match.series_over or (new_series and match.played)
    counted = match.series + 1 if turned else match.series
    before = match.before(counted, len(kept))
    events = pack(game.deal(match.options, len(kept), before, Fair(match.secret, nonces, number)))
    return Dealt(number, kept, nonces, events, *request, counted)


def act(game: AnyGame, match: Match, seat: int, turn: int, action: Any, request: Request | None, secret: str) -> Played:
    """An action of a seat, meant for turn `turn`; `secret` is kept for the next game if this one ends."""
    if not match.running:
        raise Refused("game_over")
    assert match.shuffle
    if turn != game.turn(match.state):
        raise Refused("turn_is_over", turn=game.turn(match.state))
    events = game.decide(match.state, seat, action, match.shuffle.chance())
    key, rid = request or (None, None)
    return Played(seat, pack(events), key, rid, secret if _ends(game, match, events) else None, raw(action))


def expire(game: AnyGame, match: Match, due: Due, draft: Any, secret: str) -> Played | None:
    """The expiry of a deadline; `None` if that deadline is not the running one any more."""
    if not match.running or game.due(match.state) != due:
        return None
    assert match.shuffle
    events = game.expire(match.state, due, draft, match.shuffle.chance())
    return Played(None, pack(events), secret=secret if _ends(game, match, events) else None, cause=raw(draft))


def _ends(game: AnyGame, match: Match, events: Sequence[Any]) -> bool:
    state = match.state
    for event in events:
        state = game.evolve(state, event)
    return game.outcome(state) is not None


def _options(game: AnyGame, options: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(options, type=game.options)
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as error:
        raise Refused("bad_options", why=str(error)) from error


def _check_player(game: AnyGame, player: str | None) -> None:
    if player is not None and player not in game.players:
        raise Refused("unknown_player", known=sorted(game.players))


def _check_seat(match: Match, seat: int) -> None:
    if not 0 <= seat < len(match.seats):
        raise Refused("no_such_seat", seats=len(match.seats))


def _is_computer(match: Match, seat: int) -> bool:
    return 0 <= seat < len(match.seats) and match.seats[seat].player is not None
