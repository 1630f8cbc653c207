"""All compiled code. Each piece has a twin in Python, which does the work where the kernel could not be built."""

from importlib.util import find_spec
from os import environ
from typing import Literal

IMPLEMENTATION: Literal["c++", "python"] = (
    "c++" if environ.get("KAMENY_KERNEL") != "python" and find_spec(f"{__name__}._rummy") else "python"
)
"""Which of the twins is used."""
