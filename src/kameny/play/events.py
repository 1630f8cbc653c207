"""What the journal of a match is made of: one row holds one of these, as JSON.

A game's own events travel inside as raw JSON and are read with the game's own types.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from kameny.game import AnyGame
from kameny.play.seats import Seat
from kameny.terms import Terms

NOTHING = msgspec.Raw(b"null")
"""Where a raw value is missing."""


class MatchEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """The base of every row's body, told apart by `type`."""


class Opened(MatchEvent, frozen=True, tag="opened"):
    """A table for one game (and the version of its rules), with the secret of its first shuffle."""

    code: str
    game: str
    rules: int
    options: msgspec.Raw
    seats: tuple[Seat, ...]
    secret: str
    terms: Terms = Terms()


class Joined(MatchEvent, frozen=True, tag="joined"):
    """A person sat down, on a free seat or a computer's; the nonce is this phone's part in the next shuffle."""

    seat: int
    name: str
    key: str
    nonce: str


class Reseated(MatchEvent, frozen=True, tag="reseated"):
    """Before the first game: a seat went to a computer, or became free."""

    seat: int
    player: str | None
    key: str | None = None
    rid: str | None = None


class StoodIn(MatchEvent, frozen=True, tag="stood_in"):
    """A computer plays for the person of this seat from now on; `by` is the seat that said so, its own if it left."""

    seat: int
    player: str
    by: int
    key: str | None = None
    rid: str | None = None


class Back(MatchEvent, frozen=True, tag="back"):
    """The person of this seat plays again."""

    seat: int


class Rekeyed(MatchEvent, frozen=True, tag="rekeyed"):
    """The seat moved to another phone; the one before has no part in it any more."""

    seat: int
    new: str


class Dealt(MatchEvent, frozen=True, tag="dealt"):
    """Game `number` began, of series `series`. `kept`: which seats play on (free seats drop out at the first game).

    `nonces` are those of the phones that gave one, in seat order.
    """

    number: int
    kept: tuple[int, ...]
    nonces: tuple[str, ...]
    events: tuple[msgspec.Raw, ...]
    key: str
    rid: str
    series: int = 1


class Played(MatchEvent, frozen=True, tag="played"):
    """An accepted action of `seat`, or (`seat` None) an expiry. With the end of a game, the next secret.

    `key` and `rid` name the phone's request, if a phone made it. `cause` is the action, or the draft that lay when
    time ran out: nothing is replayed from it, but whoever verifies the game judges it again.
    """

    seat: int | None
    events: tuple[msgspec.Raw, ...]
    key: str | None = None
    rid: str | None = None
    secret: str | None = None
    cause: msgspec.Raw = NOTHING


AnyEvent = Opened | Joined | Reseated | StoodIn | Back | Rekeyed | Dealt | Played

_decoder = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def encode(event: AnyEvent) -> bytes:
    """A row's body."""
    return _encoder.encode(event)


def decode(body: bytes) -> AnyEvent:
    """The event of a row's body."""
    return _decoder.decode(body)


@cache
def decoder(wanted: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of a game's type: a union's is dear to make and cheap to use."""
    return msgspec.json.Decoder(wanted)


def raw(value: Any) -> msgspec.Raw:
    """A game's value as it travels inside a match event or a frame."""
    return msgspec.Raw(_encoder.encode(value))


def pack(events: Any) -> tuple[msgspec.Raw, ...]:
    """A game's events as they travel inside a match event."""
    return tuple(raw(event) for event in events)


def unpack(game: AnyGame, events: tuple[msgspec.Raw, ...]) -> tuple[Any, ...]:
    """A game's events as its own types."""
    return tuple(map(decoder(game.event).decode, events))
