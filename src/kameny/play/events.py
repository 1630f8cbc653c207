"""What the journal of a match is made of: one row holds one of these, as JSON.

A game's own events travel inside as raw JSON and are read with the game's own types.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from kameny.game import AnyGame
from kameny.play.seats import Seat


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


class Joined(MatchEvent, frozen=True, tag="joined"):
    """A person sat down; the nonce is this phone's part in the next shuffle."""

    seat: int
    name: str
    key: str
    nonce: str


class Reseated(MatchEvent, frozen=True, tag="reseated"):
    """A free seat went to a computer, or a computer's seat became free."""

    seat: int
    player: str | None


class Dealt(MatchEvent, frozen=True, tag="dealt"):
    """Game `number` began. `kept`: which seats play on (a free seat drops out when the series begins)."""

    number: int
    kept: tuple[int, ...]
    nonces: tuple[str, ...]
    events: tuple[msgspec.Raw, ...]
    key: str
    rid: str


class Played(MatchEvent, frozen=True, tag="played"):
    """An accepted action of `seat`, or (`seat` None) an expiry. With the end of a game, the next secret.

    `key` and `rid` name the phone's request, if a phone made it.
    """

    seat: int | None
    events: tuple[msgspec.Raw, ...]
    key: str | None = None
    rid: str | None = None
    secret: str | None = None


AnyEvent = Opened | Joined | Reseated | Dealt | Played

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
