"""Appends to a few matches until it is killed, printing each version that was acknowledged.

Run as `python endless_writer.py FOLDER`; every line is `MATCH VERSION`, written with no buffer in between.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kameny.store.sqlite import open_sqlite

if TYPE_CHECKING:
    from kameny.store.base import Journal


async def play(journal: Journal, match: str) -> None:
    """Append version after version, each beside a side value that names it."""
    version = 0
    while True:
        version += 1
        await journal.append(match, version, b"%d" % version, 0.0, {"last": b"%d" % version})
        os.write(1, f"{match} {version}\n".encode())


async def main() -> None:
    """Play four tables at once, so that commits are shared."""
    journal = await open_sqlite(Path(sys.argv[1]))
    await asyncio.gather(*(play(journal, match) for match in ("north", "east", "south", "west")))


if __name__ == "__main__":
    asyncio.run(main())
