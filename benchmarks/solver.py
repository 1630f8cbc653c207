"""How long one position takes: Python, C++ (if it is built), HiGHS, and PyPI's rummikub-solver, on the same positions.

240 positions: 120 of the corpus from whole games, 120 dense random ones, all with two jokers at most. Each method has
a process to itself and has solved other positions before; times are of the process, so that a busy machine counts
little. HiGHS is given the model written out, which is not counted. rummikub-solver is used as its plain install does
it; its *value* objective really counts tiles, so the numbers of tiles are compared. Then: growth with the size of a
position, and the worst positions known. At last both solvers solve the whole corpus; the exit code is 1 if any answer
is not the optimum.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kameny.game import Refused
from kameny.rummy.tiles import JOKER, SUITS, Face, face, full_set, is_joker
from oracle.agreement import SOLVERS, question
from oracle.positions import Board, Case, case, laid_out, worst_found
from oracle.programme import alone, solved, written
from rummy.corpus import Entry, entries, worth

EACH = 120
WARM = 40
"""So many others are solved first."""
GROWTH = ((0, 14, 0), (40, 14, 0), (80, 14, 0), (40, 14, 2), (40, 30, 2))
"""Tiles on the table, on the rack, jokers among them."""
OF_A_SIZE = 40
GOALS = {"python": 15, "c++": 900}
"""Times faster than rummikub-solver, by the ratio of means."""
OTHERS = ("HiGHS", "rummikub-solver")

Timed = list[tuple[float, int]]
"""Milliseconds and tiles laid, a position each."""


class Row(msgspec.Struct, frozen=True):
    """One method on one kind of positions, in milliseconds; how often it lays fewer tiles than the best."""

    method: str
    positions: str
    median: float
    p99: float
    most: float
    mean: float
    fewer: int


def selfplay() -> list[Board]:
    """Positions from games of exact computers, out of the corpus."""
    played = [entry.physical() for entry in entries() if entry.source == "selfplay"]
    return Random(1).sample(played, WARM + EACH)


def dense() -> list[Board]:
    """Full tables with 10 to 30 tiles on the rack."""
    found: list[Board] = []
    number = 0
    while len(found) < WARM + EACH:
        asked = case("dense", number)
        number += 1
        if sum(is_joker(tile) for tiles in (*asked.table, asked.rack) for tile in tiles) <= 2:
            found.append((asked.table, asked.rack))
    return found


def of_size(table: int, rack: int, jokers: int) -> list[Board]:
    """Positions of about this size."""
    random = Random(f"{table} {rack} {jokers}")
    found: list[Board] = []
    for _ in range(WARM + OF_A_SIZE):
        box = random.sample(full_set(jokers), 104 + jokers)
        lying = laid_out(random, box, table)
        held = [tile for tile in box if is_joker(tile)]
        found.append((lying, (*held, *[tile for tile in box if not is_joker(tile)])[:rack]))
    return found


def by(method: str, boards: Sequence[Board]) -> Timed:
    """Every position once, after those that warm the method up."""
    asked = {"HiGHS": lambda: _by_highs, "rummikub-solver": _by_rummikub_solver}
    ask = asked.get(method, lambda: _by_solver(method))()
    for board in boards[:WARM]:
        ask(board)()
    timed: Timed = []
    for board in boards[WARM:]:
        solve = ask(board)
        began = time.process_time()
        tiles = solve()
        timed.append((1000 * (time.process_time() - began), tiles))
    return timed


def _by_solver(method: str) -> Callable[[Board], Callable[[], int]]:
    solver = SOLVERS[method]
    return lambda board: lambda: len(solver.solve(*board).tiles)


def _by_highs(board: Board) -> Callable[[], int]:
    programme = written(question(Case("", 0, *board)))
    return lambda: round(sum((solved(programme.model) or [])[len(programme.sets) :]))


def _by_rummikub_solver() -> Callable[[Board], Callable[[], int]]:
    # Not in the same process as HiGHS, and only `make bench` installs it.
    theirs: Any = import_module("rummikub_solver")
    rules = theirs.RuleSet(jokers=2, solver_backend=theirs.MILPSolver.SCIPY)

    def number(shown: Face) -> int:
        return 53 if shown == JOKER else 13 * SUITS.index(shown[0]) + int(shown[1:])

    def ask(board: Board) -> Callable[[], int]:
        table, rack = board
        state = rules.new_game()
        state.initial = False
        state.add_table(*[number(face(tile)) for tiles in table for tile in tiles])
        state.add_rack(*[number(face(tile)) for tile in rack])

        def solve() -> int:
            found = rules.solve(state, theirs.SolverMode.TILE_COUNT)
            return len(found.tiles) if found else 0

        return solve

    return ask


def compared(methods: Sequence[str]) -> Iterator[Row]:
    """Every method on both kinds of positions."""
    kinds = {"self-play": selfplay(), "dense random": dense()}
    for kind, boards in kinds.items():
        timed: dict[str, Timed] = {}
        for method in methods:
            with alone() as pool:
                timed[method] = pool.submit(by, method, boards).result()
        best = [max(tiles) for tiles in zip(*([n for _, n in found] for found in timed.values()), strict=True)]
        for method, found in timed.items():
            ms = sorted(took for took, _ in found)
            fewer = sum(tiles < most for (_, tiles), most in zip(found, best, strict=True))
            spread = ms[len(ms) // 2], ms[len(ms) * 99 // 100], ms[-1], sum(ms) / len(ms)
            yield Row(method, kind, *spread, fewer)


def ratios(rows: Sequence[Row]) -> dict[str, float]:
    """How many times faster than rummikub-solver each is, by the means over all positions."""
    means = {method: sum(row.mean for row in rows if row.method == method) for method in {row.method for row in rows}}
    return {method: means["rummikub-solver"] / mean for method, mean in means.items()} if OTHERS[1] in means else {}


def grown(method: str) -> dict[str, float]:
    """Microseconds on average for each size."""
    boards = {"/".join(map(str, size)): of_size(*size) for size in GROWTH}
    return {size: 1000 * sum(ms for ms, _ in by(method, found)) / OF_A_SIZE for size, found in boards.items()}


def worst(method: str) -> list[float]:
    """Milliseconds for each of the worst positions known."""
    return [ms for ms, _ in by(method, [*dense()[:WARM], *((found.table, found.rack) for found in worst_found())])]


def wrong(method: str) -> list[str]:
    """The positions of the corpus that a solver does not solve to the optimum, or a broken one that it does."""
    return [entry.id for entry in entries() if not _is_right(method, entry)]


def _is_right(method: str, entry: Entry) -> bool:
    table, rack = entry.physical()
    solver = SOLVERS[method]
    best = (entry.best_tiles, entry.best_value_given_tiles)
    if entry.kind == "opening":
        found = solver.open_lay(rack, entry.min_points)
        return (worth(found.tiles)[:2] if found else None) == (best if entry.feasible else None)
    try:
        return worth(solver.solve(table, rack).tiles)[:2] == best and entry.kind == "move"
    except Refused:
        return entry.kind == "invalid"


class Figures(msgspec.Struct, frozen=True):
    """Everything measured: see the columns of the rows; growth in microseconds, the worst in milliseconds."""

    rows: list[Row]
    times_faster: dict[str, float]
    growth: dict[str, dict[str, float]]
    worst: dict[str, list[float]]
    wrong: dict[str, list[str]]


def shown(figures: Figures) -> Iterator[str]:
    """As lines to read."""
    yield f"{'method':16} {'positions':13} {'median':>9} {'p99':>9} {'max':>9} {'mean':>9} ms  fewer tiles"
    for row in figures.rows:
        times = " ".join(f"{ms:9.3f}" for ms in (row.median, row.p99, row.most, row.mean))
        yield f"{row.method:16} {row.positions:13} {times}     {row.fewer:6}"
    for method, ratio in figures.times_faster.items():
        if method in GOALS:
            yield f"{method}: {ratio:.1f} times faster than rummikub-solver (goal {GOALS[method]})"
    for method, sizes in figures.growth.items():
        yield f"{method}, table/rack/jokers in µs: " + " · ".join(f"{size} {us:.0f}" for size, us in sizes.items())
    for method, took in figures.worst.items():
        yield f"{method}, the worst positions known in ms: " + " ".join(f"{ms:.2f}" for ms in took)
    for method, ids in figures.wrong.items():
        yield f"{method}, not the optimum in the corpus: {' '.join(ids) or 'none'}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    parser.add_argument("--alone", action="store_true", help="without HiGHS and rummikub-solver")
    wanted = parser.parse_args()
    rows = list(compared([*SOLVERS, *(() if wanted.alone else OTHERS)]))
    figures = Figures(
        rows,
        ratios(rows),
        {method: grown(method) for method in SOLVERS},
        {method: worst(method) for method in SOLVERS},
        {method: wrong(method) for method in SOLVERS},
    )
    print(msgspec.json.encode(figures).decode() if wanted.json else "\n".join(shown(figures)))
    if any(figures.wrong.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
