"""How long the exact computer thinks about one turn, and whether it finds the optimum, over the whole corpus.

Every position is checked: a move against its confirmed optimum, an opening against its best lay, a broken table
for being refused. Times are of the process, so that a busy machine does not count. *Laid* is how many positions
allow a lay at all; *moved* how many table sets were disturbed on average where that was the best.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec

from kameny.game import Refused, Standing
from kameny.hourglass import Hourglass
from kameny.rummy.model import Lay, Options, View
from kameny.rummy.players import exact
from kameny.rummy.solver import solve
from kameny.rummy.tiles import Sets, Tiles, points

CORPUS = Path(__file__).parents[1] / "corpora" / "rummy-positions.jsonl"


class Entry(msgspec.Struct, frozen=True):
    """A position in faces, and what is known of it."""

    id: str
    kind: str
    table: tuple[tuple[str, ...], ...]
    rack: tuple[str, ...]
    source: str = ""
    best_tiles: int = 0
    best_value_given_tiles: int = 0
    min_points: int = 0

    def physical(self) -> tuple[Sets, Tiles]:
        """Table and rack as tiles: copies are counted in the order in which the faces come."""
        seen: Counter[str] = Counter()

        def tile(face: str) -> str:
            seen[face] += 1
            return f"{face}{'abcd'[seen[face] - 1]}"

        return tuple(tuple(map(tile, faces)) for faces in self.table), tuple(map(tile, self.rack))


class Case(msgspec.Struct, frozen=True):
    """One position, measured: milliseconds, tiles laid, table sets disturbed, whether it is the optimum."""

    id: str
    ms: float
    laid: int
    moved: int
    right: bool


def seen(table: Sets, rack: Tiles, minimum: int) -> View:
    """What a seat that holds the rack sees; with a minimum it has not opened yet."""
    return View(
        you=0,
        options=msgspec.convert({"jokers": 2, "opening": minimum}, Options),
        opener=0,
        lots=(),
        turn=1,
        seat=0,
        rack=rack,
        fresh=(),
        counts=(len(rack), 14),
        table=table,
        stands=(),
        pool=0,
        opened=(not minimum, True),
        glass=Hourglass(),
        took=False,
        passes=0,
        last=None,
        outcome=None,
        redeal=False,
        racks=(),
    )


def measured(entry: Entry) -> Case:
    """The computer's choice, timed and checked; of a broken table only the solver's refusal."""
    table, rack = entry.physical()
    view = seen(table, rack, entry.min_points)
    start = time.process_time()
    if entry.kind == "invalid":
        right = refused(table, rack)
        return Case(entry.id, 1000 * (time.process_time() - start), 0, 0, right)
    action = exact(view, Standing((0, 0)), 1.0)
    ms = 1000 * (time.process_time() - start)
    sets = action.sets if isinstance(action, Lay) else table
    laid = set(rack).intersection(tile for tiles in sets for tile in tiles)
    right = (len(laid), sum(map(points, laid))) == (entry.best_tiles, entry.best_value_given_tiles)
    moved = sum(not any(set(old) <= set(new) and set(new) - set(old) <= laid for new in sets) for old in table)
    return Case(entry.id, ms, len(laid), moved, right)


def refused(table: Sets, rack: Tiles) -> bool:
    """Whether the solver says that nothing completes this table."""
    try:
        solve(table, rack)
    except Refused as error:
        return error.code == "impossible_table"
    return False


def line(name: str, cases: list[Case]) -> str:
    """One row of the table."""
    by_time = sorted(cases, key=lambda case: case.ms)
    ms = [case.ms for case in by_time]
    able = [case for case in cases if case.laid]
    moved = sum(case.moved for case in able) / len(able) if able else 0
    times = f"{ms[len(ms) // 2]:9.2f} {ms[len(ms) * 99 // 100]:7.1f} {ms[-1]:7.1f}"
    return f"{name:10} {len(cases):5} {len(able):5} {moved:6.2f} {times}  {by_time[-1].id}"


def main() -> None:
    """Print one line per source; exit with 1 if anything is not the optimum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="a file of positions, one JSON object a line")
    parser.add_argument("--source", nargs="+", help="only these (selfplay, mixed, runs, … opening, invalid)")
    chosen = parser.parse_args()
    by_source: dict[str, list[Case]] = {}
    for text in chosen.corpus.read_bytes().splitlines():
        entry = msgspec.json.decode(text, type=Entry)
        name = entry.source if entry.kind == "move" else entry.kind
        if not chosen.source or name in chosen.source:
            by_source.setdefault(name, []).append(measured(entry))
    print(f"{'source':10} {'n':>5} {'laid':>5} {'moved':>6} {'median ms':>9} {'p99':>7} {'max':>7}  slowest")
    for name, cases in by_source.items():
        print(line(name, cases))
    if wrong := [case.id for cases in by_source.values() for case in cases if not case.right]:
        sys.exit(f"not the optimum: {' '.join(wrong)}")


if __name__ == "__main__":
    main()
