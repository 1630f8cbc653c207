"""A position as the search sees it: how many tiles of each face must be placed and may be laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kameny.game import Refused
from kameny.rummy.sets import Reading
from kameny.rummy.solver.lanes import LANES, LONG, Slot
from kameny.rummy.tiles import COPIES, JOKER, JOKER_COPIES, SUITS, VALUES, Face, Tile, Tiles, full_set, is_joker

LAST = VALUES[-1]
Grid = list[list[int]]
"""`grid[suit][value]`, with room for the two values after 13 and the one before 1."""

_FACES = tuple(f"{s}{v}" for s in SUITS for v in VALUES)
_LOWEST = sum(1 << v for v in range(1, LAST - 1))
_PLACE = {f"{f}{copy}": (SUITS.index(f[0]), int(f[1:])) for f in _FACES for copy in COPIES}
_KNOWN = frozenset(full_set(len(JOKER_COPIES)))
DRESSED = frozenset(f"{f}{copy}" for f in _FACES for copy in JOKER_COPIES.upper())
"""Jokers that stay what they stand for: `p9A` is `*a` as the 9 of plum. They lie in kept sets only."""


def grid() -> Grid:
    """An empty grid."""
    return [[0] * (LAST + 3) for _ in SUITS]


def face(suit: int, value: int) -> Face:
    """The face at a place of a grid."""
    return f"{SUITS[suit]}{value}"


def check(own: Sequence[Tile], lying: Sequence[Tile] = ()) -> None:
    """Refuse what no box of tiles holds: an unknown tile, or one that is there twice (so any third copy).

    Only on the table there may be dressed jokers.
    """
    unknown = [tile for tile in own if tile not in _KNOWN]
    unknown += [tile for tile in lying if tile not in _KNOWN and tile not in DRESSED]
    if unknown:
        raise Refused("unknown_tile", tiles=tuple(sorted(unknown)))
    number = Counter((*own, *lying))
    if len(number) < number.total():
        raise Refused("tile_twice", tiles=tuple(sorted(tile for tile, n in number.items() if n > 1)))


def dressed(tiles: Tiles, stands: Sequence[Face]) -> Tiles:
    """A set whose jokers keep what they stand for, so that they are read as nothing else."""
    pairs = zip(tiles, stands, strict=True)
    return tuple(f"{shown}{tile[-1].upper()}" if is_joker(tile) else tile for tile, shown in pairs)


@dataclass(frozen=True)
class Board:
    """Tiles that `must` be placed, own tiles that `may` be laid, the jokers of both kinds.

    The rest is what kept sets offer to own tiles: free `seats` in groups, `starts` and `ends` of runs.
    """

    must: Grid
    may: Grid
    must_jokers: int
    may_jokers: int
    present: Grid
    """All of these, and the faces that kept sets show."""
    seats: Grid | None = None
    starts: Grid | None = None
    ends: Grid | None = None
    hosts: bool = False
    """Whether a left-over joker might find a place on a kept set."""

    @property
    def jokers(self) -> int:
        """All jokers that can be used."""
        return self.must_jokers + self.may_jokers

    def useful(self, limit: int) -> Grid:
        """The own tiles that could sit in any set at all which needs no more jokers than this."""
        enough = LONG - limit
        if enough < 2:
            return self.may
        there = [sum(1 << v for v, n in enumerate(row) if n) for row in self.present]
        groups = _any_of(there, enough)
        useful: Grid = []
        for row, bits in zip(self.may, there, strict=True):
            # A window of three values, by its lowest one, which holds enough tiles.
            windows = _any_of((bits, bits >> 1, bits >> 2), enough) & _LOWEST
            fits = groups | windows | windows << 1 | windows << 2
            useful.append([n if fits >> v & 1 else 0 for v, n in enumerate(row)])
        return useful

    def mirrored(self) -> Board:
        """The same board with the values counted from the top; it must have no kept sets."""
        assert self.seats is None, "kept sets are not mirrored"
        must, may, present = (
            [[0, *row[LAST:0:-1], 0, 0] for row in rows] for rows in (self.must, self.may, self.present)
        )
        return Board(must, may, self.must_jokers, self.may_jokers, present)

    def narrower(self) -> Iterator[Board]:
        """Every board on which one place that kept sets offer is not offered to plain tiles."""
        yield from (replace(self, seats=fewer) for fewer in _one_less(self.seats))
        yield from (replace(self, starts=fewer) for fewer in _one_less(self.starts))
        yield from (replace(self, ends=fewer) for fewer in _one_less(self.ends))

    def slots(self, may: Grid) -> list[tuple[Slot, ...]]:
        """For each value from 1 the four slots, if these are the own tiles that may be laid."""
        none = grid()
        seats, starts, ends = self.seats or none, self.starts or none, self.ends or none
        heads = self._heads(may, starts) if self.starts else none
        by_suit: list[list[Slot]] = []
        for s, must in enumerate(self.must):
            there = [a + b for a, b in zip(must, may[s], strict=True)]
            columns = zip(must, may[s], there[1:], there[2:], seats[s], starts[s], ends[s], heads[s], strict=False)
            by_suit.append([Slot(*column) for column in columns][1:])
        return list(zip(*by_suit, strict=True))

    def _heads(self, may: Grid, starts: Grid) -> Grid:
        """How many own tiles of a face could be the beginning of a kept run that begins higher up."""
        heads = grid()
        for s in range(len(SUITS)):
            for v in range(LAST, 0, -1):
                heads[s][v] = min(may[s][v], heads[s][v + 1] + starts[s][v + 1], LANES)
        return heads


def _one_less(places: Grid | None) -> Iterator[Grid]:
    for s, row in enumerate(places or ()):
        for v, number in enumerate(row):
            if places and number:
                fewer = [list(line) for line in places]
                fewer[s][v] -= 1
                yield fewer


def _any_of(masks: Sequence[int], number: int) -> int:
    """The bits that are set in at least so many of the masks."""
    found = 0
    for some in combinations(masks, number):
        common = -1
        for mask in some:
            common &= mask
        found |= common
    return found


def board_of(table: Iterable[Tiles], rack: Tiles, kept: Iterable[Reading] = ()) -> Board:
    """The board on which the sets of the `table` are loose tiles, those that are `kept` stay as they lie."""
    must, may, present = grid(), grid(), grid()
    must_jokers = sum(_count(tiles, must) for tiles in table)
    may_jokers = _count(rack, may)
    for s, row in enumerate(present):
        row[:] = [a + b for a, b in zip(must[s], may[s], strict=True)]
    kept = tuple(kept)
    if not kept:
        return Board(must, may, must_jokers, may_jokers, present)
    seats, starts, ends = grid(), grid(), grid()
    hosts = any(len(found.tiles) < (LAST if found.kind == "run" else len(SUITS)) for found in kept)
    for found in kept:
        for f in found.stands:
            present[SUITS.index(f[0])][int(f[1:])] += 1
        s, v = SUITS.index(found.stands[0][0]), int(found.stands[0][1:])
        if found.kind == "run":
            starts[s][v] += 1
            ends[s][v + len(found.tiles) - 1] += 1
        elif len(found.tiles) == len(SUITS) - 1 and not any(map(is_joker, found.tiles)):
            (free,) = set(SUITS).difference(f[0] for f in found.stands)
            seats[SUITS.index(free)][v] += 1
    return Board(must, may, must_jokers, may_jokers, present, seats, starts, ends, hosts)


def _count(tiles: Tiles, into: Grid) -> int:
    """Add the tiles to a grid; returns how many of them are jokers."""
    jokers = 0
    for tile in tiles:
        if tile[0] == JOKER:
            jokers += 1
        else:
            s, v = _PLACE[tile]
            into[s][v] += 1
    return jokers
