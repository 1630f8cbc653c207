"""What commands share: where tables are kept, and how something is said to whoever typed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

from cyclopts import Parameter
from platformdirs import user_data_path

from kameny.games import GAMES

if TYPE_CHECKING:
    from kameny.game import AnyGame

TABLES: Final = user_data_path("kameny")
STDIO: Final = Path("-")

QUIET: Final = Parameter(show_env_var=False)
FILE: Final = Parameter(show_env_var=False, allow_leading_hyphen=True)


def say(line: str, where: TextIO | None = None) -> None:
    """Print a line that may quote a file of anybody's: nothing in it steers the terminal."""
    (where or sys.stdout).write("".join(sign if sign.isprintable() else "\ufffd" for sign in line) + "\n")


def fail(sentence: str, *, status: int = 1) -> NoReturn:
    """End the command with one line on the error stream."""
    say(f"kameny: {sentence}", sys.stderr)
    raise SystemExit(status)


def game_of(record: str, *, status: int = 1) -> AnyGame:
    """The game that a record names."""
    if record not in GAMES:
        fail(f"This Kameny has no game {record!r}: update it.", status=status)
    return GAMES[record]
