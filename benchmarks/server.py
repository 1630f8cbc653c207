"""What the server costs: CPU per act with four phones, bytes per update, start-up, idle memory.

The server is a process of its own on the SQLite journal; phones and their choices run here, so that the CPU it
used (as the operating system counts it at its end) is the server's alone. A run without a single act is taken off.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack

import msgspec

from kameny.client import Phone
from kameny.game import Standing
from kameny.rummy.players import exact

COMMAND = [sys.executable, "-c", "from kameny.cli import main; main()", "serve", "--host", "127.0.0.1", "--port", "0"]


def start(folder: str) -> tuple[subprocess.Popen[str], str, float]:
    """A server, its address, and the seconds it took to listen."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [*COMMAND, "--data", folder, "--log", "error"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout
    url = next(line for line in process.stdout if "http://" in line).split()[-1].rstrip("/")
    return process, url, time.perf_counter() - began


def stop(process: subprocess.Popen[str]) -> tuple[float, int]:
    """End it; CPU seconds and the largest memory in kB of its whole life."""
    process.send_signal(signal.SIGTERM)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def resident(process: subprocess.Popen[str]) -> int:
    """Memory in kB now."""
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(process.pid)], capture_output=True, text=True, check=True)
    return int(shown.stdout)


async def play(url: str, games: int) -> tuple[int, list[int]]:
    """Four people at one table, `games` whole games; how many acts, and the bytes of all four views after each."""
    acts = 0
    sizes: list[int] = []
    async with AsyncExitStack() as stack:
        phones = [await stack.enter_async_context(Phone(url)) for _ in range(4)]
        code = await phones[0].open("rummy", [None] * 4, {"clock": "off"})
        for number, phone in enumerate(phones):
            await phone.join(code, f"Phone {number}")
        for _ in range(games):
            version = await phones[0].deal()
            await _all_at(phones, version)
            while not _over(phones[0]):
                phone = next(p for p in phones if p.my_turn)
                version = await phone.act(exact(phone.view, Standing((0,) * 4), 1.0))
                acts += 1
                await _all_at(phones, version)
                sizes.append(sum(len(msgspec.json.encode(p.update)) for p in phones))
    return acts, sizes


async def _all_at(phones: list[Phone], version: int) -> None:
    for phone in phones:
        await phone.until(lambda update: update.version >= version)


def _over(phone: Phone) -> bool:
    assert phone.update
    return phone.update.table.over


async def evening(url: str, tables: int, games: int) -> tuple[int, list[int]]:
    """Many tables at once."""
    played = await asyncio.gather(*(play(url, games) for _ in range(tables)))
    return sum(acts for acts, _ in played), [size for _, sizes in played for size in sizes]


def measure(tables: int, games: int) -> tuple[float, int, list[int]]:
    """CPU seconds for these games, the acts in them, and the bytes of four updates after each act."""
    with tempfile.TemporaryDirectory() as folder:
        process, url, _ = start(folder)
        acts, sizes = asyncio.run(evening(url, tables, games))
        cpu, _ = stop(process)
    return cpu, acts, sizes


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="whole games at each table (default 5)")
    parser.add_argument("--tables", type=int, default=32, help="tables at once, beside one alone (default 32)")
    parser.add_argument("--starts", type=int, default=7, help="how often to start the server (default 7)")
    arguments = parser.parse_args()

    starts: list[float] = []
    memory = 0
    for _ in range(arguments.starts):
        with tempfile.TemporaryDirectory() as folder:
            process, _, seconds = start(folder)
            memory = resident(process)
            stop(process)
            starts.append(seconds)
    print(f"start-up to listening: median {statistics.median(starts):.2f} s, most {max(starts):.2f} s")
    print(f"idle memory: {memory / 1024:.0f} MB")

    for tables in (1, arguments.tables):
        without, _, _ = measure(tables, 0)
        cpu, acts, sizes = measure(tables, arguments.games)
        print(
            f"{tables} tables of four phones at once: server CPU per act {(cpu - without) / acts * 1e6:.0f} µs over "
            f"{acts} acts; four updates of one act: median {statistics.median(sizes):.0f} bytes, most {max(sizes)}"
        )


if __name__ == "__main__":
    main()
