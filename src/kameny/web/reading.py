"""Reading what a phone sends: every frame strictly, as its type; and of a broken one what can still be told."""

from __future__ import annotations

from typing import Any

import msgspec

from kameny.game import Refused
from kameny.play.events import decoder
from kameny.web.messages import Rid

MAX_MESSAGE = 16 * 1024
"""Bytes of the longest message a phone may send."""


class Named(msgspec.Struct, frozen=True):
    """All that is asked of a frame to answer it."""

    rid: Rid | None = None


def read(data: bytes | msgspec.Raw, wanted: Any) -> Any:
    """The message as its type; raises `Refused` for one that is too long or cannot be read."""
    if len(memoryview(data)) > MAX_MESSAGE:
        raise Refused("too_large", most=MAX_MESSAGE)
    try:
        return decoder(wanted).decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused("bad_message", why=str(error)) from error
    except RecursionError as error:
        raise Refused("bad_message", why="nested too deeply") from error


def rid_of(data: bytes) -> str | None:
    """The `rid` of a frame that may be broken anywhere else."""
    try:
        named: Named = read(data, Named)
    except Refused:
        return None
    return named.rid
