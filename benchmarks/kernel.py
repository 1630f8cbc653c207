"""Whether the compiled solver is clean: every question over the whole corpus, then memory over many solves.

With `--module` it is another build of the kernel that answers, say one that looks for wrong addresses: `make sanitize`.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kameny.rummy.tiles import Sets, Tiles

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

NAME = "kameny.kernel._rummy"
ROUNDS = 10
ALLOWED = 1 << 20
"""Bytes by which the process may grow once it is warm: what the allocator likes to keep."""


def take(module: Path) -> None:
    """Let this file be the kernel, whatever is installed."""
    spec = spec_from_file_location(NAME, module)
    assert spec, module
    assert spec.loader, module
    sys.modules[NAME] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[NAME])


def corpus() -> list[tuple[Sets, Tiles]]:
    """Table and rack of every position."""
    from rummy.corpus import entries  # noqa: PLC0415 - the solver must not be there before its kernel

    return [entry.physical() for entry in entries()]


def ask_everything(table: Sets, rack: Tiles) -> None:
    """Every question there is about one position."""
    from kameny.game import Refused  # noqa: PLC0415 - same
    from kameny.rummy import solver  # noqa: PLC0415 - same

    for jokers in (False, True):
        solver.open_lay(rack, 30, jokers=jokers)
        solver.can_open(rack, 45, jokers=jokers)
    try:
        found = solver.solve(table, rack)
        solver.solve(table, rack, solver.POINTS)
        solver.solve(table, rack, solver.Weights(solver.TILES.tiles, -9000), kept=range(0, len(table), 2))
        solver.least_disturbed(table, found)
        solver.add_only(table, rack)
        solver.what_if_drawn(table, rack)
    except Refused:  # a broken table; whether it is refused for good is for the tests
        return


def resident() -> int:
    """Bytes of this process that are in memory."""
    gc.collect()
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return 1024 * int(line.split()[1])
    sys.exit("this system does not say how much memory a process uses")


def grown(positions: list[tuple[Sets, Tiles]], solves: int) -> int:
    """Solve so often, and say by how much the process grew after a tenth of it."""
    from kameny.game import Refused  # noqa: PLC0415 - same
    from kameny.rummy.solver import solve  # noqa: PLC0415 - same

    before = 0
    for turn in range(ROUNDS):
        for i in range(solves // ROUNDS):
            try:
                solve(*positions[i % len(positions)])
            except Refused:  # of the broken tables; that must not cost memory either
                continue
        if turn == 0:
            before = resident()
    return resident() - before


def main() -> None:
    """Exit with 1 if anything is wrong; a sanitizer ends the process itself."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", type=Path, help="the built kernel to load")
    parser.add_argument("--solves", type=int, default=0, help="how often to solve while memory is watched")
    chosen = parser.parse_args()
    if chosen.module:
        take(chosen.module)
    from kameny.rummy import solver  # noqa: PLC0415 - same

    if solver.IMPLEMENTATION != "c++":
        sys.exit("there is no compiled kernel here")
    positions, start = corpus(), time.monotonic()
    for table, rack in positions:
        ask_everything(table, rack)
    print(f"{len(positions)} positions, every question: {time.monotonic() - start:.1f} s")
    if chosen.solves:
        start, more = time.monotonic(), grown(positions, chosen.solves)
        print(f"{chosen.solves} solves: {time.monotonic() - start:.1f} s, {more / 1024:+.0f} KiB")
        if more > ALLOWED:
            sys.exit("memory grows")


if __name__ == "__main__":
    main()
