"""A thousand whole games among computers over the laws: tiles conserved after every event, points add up, all end.

The games are those of the seeds 0, 1, 2, …; a broken law names its seed. Progress goes to stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from rummy.lawful import lawful_game

EVERY = 50


def main() -> None:
    """Play, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    wanted = parser.parse_args()
    reasons: Counter[str] = Counter()
    turns: list[int] = []
    began = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        games = [pool.submit(lawful_game, seed) for seed in range(wanted.first, wanted.first + wanted.games)]
        for game in as_completed(games):
            record = game.result()
            reasons[record.outcome.reason] += 1
            turns.append(record.turns)
            if len(turns) % EVERY == 0:
                print(f"{len(turns)} games, {time.perf_counter() - began:.0f} s", file=sys.stderr)
    ends = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
    print(f"{len(turns)} games, {sum(turns)} turns (longest {max(turns)}), {time.perf_counter() - began:.0f} s: {ends}")


if __name__ == "__main__":
    main()
