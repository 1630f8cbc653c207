"""What tile rummy is made of: options, actions, the draft, events, the state and what a seat sees of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from kameny.game import Outcome
from kameny.hourglass import Clock, Hourglass
from kameny.rummy.tiles import Sets, Stands, Tile, Tiles

HAND = 14


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one table. The defaults are the Czech page's."""

    jokers: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2
    opening: Literal[0, 30, 40, 50] = 30
    """What the first lay must be worth; with 0 every seat counts as opened from the start."""
    clock: Clock = "table"
    official: bool = False
    """Whether jokers may lie in the opening; each counts as the tile it stands for."""
    playing_on: bool = False
    """Whether the table may be rearranged in the same turn, once own sets worth the opening lie."""
    joker: Literal["free", "exchange"] = "free"
    """`exchange`: a joker stays what it stands for and where it lies until that tile takes its place."""
    redeal: bool = False
    """Whether a seat that was dealt three identical pairs may have the tiles dealt anew before the first lay."""


class Lay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="lay"):
    """End the turn with the whole table looking like this.

    `stands` says what newly laid jokers shall stand for where a set can be read in two ways; it matters only under
    `exchange`, and what is left out is read as it lies.
    """

    sets: Sets
    stands: Stands = ()


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="draw"):
    """Take one tile, or pass where the pool is empty; the turn ends."""


class Redeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="redeal"):
    """Have the tiles dealt anew, by the table's option; also while another seat is on turn."""


Action = Lay | Draw | Redeal


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table as the acting seat has arranged it so far: every tile of the table and some of its own."""

    sets: Sets
    stands: Stands = ()


class Dealt(msgspec.Struct, frozen=True, tag_field="kind", tag="dealt"):
    """The game begins. `lots`: the tiles drawn for the first turn of a series, as (seat, tile).

    `redealt`: the seat that had the tiles dealt anew; then the game goes on with turn `turn`.
    """

    options: Options
    opener: int
    lots: tuple[tuple[int, Tile], ...]
    hands: tuple[Tiles, ...]
    pool: Tiles
    turn: int = 1
    redealt: int | None = None


class Laid(msgspec.Struct, frozen=True, tag_field="kind", tag="laid"):
    """The seat put `tiles` from its rack on the table, which now is `sets`; its turn is over.

    `by` the seat's own `hand`; by the `clock`, which found a legal draft; or by the `rescue` after the third
    expiry, which keeps finished sets of own tiles.
    """

    seat: int
    tiles: Tiles
    sets: Sets
    by: Literal["hand", "clock", "rescue"] = "hand"
    stands: Stands = ()
    """Under `exchange`, what every joker of the table stands for now."""


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
    stands: Stands = ()
    """Under `exchange`, what every joker of the table stands for."""
    pairs: tuple[int, ...] = ()
    """The seats that may have the tiles dealt anew, until the first lay."""


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
    redeal: bool
    """Whether you may have the tiles dealt anew now."""
    racks: tuple[Tiles, ...]
    """Every seat's rack once the game is over, empty before."""
