"""Positions of every kind, each the same for its number for ever: what solvers are compared on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

import msgspec

from kameny.rummy.sets import reading
from kameny.rummy.solver import POINTS, TILES, Weights, dressed
from kameny.rummy.solver.best import solve
from kameny.rummy.solver.opening import open_lay
from kameny.rummy.tiles import COPIES, SUITS, VALUES, Sets, Tile, Tiles, full_set, is_joker, value

Board = tuple[Sets, Tiles]

WORST = Path(__file__).parents[2] / "corpora" / "rummy-worst.jsonl"
OPENING = 30
OF_A_GAME = 8
"""So many positions are taken out of one game."""


@dataclass(frozen=True)
class Case:
    """A position by its kind and number, and what is asked of it; an opening has a minimum, and no table."""

    kind: str
    number: int
    table: Sets
    rack: Tiles
    weights: Weights = TILES
    kept: tuple[int, ...] = ()
    minimum: int = 0

    def __str__(self) -> str:
        lying = " | ".join(" ".join(tiles) for tiles in self.table)
        asked = f" kept {self.kept}" * bool(self.kept) + f" minimum {self.minimum}" * bool(self.minimum)
        weights = f" {self.weights}" * (self.weights != TILES)
        return f'{self.kind} {self.number}: table "{lying}" rack "{" ".join(self.rack)}"{asked}{weights}'


def case(kind: str, number: int) -> Case:
    """The position of this kind and number."""
    return KINDS[kind](number, Random(f"{kind} {number}"))


def selfplay(number: int, random: Random) -> Case:
    """Met by the exact computers among each other, opened already."""
    boards = _played(number // OF_A_GAME)
    return Case("selfplay", number, *random.choice(boards))


def dense(number: int, random: Random) -> Case:
    """Full tables, 10 to 30 tiles on the rack."""
    jokers = random.choice((0, 1, 2, 2, 2, 3, 4))
    box = _box(random, jokers)
    table = laid_out(random, box, random.randint(40, 70 if jokers > 2 else 90))
    return Case("dense", number, table, tuple(box[: random.randint(10, 30)]))


def mixed(number: int, random: Random) -> Case:
    """Any table, any rack."""
    return Case("mixed", number, *_any(random))


def doubled(number: int, random: Random) -> Case:
    """Few neighbouring values, so that most tiles are there twice."""
    low = random.randint(1, 8)
    box = _box(random, random.randint(0, 4), lambda tile: low <= value(tile) <= low + 5)
    table = laid_out(random, box, random.randint(0, 36))
    return Case("doubled", number, table, tuple(box[: random.randint(1, 18)]))


def runs(number: int, random: Random) -> Case:
    """Hardly a group on the table."""
    box = _box(random, random.randint(0, 4))
    table = laid_out(random, box, random.randint(10, 70), groups=0.1)
    return Case("runs", number, table, tuple(box[: random.randint(1, 25)]))


def weighed(number: int, random: Random) -> Case:
    """Any weights: points before tiles, random ones, jokers dear or better held."""
    own = Weights(
        tuple(random.choice((0, 1, random.randint(0, 20), random.randint(0, 2000))) for _ in range(14)),
        random.choice((0, random.randint(-50, 50), random.randint(-4000, 4000))),
    )
    return Case("weighed", number, *_any(random), random.choice((POINTS, own, own)))


def keeping(number: int, random: Random) -> Case:
    """Some sets of the table stay together, and all with jokers, which keep what they stand for."""
    table, rack = _any(random)
    held = random.choice((0.0, 0.3, 1.0))
    kept = [i for i, tiles in enumerate(table) if any(map(is_joker, tiles)) or random.random() < held]
    shown = tuple(dressed(tiles, found.stands) if (found := reading(tiles)) else tiles for tiles in table)
    return Case("keeping", number, shown, rack, random.choice((TILES, TILES, POINTS)), tuple(kept))


def opening(number: int, random: Random) -> Case:
    """Own tiles only, of which some joker may be one that may not be used."""
    box = _box(random, random.randint(0, 4))
    rack = tuple(box[: random.randint(10, 28)])
    return Case("opening", number, (), rack, minimum=random.choice((30, 30, 40, 50, random.randint(1, 130))))


def broken(number: int, random: Random) -> Case:
    """A table on which some tiles are no set: a tile lacks, lies wrong, or loose ones lie about."""
    box = _box(random, random.randint(0, 4))
    table = [list(tiles) for tiles in laid_out(random, box, random.randint(0, 45))]
    for _ in range(random.randint(1, 3) if table else 0):
        loose = random.choice(table)
        if loose:
            random.choice((box, random.choice(table))).append(loose.pop(random.randrange(len(loose))))
    if not table or random.random() < 0.5:
        table.append([box.pop() for _ in range(random.randint(1, 3))])
    random.shuffle(box)
    sets = tuple(tuple(tiles) for tiles in table if tiles)
    return Case("broken", number, sets, tuple(box[: random.randint(0, 12)]))


def corner(number: int, random: Random) -> Case:
    """Hardly a tile but full groups, lone triples and jokers, which may find no seat."""
    low, few = random.randint(1, 12), random.randint(1, 4)
    box = _box(random, few, lambda tile: low <= value(tile) <= low + random.randint(0, 1))
    jokers = [tile for tile in box if is_joker(tile)]
    box = [tile for tile in box if not is_joker(tile)]
    table: list[list[Tile]] = []
    for size in random.choices((3, 4), k=random.choice((0, 1, 1, 1, 2))):
        seen = {tile[:-1]: tile for tile in box if value(tile) == value(box[0])} if box else {}
        tiles = [*seen.values()][:size]
        if random.random() < 0.3 and jokers:
            tiles = [*tiles[: size - 1], jokers.pop()]
        if len(tiles) >= 3:
            table.append(tiles)
            box = [tile for tile in box if tile not in tiles]
    loose = [jokers.pop() for _ in range(random.choice((0, 0, 0, 1, 2))) if jokers]
    if loose:
        table.append(loose) if random.random() < 0.5 or not table else table[0].extend(loose)
    weights = random.choice((TILES, TILES, TILES, Weights(tuple(range(14)), random.randint(-9, 9))))
    rack = (*box[: random.choice((0, 0, 1, 2, 3, 5))], *jokers)
    return Case("corner", number, tuple(map(tuple, table)), rack, weights)


def worst(number: int, _random: Random) -> Case:
    """What hill climbing has found to take longest; see `benchmarks/worst.py`."""
    found = worst_found()[number % len(worst_found())]
    return Case("worst", number, found.table, found.rack)


class Worst(msgspec.Struct, frozen=True):
    """A position that takes long, and what was tried to find it."""

    table: Sets
    rack: Tiles
    climbed: str


def worst_found() -> list[Worst]:
    """Everything that is kept of it."""
    return [msgspec.json.decode(line, type=Worst) for line in WORST.read_bytes().splitlines()]


KINDS: Mapping[str, Callable[[int, Random], Case]] = {
    made.__name__: made
    for made in (selfplay, dense, mixed, doubled, runs, weighed, keeping, opening, broken, corner, worst)
}


def laid_out(random: Random, box: list[Tile], size: int, groups: float = 0.5) -> Sets:
    """About `size` tiles out of the box in valid sets, jokers among them now and then."""
    table: list[Tiles] = []
    for _ in range(4 * size):
        if sum(map(len, table)) >= size:
            break
        low, suit = random.choice(VALUES), random.choice(SUITS)
        if random.random() < groups:
            faces = [f"{s}{low}" for s in random.sample(SUITS, random.choice((3, 3, 4)))]
        else:
            faces = [f"{suit}{v}" for v in range(low, min(low + random.choice((3, 3, 4, 5, 7)), 14))]
        there = [next((f"{face}{copy}" for copy in COPIES if f"{face}{copy}" in box), "") for face in faces]
        jokers = [tile for tile in box if is_joker(tile)]
        for i, tile in enumerate(there):
            if jokers and random.random() < (0.08 if tile else 0.7):
                there[i] = jokers.pop()
        if all(there) and (found := reading(there)):
            table.append(found.tiles)
            box[:] = [tile for tile in box if tile not in there]
    return tuple(table)


def _box(random: Random, jokers: int, wanted: Callable[[Tile], bool] = lambda _: True) -> list[Tile]:
    """The tiles that are wanted, and all jokers, shuffled."""
    box = [tile for tile in full_set(jokers) if is_joker(tile) or wanted(tile)]
    random.shuffle(box)
    return box


def _any(random: Random) -> Board:
    box = _box(random, random.choice((0, 1, 2, 2, 3, 4)))
    table = laid_out(random, box, random.choice((0, random.randint(3, 20), random.randint(20, 65))))
    return table, tuple(box[: random.randint(1, random.choice((6, 14, 24)))])


@lru_cache(maxsize=2)
def _played(seed: int) -> tuple[Board, ...]:
    """What opened seats see on turn in a game of two to four exact computers."""
    random = Random(f"game {seed}")
    pool = _box(random, random.choice((2, 2, 2, 0, 1, 3, 4)))
    racks = [[pool.pop() for _ in range(14)] for _ in range(random.choice((2, 3, 4)))]
    table: Sets = ()
    opened = [False] * len(racks)
    boards: list[Board] = []
    while pool and all(racks):
        for seat, rack in enumerate(racks):
            if opened[seat]:
                boards.append((table, tuple(rack)))
            found = solve(table, rack) if opened[seat] else open_lay(rack, OPENING)
            if found and found.tiles:
                table = found.sets if opened[seat] else (*table, *found.sets)
                opened[seat] = True
                rack[:] = [tile for tile in rack if tile not in found.tiles]
            elif pool:
                rack.append(pool.pop())
            if not rack:
                break
    return tuple(boards) or (((), tuple(racks[0])),)
