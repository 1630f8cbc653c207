"""The README is a session that works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from serving import serving

README = Path(__file__).parents[2] / "README.md"


def test_the_readmes_ten_lines_play_a_whole_game(tmp_path: Path) -> None:
    """The sample runs as it stands (but for the port) and prints the outcome of its game."""
    found = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert found
    with serving(tmp_path) as (_, url):
        sample = found[1].replace("http://localhost:8020", url)
        said = subprocess.run([sys.executable, "-c", sample], capture_output=True, text=True, timeout=100, check=False)
    assert said.returncode == 0, said.stderr
    assert re.match(r"[A-Z0-9]{6} Outcome\(points=\(", said.stdout)
