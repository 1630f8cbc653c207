"""Tiles: 13 values in four suits, two copies each, and jokers.

A *face* is what a tile shows (`r7`, `*`); a *tile* is a physical one (`r7a`, `r7b`, `*a`), so that both
copies of a face can be told apart. A tile's name never says where it lay in the pool.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

SUITS = "krbp"
"""Black, red, blue, plum."""
VALUES = range(1, 14)
COPIES = "ab"
JOKER = "*"
JOKER_COPIES = "abcd"
JOKER_POINTS = 30

Tile = Annotated[str, msgspec.Meta(pattern=r"^(?:[krbp](?:[1-9]|1[0-3])[ab]|\*[a-d])$")]
Face = Annotated[str, msgspec.Meta(pattern=r"^(?:[krbp](?:[1-9]|1[0-3])|\*)$")]
Tiles = tuple[Tile, ...]
Sets = tuple[Tiles, ...]
Stands = tuple[tuple[Tile, Face], ...]
"""What jokers stand for, as (joker, face)."""


def face(tile: Tile) -> Face:
    """`r7` of `r7a`."""
    return tile[:-1]


def is_joker(tile: Tile) -> bool:
    """Whether a tile, or a face, is a joker."""
    return tile[0] == JOKER


def suit(tile: Tile) -> str:
    """The suit of a tile that is no joker."""
    return tile[0]


def value(tile: Tile) -> int:
    """The value of a tile that is no joker."""
    return int(tile[1:-1])


def points(tile: Tile) -> int:
    """What a tile costs when it stays on a rack."""
    return JOKER_POINTS if is_joker(tile) else value(tile)


def full_set(jokers: int = 2) -> Tiles:
    """Every tile of the game, in a fixed order that says nothing about any deal."""
    plain = (f"{s}{v}{c}" for s in SUITS for v in VALUES for c in COPIES)
    return (*plain, *(f"{JOKER}{c}" for c in JOKER_COPIES[:jokers]))


_PLACE = {tile: place for place, tile in enumerate(full_set(len(JOKER_COPIES)))}


def in_order(tiles: Iterable[Tile]) -> Tiles:
    """The tiles by suit, then value, jokers last: the order used wherever order must not matter."""
    return tuple(sorted(tiles, key=_PLACE.__getitem__))
