"""The corpus of positions, and the same questions answered by trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Literal

import msgspec

from kameny.rummy.opening import opening_points
from kameny.rummy.sets import reading
from kameny.rummy.tiles import Sets, Tile, Tiles, is_joker, points

CORPUS = Path(__file__).parents[2] / "corpora" / "rummy-positions.jsonl"


class Entry(msgspec.Struct, frozen=True):
    """A position in faces, and what is known of it: the optimum, or that there is none."""

    id: str
    kind: Literal["move", "opening", "invalid"]
    table: tuple[tuple[str, ...], ...]
    rack: tuple[str, ...]
    source: str = ""
    best_tiles: int = 0
    best_value_given_tiles: int = 0
    min_tiles: int = 0
    min_points: int = 0
    feasible: bool = True

    def physical(self) -> tuple[Sets, Tiles]:
        """Table and rack as tiles: copies are counted in the order in which the faces come."""
        seen: Counter[str] = Counter()

        def tile(face: str) -> Tile:
            seen[face] += 1
            return f"{face}{'abcd'[seen[face] - 1]}"

        return tuple(tuple(map(tile, faces)) for faces in self.table), tuple(map(tile, self.rack))


def entries() -> list[Entry]:
    """Everything in the corpus."""
    return [msgspec.json.decode(line, type=Entry) for line in CORPUS.read_bytes().splitlines()]


def partitions(tiles: Sequence[Tile]) -> Iterator[Sets]:
    """Every way to deal all of the tiles out into sets."""
    if not tiles:
        yield ()
        return
    first, rest = tiles[0], tiles[1:]
    for size in range(2, len(tiles)):
        for others in combinations(rest, size):
            if reading((first, *others)):
                left = [tile for tile in rest if tile not in others]
                yield from (((first, *others), *sets) for sets in partitions(left))


def disturbed(table: Sets, sets: Sets, laid: Tiles) -> int:
    """How many sets of the table are not, plus own tiles, a set now."""
    return sum(not any(set(old) <= set(new) and set(new) - set(old) <= set(laid) for new in sets) for old in table)


def by_trying(table: Sets, rack: Tiles) -> tuple[int, int, int, int] | None:
    """The best that can be laid, as (tiles, points, -jokers, -sets disturbed); `None`: nothing completes the table."""
    lying = [tile for tiles in table for tile in tiles]
    for size in range(len(rack), -1, -1):
        found = [
            (*worth(laid), -disturbed(table, sets, laid))
            for laid in combinations(rack, size)
            for sets in partitions([*lying, *laid])
        ]
        if found:
            return max(found)
    return None


def opening_by_trying(rack: Tiles, minimum: int) -> tuple[int, int] | None:
    """The best opening worth this much, as (tiles, points); `None` if there is none."""
    plain = [tile for tile in rack if not is_joker(tile)]
    for size in range(len(plain), 2, -1):
        laid = [chosen for chosen in combinations(plain, size) if sum(map(points, chosen)) >= minimum]
        if found := [worth(chosen)[:2] for chosen in laid if any(partitions(chosen))]:
            return max(found)
    return None


def official_opening_by_trying(rack: Tiles, minimum: int) -> tuple[int, int, int] | None:
    """The best opening with jokers, as (tiles, points as they stand, -jokers); `None` if there is none."""
    found: list[tuple[int, int, int]] = []
    for size in range(len(rack), 2, -1):
        for laid in combinations(rack, size):
            for sets in partitions(laid):
                points = opening_points(sets, official=True)
                if points >= minimum:
                    found.append((size, points, -sum(map(is_joker, laid))))
        if found:
            break
    return max(found, default=None)


def worth(laid: Tiles) -> tuple[int, int, int]:
    """What a lay is compared by before the table is looked at."""
    return len(laid), sum(map(points, laid)), -sum(map(is_joker, laid))
