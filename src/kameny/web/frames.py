"""Frames as bytes: what each phone is told of a moment at its table."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from kameny.game import AnyGame, Refused
from kameny.play.chance import commitment
from kameny.play.events import pack, raw
from kameny.play.live import Moment
from kameny.play.match import Match
from kameny.web.messages import (
    NULL,
    Answer,
    Arranged,
    Card,
    ClockView,
    Mine,
    Misread,
    Proof,
    SeatView,
    TableView,
    ToPhone,
    Update,
)

_encoder = msgspec.json.Encoder()


def frame(message: ToPhone) -> bytes:
    """A message as the bytes of one text frame."""
    return _encoder.encode(message)


def update(game: AnyGame, moment: Moment, seat: int | None, now: float, mine: Mine | None = None) -> bytes:
    """The whole truth for one seat, or for a spectator; the same bytes for every phone of a seat."""
    if mine is None and seat in moment.shown:
        return moment.shown[seat]
    match = moment.match
    seen = match.terms.live and moment.draft is not None
    painted = frame(
        Update(
            version=match.version,
            now=int(now * 1000),
            table=replace(_table(game, moment), you=seat),
            view=raw(game.view(match.state, seat)) if match.number else NULL,
            events=() if mine else pack(game.conceal(event, seat) for event in moment.events),
            draft=raw(game.show_draft(moment.draft, seat)) if seen else NULL,
            mine=mine,
        )
    )
    if mine is None:
        moment.shown[seat] = painted
    return painted


def mine(game: AnyGame, moment: Moment, seat: int, note: str | None) -> Mine:
    """What a seat gets back when it returns: its own draft of this turn, and its note."""
    own = moment.match.running and seat in game.to_act(moment.match.state)
    return Mine(draft=raw(moment.draft) if own else NULL, note=note)


def arranged(game: AnyGame, seat: int, turn: int, draft: Any, viewer: int | None) -> bytes:
    """Another seat's arranging, as this viewer may see it."""
    return frame(Arranged(seat, turn, NULL if draft is None else raw(game.show_draft(draft, viewer))))


def answer(rid: str, version: int, refused: Refused | None = None) -> bytes:
    """The answer to a request."""
    if refused is None:
        return frame(Answer(rid, version))
    return frame(Answer(rid, version, refused.code, detail(refused)))


def misread(refused: Refused) -> bytes:
    """The answer to a frame that has no `rid`."""
    return frame(Misread(refused.code, detail(refused)))


def detail(refused: Refused) -> dict[str, msgspec.Raw]:
    """What a refusal is about, as it travels."""
    return {key: raw(value) for key, value in refused.detail.items()}


def _table(game: AnyGame, moment: Moment) -> TableView:
    """The table of a moment, made once for all its phones."""
    if not moment.table:
        moment.table.append(table_view(game, moment))
    table: TableView = moment.table[0]
    return table


def table_view(game: AnyGame, moment: Moment) -> TableView:
    """The table and its series as a spectator sees it; nothing in it depends on what anybody holds."""
    match = moment.match
    return TableView(
        code=match.code,
        game=match.game,
        options=raw(match.options),
        terms=match.terms,
        seats=_seats(moment),
        you=None,
        number=match.number,
        over=bool(match.number) and not match.running,
        turn=game.turn(match.state) if match.number else 0,
        awaited=_awaited(game, match),
        series=match.series,
        played=match.played,
        results=match.results,
        totals=match.totals,
        series_over=match.series_over,
        past=match.past,
        commitment=_commitment(match),
        proof=_proof(match),
        clock=_clock(moment),
        watching=moment.watching,
    )


def card(game: AnyGame, moment: Moment, seat: int | None) -> Card:
    """How a table stands, for the home screen of whoever has this seat."""
    match = moment.match
    over = bool(match.number) and not match.running
    return Card(
        match.code, match.game, raw(match.options), seat, _seats(moment), match.number, over, _awaited(game, match)
    )


def _seats(moment: Moment) -> tuple[SeatView, ...]:
    return tuple(
        SeatView(
            seat.name,
            seat.player,
            taken=not seat.free,
            here=bool(seat.player) or seat.key in moment.here,
            stand_in=seat.stand_in,
            away=_millis(moment.away.get(seat.key or "")),
        )
        for seat in moment.match.seats
    )


def _millis(seconds: float | None) -> int | None:
    return None if seconds is None else int(seconds * 1000)


def _awaited(game: AnyGame, match: Match) -> tuple[int, ...]:
    return tuple(sorted(game.to_act(match.state))) if match.running else ()


def _commitment(match: Match) -> str:
    secret = match.shuffle.secret if match.running and match.shuffle else match.secret
    return commitment(secret)


def _proof(match: Match) -> Proof | None:
    """The secret of the last game, once it is over and not a moment earlier."""
    shuffle = match.shuffle
    if not shuffle or match.running:
        return None
    return Proof(shuffle.number, commitment(shuffle.secret), shuffle.secret, shuffle.nonces)


def _clock(moment: Moment) -> ClockView | None:
    armed = moment.armed
    if not armed or not moment.match.running:
        return None
    due = armed.due
    return ClockView(due.turn, due.count, int(armed.at * 1000), due.seconds, armed.left is not None)
