"""`kameny export` and `kameny verify`: finished games as files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec

from kameny.cli.shell import FILE, QUIET, STDIO, TABLES, fail, game_of, say
from kameny.game import Refused
from kameny.play import record, verdict
from kameny.play.record import Record
from kameny.store.base import StoreError
from kameny.store.sqlite import read_only


def export(
    code: Annotated[str, QUIET],
    /,
    *,
    game: Annotated[int | None, QUIET] = None,
    output: Annotated[Path, FILE] = STDIO,
    data: Path = TABLES,
) -> None:
    """Write a finished game as a file that anyone can check with `kameny verify`; a server may be running.

    Parameters
    ----------
    code
        The code of the table, as in K7M4QX, "k7m 4qx" or k7m-4qx.
    game
        Which game of the table, counted from 1; without it the last one that is over.
    output
        The file to write; - is the terminal or a pipe.
    data
        Folder that holds all tables.

    """
    table = "".join(filter(str.isalnum, code)).upper()
    try:
        rows = read_only(data, table)
        if not rows:
            fail(f"There is no table {table} in {data}.")
        found = record.export(game_of(record.game_of(rows)), rows, game)
        text = msgspec.json.encode(found) + b"\n"
        if output == STDIO:
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
        else:
            output.write_bytes(text)
    except StoreError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{output} cannot be written: {error.strerror}.")
    except Refused as refused:
        if refused.code == "game_running":
            fail(f"That game of {table} is not over: its secret is told when it is.")
        last = refused.detail["last"]
        fail(f"{table} has no game {game}: the last one is {last}." if last else f"{table} has played no game yet.")


def verify(file: Annotated[Path, FILE], /) -> None:
    """Check a finished game: its shuffle, every move and its outcome.

    The status is 0 if all is right, 1 if something is wrong, and 2 if there is no game in the file.

    Parameters
    ----------
    file
        What `kameny export` or a phone has written; - reads it from a pipe.

    """
    record = _record(file)
    found = verdict.verify(game_of(record.game, status=2), record)
    people = ", ".join(seat.name or seat.player or "?" for seat in record.seats)
    say(f"Game {record.number} of table {record.code}, {record.game}: {people}.")
    for check in found.checks:
        say(f"{'ok' if check.ok else 'FAILED':<8}{check.name:<9}{check.found}")
    if not found.ok:
        raise SystemExit(1)


def _record(file: Path) -> Record:
    """The record in a file; a clear sentence and status 2 where there is none."""
    name = "What comes from the pipe" if file == STDIO else str(file)
    try:
        text = sys.stdin.buffer.read() if file == STDIO else file.read_bytes()
        return msgspec.json.decode(text, type=Record)
    except OSError as error:
        fail(f"{name} cannot be read: {error.strerror}.", status=2)
    except msgspec.ValidationError as error:
        fail(f"{name} is no record of a game that this Kameny can read: {error}.", status=2)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        fail(f"{name} is not JSON: {error}.", status=2)
