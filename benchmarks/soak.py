"""At length what the tests do briefly: whole games under the laws, then every solver against an integer programme.

The games are those of the seeds 0, 1, 2, …: tiles conserved after every event, points add up, all end. The positions
come in rounds, of each kind as many as `ROUND` says, and each is the same for ever: Python, C++ (if it is built) and
HiGHS must agree. Whatever is wrong is printed with its seed, or its kind and number; the exit code is 1 then. Progress
goes to stderr; `--from` goes on where a run was interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from oracle.agreement import SOLVERS, checked
from oracle.programme import alone
from rummy.lawful import lawful_game

ROUND = {
    "selfplay": 40,
    "dense": 15,
    "mixed": 40,
    "doubled": 20,
    "runs": 20,
    "weighed": 30,
    "keeping": 30,
    "opening": 25,
    "broken": 30,
    "corner": 400,
}
"""So many positions of each kind: in 100 rounds 25,000 and 40,000 corners."""
BAR = 30

Result = TypeVar("Result")


def watched(name: str, jobs: Iterable[Future[Result]]) -> Iterable[Result]:
    """The results as they come, under a bar."""
    waiting = [*jobs]
    began = time.perf_counter()
    for done, job in enumerate(as_completed(waiting), 1):
        spent = time.perf_counter() - began
        left = spent / done * (len(waiting) - done)
        filled = "#" * (BAR * done // len(waiting))
        bar = f"\r{name} [{filled:.<{BAR}}] {done} of {len(waiting)}, {spent:.0f} s, {left:.0f} s left "
        print(bar, end="\n" if done == len(waiting) else "", file=sys.stderr, flush=True)
        yield job.result()


def play(seeds: range, workers: int) -> None:
    """Whole games, and how they went; one that breaks a law ends it all."""
    reasons: Counter[str] = Counter()
    turns: list[int] = []
    began = time.perf_counter()
    with ProcessPoolExecutor(workers) as pool:
        for record in watched("games", [pool.submit(lawful_game, seed) for seed in seeds]):
            reasons[record.outcome.reason] += 1
            turns.append(record.turns)
    ends = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
    print(f"{len(turns)} games, {sum(turns)} turns (longest {max(turns)}), {time.perf_counter() - began:.0f} s: {ends}")


def compare(rounds: range, workers: int) -> int:
    """Positions of every kind; how many faults there were."""
    wrong = 0
    began = time.perf_counter()
    with alone(workers) as pool:
        for first in rounds:
            jobs = [pool.submit(checked, kind, range(n * first, n * (first + 1))) for kind, n in ROUND.items()]
            for faults in watched(f"round {first} of {rounds.stop}", jobs):
                wrong += len(faults)
                print(*faults, sep="\n", end="\n" * bool(faults), flush=True)
    number, names = len(rounds) * sum(ROUND.values()), ", ".join([*SOLVERS, "HiGHS"])
    print(f"{number} positions by {names}, {time.perf_counter() - began:.0f} s: {wrong} faults")
    return wrong


def main() -> None:
    """Play, compare, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="how many games (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=100, help="rounds of positions there are (default: %(default)s)")
    parser.add_argument("--from", type=int, default=0, dest="start", help="the first round (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes (default: one for each core)")
    wanted = parser.parse_args()
    if wanted.games:
        play(range(wanted.first, wanted.first + wanted.games), wanted.workers)
    if compare(range(wanted.start, wanted.rounds), wanted.workers):
        sys.exit(1)


if __name__ == "__main__":
    main()
