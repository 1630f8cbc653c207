"""What tile rummy is made of: options, actions, the draft, events, the state and what a seat sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from kameny.game import Outcome
from kameny.hourglass import Clock, Hourglass
from kameny.rummy.tiles import Sets, Tile, Tiles

HAND = 14


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one table. The defaults are the Czech page's."""

    jokers: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2
    opening: Literal[0, 30, 40, 50] = 30
    """What the first lay must be worth; with 0 every seat counts as opened from the start."""
    clock: Clock = "table"


class Lay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="lay"):
    """End the turn with the whole table looking like this."""

    sets: Sets


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="draw"):
    """Take one tile, or pass where the pool is empty; the turn ends."""


Action = Lay | Draw


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table as the acting seat has arranged it so far: every tile of the table and some of its own."""

    sets: Sets


class Dealt(msgspec.Struct, frozen=True, tag_field="kind", tag="dealt"):
    """The game begins. `lots`: the tiles drawn for the first turn of a series, as (seat, tile)."""

    options: Options
    opener: int
    lots: tuple[tuple[int, Tile], ...]
    hands: tuple[Tiles, ...]
    pool: Tiles


class Laid(msgspec.Struct, frozen=True, tag_field="kind", tag="laid"):
    """The seat put `tiles` from its rack on the table, which now is `sets`; its turn is over.

    `by` the seat's own `hand`; by the `clock`, which found a legal draft; or by the `rescue` after the third
    expiry, which keeps finished sets of own tiles.
    """

    seat: int
    tiles: Tiles
    sets: Sets
    by: Literal["hand", "clock", "rescue"] = "hand"


class Drew(msgspec.Struct, frozen=True, tag_field="kind", tag="drew"):
    """The seat drew a tile, which only it may see, and its turn is over."""

    seat: int
    tile: Tile | None


class Passed(msgspec.Struct, frozen=True, tag_field="kind", tag="passed"):
    """The seat's turn is over; nothing was laid and nothing drawn."""

    seat: int
    by: Literal["hand", "clock"] = "hand"


class RanOut(msgspec.Struct, frozen=True, tag_field="kind", tag="ran_out"):
    """The hourglass ran out for the `count`-th time; the seat `took` a tile if the pool had one."""

    seat: int
    count: int
    took: bool
    tile: Tile | None


class Ended(msgspec.Struct, frozen=True, tag_field="kind", tag="ended"):
    """The game is over; all racks are open now."""

    outcome: Outcome


Event = Dealt | Laid | Drew | Passed | RanOut | Ended
Last = Laid | Drew | Passed


class State(msgspec.Struct, frozen=True):
    """One game at one moment. `pool` is drawn from its front; racks keep the order of arrival."""

    options: Options
    opener: int
    lots: tuple[tuple[int, Tile], ...]
    turn: int
    seat: int
    racks: tuple[Tiles, ...]
    fresh: tuple[Tiles, ...]
    """Per seat, what it drew at or since the end of its last turn."""
    table: Sets
    pool: Tiles
    opened: tuple[bool, ...]
    glass: Hourglass
    took: bool = False
    """Whether the acting seat got a tile for time in this turn."""
    passes: int = 0
    """Turns in succession that ended without laying or drawing."""
    last: Last | None = None
    """How the last turn ended, as everybody saw it."""
    outcome: Outcome | None = None


class View(msgspec.Struct, frozen=True):
    """The game as one seat (`you`) or a spectator sees it. `rack` is in fixed order, `pool` a count."""

    you: int | None
    options: Options
    opener: int
    lots: tuple[tuple[int, Tile], ...]
    turn: int
    seat: int
    rack: Tiles
    fresh: Tiles
    counts: tuple[int, ...]
    table: Sets
    stands: tuple[tuple[str, ...], ...]
    """For every set of the table, the face each of its tiles stands for: a joker's is the only surprise."""
    pool: int
    opened: tuple[bool, ...]
    glass: Hourglass
    took: bool
    passes: int
    last: Last | None
    outcome: Outcome | None
    racks: tuple[Tiles, ...]
    """Every seat's rack once the game is over, empty before."""
