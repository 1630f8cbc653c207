"""How many appends per second the SQLite journal makes durable, by the number of tables that write at once.

The column *alone* is the same journal with one append per transaction: what group commit is worth here.
Figures depend on the disk; `python benchmarks/journal.py --folder PATH` measures another one.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from kameny.store.folder import open_folder
from kameny.store.sqlite import BATCH, SqliteJournal

if TYPE_CHECKING:
    from collections.abc import Sequence


async def play(journal: SqliteJournal, match: str, body: bytes, end: float) -> Sequence[float]:
    """Append one version after another until `end`; the seconds each of them took."""
    took: list[float] = []
    while (start := time.perf_counter()) < end:
        await journal.append(match, len(took) + 1, body, start, {"clock": b"30"})
        took.append(time.perf_counter() - start)
    return took


async def measure(folder: Path, writers: int, batch: int, body: bytes, seconds: float) -> tuple[float, float, float]:
    """Appends per second, the median wait in milliseconds, and the mean number of appends per commit."""
    with tempfile.TemporaryDirectory(dir=folder) as data:
        journal = SqliteJournal(open_folder(Path(data)), batch)
        start = time.perf_counter()
        waits = await asyncio.gather(*(play(journal, f"M{n}", body, start + seconds) for n in range(writers)))
        elapsed = time.perf_counter() - start
        await journal.close()
    took = sorted(wait for each in waits for wait in each)
    return len(took) / elapsed, 1000 * took[len(took) // 2], journal.tally.changes / journal.tally.commits


async def main() -> None:
    """Print one line per number of writers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where to write (a temporary folder inside it; default: /tmp)")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to measure each case (default: 2)")
    parser.add_argument("--bytes", type=int, default=300, help="size of a row's body (default: 300)")
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 16, 256], help="default: 1 16 256")
    chosen = parser.parse_args()
    body = bytes(range(256)) * (chosen.bytes // 256) + bytes(chosen.bytes % 256)
    folder = chosen.folder or Path(tempfile.gettempdir())
    print(f"{'writers':>7} {'appends/s':>10} {'median ms':>10} {'per commit':>11} {'alone/s':>8}")
    for writers in chosen.writers:
        rate, median, shared = await measure(folder, writers, BATCH, body, chosen.seconds)
        alone, _, _ = await measure(folder, writers, 1, body, chosen.seconds)
        print(f"{writers:7} {rate:10,.0f} {median:10.2f} {shared:11.1f} {alone:8,.0f}")


if __name__ == "__main__":
    asyncio.run(main())
