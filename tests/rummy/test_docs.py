"""The page about the solver says what is true."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "solver.md"


def test_the_samples_of_the_page_run() -> None:
    """From top to bottom, as a reader would type them."""
    samples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert samples
    names: dict[str, object] = {}
    for sample in samples:
        exec(compile(sample, str(PAGE), "exec"), names)
