"""`kameny serve` as a process of its own, for tests that kill it or look at it through a browser."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom

COMMAND = [sys.executable, "-c", "from kameny.cli import main; main()", "serve"]


def free_port() -> int:
    """A port that a server may leave and come back to.

    None of those that a connection outwards is given as its own: whoever calls a port of that kind while nobody
    listens there may get through to himself, and then has taken it.
    """
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                return port


@contextmanager
def serving(data: Path, port: int = 0, *more: str) -> Generator[tuple[subprocess.Popen[str], str]]:
    """A server process and its address; killed by pid if it is still there at the end."""
    command = [*COMMAND, "--host", "127.0.0.1", "--port", str(port), "--data", str(data), "--pace", "0", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            line = next((line for line in process.stdout if "http://" in line), "")
            yield process, line.split()[-1].rstrip("/")
        finally:
            if process.poll() is None:
                process.kill()
