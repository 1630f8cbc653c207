"""The command: where positions come from, and where answers go."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, Final, NoReturn

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import Progress

from kameny.rummy.solving.answers import Aim, Failure, Objective, answer, find, read
from kameny.rummy.solving.drawing import drawn
from kameny.rummy.solving.faces import Puzzle, typed

STDIN: Final = Path("-")
SWITCH: Final = Parameter(negative=())


def solve(
    file: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None,
    /,
    *,
    table: str | None = None,
    rack: str | None = None,
    objective: Objective = "tiles",
    opening: Annotated[bool, SWITCH] = False,
    minimum: Annotated[int, Parameter(validator=Number(gte=0))] = 30,
    json: Annotated[bool, SWITCH] = False,
) -> None:
    """Find the best lay in positions of tile rummy.

    Parameters
    ----------
    file
        A file with a position on each line, {"id": "a", "table": [["r7", "r8", "r9"]], "rack": ["r10", "*"]}; - reads
        them from a pipe and answers each at once. What is wrong with a line is the answer to it.
    table
        The table of one position, "r7 r8 r9 | k1 b1 o1": suits k, r, b and p (or o, or y), * a joker.
    rack
        The rack of one position, "r10 * k5".
    objective
        Most tiles, and of these the most points; or most points, and of these the most tiles. A joker counts 30.
    opening
        Find a first lay: own sets without jokers; the table stays as it is.
    minimum
        The points that an opening needs.
    json
        Answer each position with a line of JSON instead of drawing it.

    """
    aim = Aim(objective, minimum if opening else None)
    try:
        if file is None:
            if table is None and rack is None:
                _fail("Say a position with --table and --rack, or a file with positions.")
            _answer(typed(table or "", rack or ""), aim, Console(highlight=False), json=json)
        elif table is not None or rack is not None:
            _fail("Say a position with --table and --rack, or a file with positions, not both.")
        else:
            with _opened(file) as lines:
                _answer_all(lines, aim, json=json, at_once=file == STDIN)
        sys.stdout.flush()
    except BrokenPipeError as error:
        # Whoever read the answers has enough of them; Python would try to flush the rest once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from error


def _answer_all(lines: Iterable[bytes], aim: Aim, *, json: bool, at_once: bool) -> None:
    console = Console(highlight=False)
    for number, line in enumerate(lines, 1):
        if line.strip():
            _answer(read(line, number), aim, console, json=json)
            if at_once:
                sys.stdout.flush()


def _answer(puzzle: Puzzle | Failure, aim: Aim, console: Console, *, json: bool) -> None:
    found = puzzle if isinstance(puzzle, Failure) else find(puzzle, aim)
    if not json:
        console.print(drawn(puzzle.id, found), soft_wrap=True)
        return
    said = found if isinstance(found, Failure) or isinstance(puzzle, Failure) else answer(puzzle, found)
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")


@contextmanager
def _opened(file: Path) -> Generator[BinaryIO, None, None]:
    """The lines of a file, with a bar that shows how far it is read if that is not seen by the answers themselves."""
    if file == STDIN:
        yield sys.stdin.buffer
        return
    progress = Console(stderr=True)
    shown = progress.is_terminal and not sys.stdout.isatty()
    try:
        bar = Progress(console=progress, transient=True, redirect_stdout=False, disable=not shown)
        with bar, bar.open(file, "rb") as lines:
            yield lines
    except BrokenPipeError:
        raise
    except OSError as error:
        _fail(f"{file} cannot be read: {error.strerror}.")


def _fail(sentence: str) -> NoReturn:
    sys.stderr.write(f"kameny: {sentence}\n")
    raise SystemExit(1)
