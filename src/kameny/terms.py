"""Terms: what a table agrees on beside the rules of its game, the same for every game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Pace = Literal["quick", "usual", "slow"]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a series goes on, how fast computers play, and whether others see a turn being arranged.

    A series ends after `games` games, or after the game in which a total reaches `target` points; with neither
    it is endless. Not both.
    """

    games: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    target: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    pace: Pace = "usual"
    live: bool = True


USUAL = Terms()
"""An endless series, computers at a usual pace, and turns that are seen being arranged."""
