"""Hill climbing for the position that takes a solver longest; by hand, when the search has changed.

Python's effort is the number of states it looks at, which is the same on every machine; of C++ only the time is
known, so a climb of it is never quite the same. Prints what it has found; `--keep` adds it to the corpus of the worst
positions, which `test_oracle.py` solves and `solver.py` times.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kameny.rummy.solver.ladder import best_plan
from kameny.rummy.solver.plan import TILES, Effort
from kameny.rummy.solver.position import Position
from kameny.rummy.tiles import Tile, full_set
from oracle.agreement import SOLVERS
from oracle.positions import WORST, Board, Worst, laid_out

STARTS = 20
"""The worst of so many random positions is where a climb begins."""
TABLE, RACK = 48, 30
"""Tiles at the beginning, and at most on the rack."""


def states(board: Board) -> float:
    """How many states the search in Python looks at."""
    effort = Effort()
    best_plan(Position.of(*board).board(), TILES, 1, effort)
    return effort.spent


def compiled_time(board: Board) -> float:
    """The microseconds C++ takes, the least of three times."""
    times: list[float] = []
    for _ in range(3):
        began = time.process_time()
        SOLVERS["c++"].solve(*board)
        times.append(1e6 * (time.process_time() - began))
    return min(times)


EFFORTS: dict[str, tuple[Callable[[Board], float], str]] = {
    "python": (states, "states"),
    "c++": (compiled_time, "µs"),
}


def started(random: Random, jokers: int) -> Board:
    """A random position of the size that has been found to be worst."""
    box = random.sample(full_set(jokers), 104 + jokers)
    return laid_out(random, box, TABLE), tuple(box[:RACK])


def changed(random: Random, board: Board, jokers: int) -> Board:
    """A set more or less on the table, or a few other tiles on the rack."""
    table, rack = [*board[0]], [*board[1]]
    lying = {tile for tiles in (*table, rack) for tile in tiles}
    box = random.sample(pool := [tile for tile in full_set(jokers) if tile not in lying], len(pool))
    match random.randrange(4):
        case 0:
            table += laid_out(random, box, random.randint(1, 6))
        case 1 if table:
            box += table.pop(random.randrange(len(table)))
        case 2 if table:
            rack += table.pop(random.randrange(len(table)))
            table += laid_out(random, box, 3)
        case _:
            for _ in range(random.randint(1, 3)):
                _exchanged(random, rack, box)
    return tuple(table), tuple(rack[-RACK:])


def _exchanged(random: Random, rack: list[Tile], box: list[Tile]) -> None:
    if rack and random.random() < 0.8:
        box.insert(0, rack.pop(random.randrange(len(rack))))
    if box and len(rack) < RACK:
        rack.append(box.pop())


def climbed(method: str, seed: int, jokers: int, seconds: float) -> tuple[float, Board]:
    """The worst position that one climb comes to, and its effort."""
    random = Random(f"{method} {seed} {jokers}")
    effort = EFFORTS[method][0]
    until = time.perf_counter() + seconds
    worst, board = max((effort(found), found) for found in (started(random, jokers) for _ in range(STARTS)))
    while time.perf_counter() < until:
        other = changed(random, board, jokers)
        if (found := effort(other)) >= worst:
            worst, board = found, other
    return worst, board


def main() -> None:
    """Climb and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("method", choices=EFFORTS, help="whose effort is to grow")
    parser.add_argument("--seconds", type=float, default=60, help="of one climb (default: %(default)s)")
    parser.add_argument("--climbs", type=int, default=3, help="how many, each with its seed (default: %(default)s)")
    parser.add_argument("--jokers", type=int, default=2, choices=range(5), help="in the box (default: %(default)s)")
    parser.add_argument("--keep", action="store_true", help="add the worst of all to the corpus")
    wanted = parser.parse_args()
    found: list[tuple[float, Board]] = []
    for seed in range(wanted.climbs):
        effort, board = climbed(wanted.method, seed, wanted.jokers, wanted.seconds)
        found.append((effort, board))
        print(f"climb {seed}: {effort:.0f} {EFFORTS[wanted.method][1]}", file=sys.stderr, flush=True)
    effort, (table, rack) = max(found)
    kept = Worst(table, rack, f"{wanted.method}: {effort:.0f} {EFFORTS[wanted.method][1]}")
    line = msgspec.json.encode(kept).decode()
    print(line)
    if wanted.keep:
        with WORST.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


if __name__ == "__main__":
    main()
