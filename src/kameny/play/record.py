"""A finished game as a file that anyone can check (see `verdict`): its shuffle, and every move with its cause.

It holds what the players know once the game is over: no key, no request, no secret of another game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from kameny.game import AnyGame, Before, Outcome, Refused
from kameny.play.chance import Fair, commitment
from kameny.play.events import NOTHING, Dealt, Opened, Played, decode, decoder
from kameny.play.match import Match, evolve
from kameny.store.base import Row
from kameny.terms import Terms

Bits256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]


class Sitter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat at a seat when the game ended: a person by name, or a computer (`player`)."""

    name: str
    player: str | None


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened `at` this time (seconds since the epoch), and why: an action of `seat`.

    Where `seat` is null time ran out, and the cause is the draft that lay there. In old journals no cause was kept
    (`known` is false): then nobody can judge the move.
    """

    at: float
    seat: int | None
    events: tuple[msgspec.Raw, ...]
    cause: msgspec.Raw = NOTHING
    known: bool = True


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of a table: `number` counts the table's games, `before` is what its deal knew of the series.

    `commitment` was shown before any phone gave its nonce, `secret` after the game; `nonces` are in seat order.
    """

    format: Literal[1]
    code: str
    game: str
    rules: int
    options: msgspec.Raw
    terms: Terms
    number: int
    series: int
    seats: tuple[Sitter, ...]
    before: Before
    commitment: Bits256
    secret: Bits256
    nonces: tuple[Nonce, ...]
    deal: tuple[msgspec.Raw, ...]
    moves: tuple[Move, ...]
    outcome: Outcome

    @property
    def chance(self) -> Fair:
        """The chance of one command of this game."""
        return Fair(self.secret, self.nonces, self.number)


def export(game: AnyGame, rows: Sequence[Row], number: int | None = None) -> Record:
    """Game `number` of the table with this journal, or the last one that is over."""
    opened = _opened(rows)
    match, _ = evolve(game, None, opened)
    finished: dict[int, Record] = {}
    before, dealt, moves = match, None, list[Move]()
    for row in rows[1:]:
        event = decode(row.body)
        if isinstance(event, Dealt):
            before, dealt, moves = match, event, []
        match, _ = evolve(game, match, event)
        if isinstance(event, Played):
            assert dealt, "a game begins with Dealt"
            moves.append(_move(row, event))
            if not match.running:
                finished[dealt.number] = _record(opened, before, dealt, moves, match)
    wanted = number if number is not None else match.finished or match.number
    if wanted in finished:
        return finished[wanted]
    if match.running and wanted == match.number:
        raise Refused("game_running")
    raise Refused("no_such_game", last=match.number)


def game_of(rows: Sequence[Row]) -> str:
    """The name of the game that this journal's table plays."""
    return _opened(rows).game


def _record(opened: Opened, before: Match, dealt: Dealt, moves: Sequence[Move], after: Match) -> Record:
    """The game between the table before its deal and the table after its end."""
    return Record(
        format=1,
        code=opened.code,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        terms=opened.terms,
        number=dealt.number,
        series=dealt.series,
        seats=tuple(Sitter(seat.name, seat.player) for seat in after.seats),
        before=before.before(dealt.series, len(dealt.kept)),
        commitment=commitment(before.secret),
        secret=before.secret,
        nonces=dealt.nonces,
        deal=dealt.events,
        moves=tuple(moves),
        outcome=after.results[-1],
    )


def _opened(rows: Sequence[Row]) -> Opened:
    opened = decode(rows[0].body)
    assert isinstance(opened, Opened), "a match begins with Opened"
    return opened


class _Kept(msgspec.Struct):
    """Whether a row of the journal has a cause at all: old ones have none."""

    cause: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def _move(row: Row, event: Played) -> Move:
    known = decoder(_Kept).decode(row.body).cause is not msgspec.UNSET
    return Move(row.at, event.seat, event.events, event.cause, known)
