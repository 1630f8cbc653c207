"""Sets: groups and runs, and what an unfinished one still lacks.

A set's validity depends on its content and never on the order in which it was dropped. `reading` puts a
valid set into the order it is shown in and says which face every joker stands for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from kameny.rummy.tiles import SUITS, VALUES, Face, Tile, Tiles, is_joker, suit, value

MINIMUM = 3
HIGHEST = VALUES[-1]

Kind = Literal["group", "run"]


class Reading(msgspec.Struct, frozen=True):
    """A valid set as it is shown: `tiles` in order, the face each `stands` for, and the points it is worth."""

    kind: Kind
    tiles: Tiles
    stands: tuple[Face, ...]

    @property
    def points(self) -> int:
        """The sum of the faces, a joker counting as the face it stands for."""
        return sum(int(face[1:]) for face in self.stands)


def reading(tiles: Sequence[Tile]) -> Reading | None:
    """The one way in which these tiles are read as a set, or `None` if they are not one.

    Where a set can be read as both (a tile and two jokers), or a joker could stand at either end of a run,
    the first order in which it was laid that makes sense decides: jokers keep their place if they can, else
    they stand as high as possible. A group is preferred to a run.
    """
    if len(tiles) < MINIMUM or all(is_joker(tile) for tile in tiles):
        return None
    return _as_laid(tiles) or _group(tiles) or _run(tiles)


def read_as(tiles: Sequence[Tile], stands: Mapping[Tile, Face]) -> Reading | None:
    """The reading in which these jokers stand for these faces, or `None` if there is none.

    A joker that stands for a tile is read as that tile; jokers that are not named are read as they lie.
    """
    if all(map(is_joker, tiles)):
        return None
    dressed = {tile: f"{stands[tile]}{tile[-1].upper()}" for tile in tiles if tile in stands}
    found = reading([dressed.get(tile, tile) for tile in tiles])
    if not found or not dressed:
        return found
    jokers = {name: joker for joker, name in dressed.items()}
    return Reading(found.kind, tuple(jokers.get(tile, tile) for tile in found.tiles), found.stands)


def lacks(tiles: Sequence[Tile]) -> int | None:
    """How many tiles this unfinished set still needs at least; 0 if it is one, `None` if it never can be.

    A lone tile or a pair that fits together is undecided: it lacks tiles, it is not wrong.
    """
    if reading(tiles):
        return 0
    plain = [tile for tile in tiles if not is_joker(tile)]
    needs: list[int] = []
    if len(tiles) <= len(SUITS) and _one_value(plain):
        needs.append(MINIMUM - len(tiles))
    if _one_suit(plain):
        span = max(map(value, plain)) - min(map(value, plain)) + 1 if plain else 0
        length = max(span, MINIMUM, len(tiles))
        if length <= HIGHEST:
            needs.append(length - len(tiles))
    # Jokers alone are as long as a set can be, and still need a tile that says what they stand for.
    return max(min(needs), 1) if needs else None


def _one_value(plain: Sequence[Tile]) -> bool:
    """No two values and no suit twice."""
    return len({value(tile) for tile in plain}) <= 1 and len({suit(tile) for tile in plain}) == len(plain)


def _one_suit(plain: Sequence[Tile]) -> bool:
    """No two suits and no value twice."""
    return len({suit(tile) for tile in plain}) <= 1 and len({value(tile) for tile in plain}) == len(plain)


def _as_laid(tiles: Sequence[Tile]) -> Reading | None:
    """A run whose tiles, jokers included, lie in ascending order already."""
    first = next(i for i, tile in enumerate(tiles) if not is_joker(tile))
    low = value(tiles[first]) - first
    if low < 1 or low + len(tiles) - 1 > HIGHEST:
        return None
    colour = suit(tiles[first])
    stands = tuple(f"{colour}{low + i}" for i in range(len(tiles)))
    fits = all(is_joker(tile) or tile[:-1] == face for tile, face in zip(tiles, stands, strict=True))
    # One tile and two jokers are a group unless there is a reason to read them otherwise; there is none.
    if not fits or (sum(not is_joker(tile) for tile in tiles) == 1 and len(tiles) <= len(SUITS)):
        return None
    return Reading("run", tuple(tiles), stands)


def _group(tiles: Sequence[Tile]) -> Reading | None:
    plain = [tile for tile in tiles if not is_joker(tile)]
    if len(tiles) > len(SUITS) or not _one_value(plain):
        return None
    free = [s for s in SUITS if s not in {suit(tile) for tile in plain}]
    number = value(plain[0])
    stands = tuple(f"{free.pop(0)}{number}" if is_joker(tile) else tile[:-1] for tile in tiles)
    return Reading("group", tuple(tiles), stands)


def _run(tiles: Sequence[Tile]) -> Reading | None:
    plain = sorted((tile for tile in tiles if not is_joker(tile)), key=value)
    if len(tiles) > HIGHEST or not _one_suit(plain):
        return None
    low, high = value(plain[0]), value(plain[-1])
    spare = len(tiles) - (high - low + 1)
    if spare < 0:
        return None
    above = min(spare, HIGHEST - high)
    low, high = low - (spare - above), high + above
    jokers = [tile for tile in tiles if is_joker(tile)]
    by_value = {value(tile): tile for tile in plain}
    colour = suit(plain[0])
    shown = tuple(by_value.get(v) or jokers.pop(0) for v in range(low, high + 1))
    return Reading("run", shown, tuple(f"{colour}{v}" for v in range(low, high + 1)))
