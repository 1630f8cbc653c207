"""What the server costs: CPU per act with four phones, bytes per update, start-up, idle memory.

The server is a process of its own on the SQLite journal; phones and their choices run here, so that the CPU it
used (as the operating system counts it) is the server's alone. Joining and a first game are not counted.
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
from pathlib import Path

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


def stop(process: subprocess.Popen[str]) -> None:
    """End it."""
    process.send_signal(signal.SIGTERM)
    process.wait()


def resident(process: subprocess.Popen[str]) -> int:
    """Memory in kB now."""
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(process.pid)], capture_output=True, text=True, check=True)
    return int(shown.stdout)


def cpu(process: subprocess.Popen[str]) -> float:
    """CPU seconds that a process has used so far, to the hundredth (from /proc, so on Linux only)."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def seated(url: str, stack: AsyncExitStack) -> list[Phone]:
    """Four people at a new table."""
    phones = [await stack.enter_async_context(Phone(url)) for _ in range(4)]
    code = await phones[0].open("rummy", [None] * 4, {"clock": "off"})
    for number, phone in enumerate(phones):
        await phone.join(code, f"Phone {number}")
    return phones


PACE = 0.03
"""Seconds between two acts at a table: each of its four phones stays below the limit for acts."""


async def play(phones: list[Phone], games: int) -> list[int]:
    """Whole games at one table; the bytes of all four updates after each act."""
    sizes: list[int] = []
    for _ in range(games):
        version = await phones[0].deal()
        await _all_at(phones, version)
        while not _over(phones[0]):
            phone = next(p for p in phones if p.my_turn)
            await asyncio.sleep(PACE)
            version = await phone.act(exact(phone.view, Standing((0,) * 4), 1.0))
            await _all_at(phones, version)
            sizes.append(sum(len(msgspec.json.encode(p.update)) for p in phones))
    return sizes


async def _all_at(phones: list[Phone], version: int) -> None:
    for phone in phones:
        await phone.until(lambda update: update.version >= version)


def _over(phone: Phone) -> bool:
    assert phone.update
    return phone.update.table.over


async def evening(process: subprocess.Popen[str], url: str, tables: int, games: int) -> tuple[float, list[int]]:
    """CPU seconds of `games` games at each of many tables at once, after one to warm up, and the bytes of its acts."""
    async with AsyncExitStack() as stack:
        parties = [await seated(url, stack) for _ in range(tables)]
        await asyncio.gather(*(play(phones, 1) for phones in parties))
        before = cpu(process)
        sizes = await asyncio.gather(*(play(phones, games) for phones in parties))
        return cpu(process) - before, [size for one in sizes for size in one]


def measure(tables: int, games: int) -> tuple[float, list[int]]:
    """The same with a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        process, url, _ = start(folder)
        found = asyncio.run(evening(process, url, tables, games))
        stop(process)
    return found


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="whole games at each table (default 10)")
    parser.add_argument("--tables", type=int, default=8, help="tables at once, beside one alone (default 8)")
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
        used, sizes = measure(tables, arguments.games)
        print(
            f"{tables} tables of four phones at once: server CPU per act {used / len(sizes) * 1e6:.0f} µs over "
            f"{len(sizes)} acts; four updates: median {statistics.median(sizes):.0f} bytes, most {max(sizes)}"
        )


if __name__ == "__main__":
    main()
