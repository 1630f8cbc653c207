"""What a socket has to say to a frame, found without one: by the types of the wire and the pure commands."""

from __future__ import annotations

from typing import Any

from faults.mutants import Frame
from kameny.game import Refused
from kameny.play import commands
from kameny.play.match import Match
from kameny.play.table import Table
from kameny.web.messages import (
    Act,
    Answer,
    Arrange,
    Deal,
    FromPhone,
    Hello,
    Leave,
    Misread,
    Note,
    Part,
    Ping,
    Pong,
    React,
    Reseat,
    StandIn,
)
from kameny.web.reading import read, rid_of

Said = tuple[str, *tuple[Any, ...]]
"""An answer (its rid, version and code), a misread frame (its code), or a pong (its stamp)."""
Request = Act | Deal | Reseat | StandIn | Leave


def said(message: Any) -> Said:
    """What a frame from the server says, without the details."""
    match message:
        case Answer(rid=rid, version=version, refused=refused):
            return ("answer", rid, version, refused)
        case Misread(refused=refused):
            return ("misread", refused)
        case Pong(sent=sent):
            return ("pong", sent)
        case _:
            return ("other", message)


class Judge:
    """Knows a table at which nothing happens any more, and the seat of this key (`None`: a spectator)."""

    def __init__(self, table: Table, key: str | None) -> None:
        self._game = table.game
        self._match: Match = table.match
        self._key = key

    def says(self, frame: Frame) -> Said | None:
        """What must be said to this; `None` if it would be done, for then it must not be sent."""
        if isinstance(frame, str):
            return ("misread", "bad_message")
        try:
            return self._says(read(frame, FromPhone))
        except Refused as refused:
            rid = rid_of(frame)
            if rid is None:
                return ("misread", refused.code)
            return ("answer", rid, self._match.version, refused.code)

    def _says(self, message: FromPhone) -> Said | None:
        match message:
            case Ping(sent=sent):
                return ("pong", sent)
            case Hello():
                raise Refused("bad_message")
            case Note() | React():
                self._seat()
            case Part(number=number):
                self._seat()
                if self._match.running or number != self._match.number + 1:
                    raise Refused("wrong_game_number")
            case Arrange(turn=turn):
                self._arranged(turn, read(message.draft, self._game.draft | None))
            case _:
                return self._request(message)
        return None

    def _request(self, message: Request) -> Said | None:
        """A request that was done is answered as it was; any other is judged."""
        action = read(message.action, self._game.action) if isinstance(message, Act) else None
        by, request = self._seat(), (self._key or "", message.rid)
        if done := self._match.done_at(*request):
            return ("answer", message.rid, done, None)
        game, match = self._game, self._match
        match message:
            case Act(turn=turn):
                commands.act(game, match, by, turn, action, request, "secret")
            case Deal(number=number, nonce=nonce, series=new):
                commands.deal(game, match, number, request, {request[0]: nonce}, new_series=new)
            case Reseat(seat=seat, player=player):
                commands.reseat(game, match, seat, player, (), request)
            case StandIn(seat=seat, player=computer):
                commands.stand_in(game, match, seat, computer, by, (), request)
            case Leave(player=computer):
                commands.leave(game, match, by, computer, request)
        return None

    def _seat(self) -> int:
        seat = self._match.seat_of(self._key)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def _arranged(self, turn: int, draft: Any) -> None:
        seat, state = self._seat(), self._match.state
        if not self._match.running:
            raise Refused("game_over")
        if turn != self._game.turn(state):
            raise Refused("turn_is_over")
        if draft is not None:
            self._game.admit_draft(state, seat, draft)
