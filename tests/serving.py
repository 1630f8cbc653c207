"""`kameny serve` as a process of its own, for tests that kill it or look at it through a browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [sys.executable, "-c", "from kameny.cli import main; main()", "serve"]


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
