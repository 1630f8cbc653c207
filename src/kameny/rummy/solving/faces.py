"""Positions as people write them: in faces, which have no copies. Tiles are made of them here, and answers again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from kameny.game import Refused
from kameny.rummy.tiles import COPIES, JOKER, JOKER_COPIES, SUITS, VALUES, Face, Sets, Tile, Tiles
from kameny.rummy.tiles import face as face_of

PLUM = SUITS[-1]
OTHER_NAMES = "oy"
"""Orange and yellow: what the fourth suit is in other boxes."""

_FACES: dict[str, Face] = {
    JOKER: JOKER,
    **{f"{suit}{value}": f"{suit}{value}" for suit in SUITS for value in VALUES},
    **{f"{suit}{value}": f"{PLUM}{value}" for suit in OTHER_NAMES for value in VALUES},
}


class Puzzle(msgspec.Struct, frozen=True):
    """A position as it was written. What else a line holds is nobody's business here."""

    table: tuple[tuple[str, ...], ...]
    rack: tuple[str, ...]
    id: str | int | None = None


def typed(table: str, rack: str) -> Puzzle:
    """`r7 r8 r9 | k1 b1 o1` and `r10 * k5`: sets are cut by `|`."""
    return Puzzle(tuple(tuple(part.split()) for part in table.split("|")), tuple(rack.split()))


def in_tiles(puzzle: Puzzle) -> tuple[Sets, Tiles]:
    """Table and rack in tiles; the first of equal faces is the first copy, and a set of no tiles is none.

    Raises `Refused("unknown_tile")`, or `Refused("too_many_copies")` for what no box holds.
    """
    words = [word for part in (*puzzle.table, puzzle.rack) for word in part]
    if unknown := [word for word in words if word.lower() not in _FACES]:
        raise Refused("unknown_tile", tiles=tuple(dict.fromkeys(unknown)))
    counts = Counter(_FACES[word.lower()] for word in words)
    if many := [face for face, count in counts.items() if count > len(_copies(face))]:
        raise Refused("too_many_copies", tiles=tuple(many))
    seen: Counter[Face] = Counter()

    def tile(word: str) -> Tile:
        face = _FACES[word.lower()]
        seen[face] += 1
        return f"{face}{_copies(face)[seen[face] - 1]}"

    return tuple(tuple(map(tile, part)) for part in puzzle.table if part), tuple(map(tile, puzzle.rack))


def in_faces(tiles: Iterable[Tile]) -> tuple[Face, ...]:
    """What these tiles show."""
    return tuple(map(face_of, tiles))


def _copies(face: Face) -> str:
    return JOKER_COPIES if face == JOKER else COPIES
