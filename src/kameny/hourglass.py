"""Tile for time: an hourglass that runs out three times in a turn, for any game of tiles.

The first two times cost a tile and the turn goes on; the third ends it. The limit of a turn is fixed when
the turn begins. Only lengths live here; the table knows the time of day.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from kameny.game import Due

LAST = 3

Clock = Literal["off", "30", "45", "60", "120", "table"]
"""Seconds to the next tile; `table`: by the number of tiles on the table."""


class Hourglass(msgspec.Struct, frozen=True):
    """`limit` seconds from expiry to expiry (`None`: no clock), and how often it `ran` out this turn."""

    limit: int | None = None
    ran: int = 0


def turned(clock: Clock, tiles: int) -> Hourglass:
    """A fresh hourglass for a turn that starts with this many tiles on the table."""
    if clock == "off":
        return Hourglass()
    if clock == "table":
        return Hourglass(30 if tiles <= 12 else 45 if tiles <= 24 else 60)
    return Hourglass(int(clock))


def run_out(glass: Hourglass) -> Hourglass:
    """The same hourglass after one more expiry."""
    return Hourglass(glass.limit, glass.ran + 1)


def due(glass: Hourglass, turn: int) -> Due | None:
    """The next expiry of this turn, or `None` where no clock runs."""
    return None if glass.limit is None else Due(turn, glass.ran + 1, glass.limit)
