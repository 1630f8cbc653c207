"""The command line: `kameny serve`, and `export` and `verify` for finished games."""

from __future__ import annotations

import dataclasses
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NoReturn, TextIO

import cyclopts
import msgspec
import structlog
from cyclopts import Parameter
from cyclopts.config import Env, Toml
from platformdirs import user_data_path

if TYPE_CHECKING:
    from kameny.game import AnyGame
    from kameny.play.record import Record

TABLES: Final = user_data_path("kameny")
STDIO: Final = Path("-")


def _from_file(app: cyclopts.App, commands: tuple[str, ...], arguments: cyclopts.ArgumentCollection) -> None:
    """The file is the server's: another command takes from it what it knows."""
    rest = commands != ("serve",)
    Toml("kameny.toml", search_parents=False, use_commands_as_keys=False, allow_unknown=rest)(app, commands, arguments)


app = cyclopts.App(
    name="kameny",
    help="Tile games for the family table, each on their own phone.",
    config=[Env("KAMENY_", command=False), _from_file],
)


@Parameter(name="*")
@dataclasses.dataclass(frozen=True)
class Settings:
    """Settings of a server: as flags, as KAMENY_* variables, or in a file kameny.toml in the current folder."""

    host: str = "0.0.0.0"  # noqa: S104 - phones come from the local network
    """Address to listen on; the default serves the whole local network."""

    port: Annotated[int, Parameter(validator=cyclopts.validators.Number(gte=0, lte=65535))] = 8020
    """Port to listen on; 0 takes a free one."""

    data: Path = TABLES
    """Folder that holds all tables."""

    pace: Annotated[float, Parameter(validator=cyclopts.validators.Number(gte=0, lte=30))] = 1.4
    """Seconds a computer takes for its turn at least, so that people can follow."""

    keep: Annotated[int, Parameter(validator=cyclopts.validators.Number(gte=0, lte=36500))] = 365
    """Days after which a table that nobody visits is forgotten; 0 keeps all of them."""

    crowd: Annotated[int, Parameter(validator=cyclopts.validators.Number(gte=1, lte=100_000))] = 50
    """People who may come from one address at once; raise it for a school behind one router."""

    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For is believed; those on this machine are anyway."""

    log: Literal["debug", "info", "warning", "error"] = "info"
    """How much to tell about what goes on."""


@app.command
def serve(settings: Settings = Settings()) -> None:
    """Open the house: print where to come, and keep the tables until Ctrl+C."""
    from kameny.web import server  # noqa: PLC0415 - `--help` need not load it
    from kameny.web.door import Door  # noqa: PLC0415 - likewise
    from kameny.web.limits import Limits, parse_proxies  # noqa: PLC0415 - likewise

    _log_to_stderr(settings.log)
    try:
        proxies = parse_proxies(settings.proxies)
    except ValueError as error:
        print(f"kameny: {error}", file=sys.stderr)
        raise SystemExit(1) from error
    house = server.House(settings.data, settings.pace, settings.keep, Door(Limits(crowd=settings.crowd), proxies))
    try:
        listener = server.bind(settings.host, settings.port)
        port = listener.getsockname()[1]
        server.run(server.serve(listener, house, lambda: _welcome(settings, port)))
    except server.CannotServe as error:
        print(f"kameny: {error}", file=sys.stderr)
        raise SystemExit(1) from error


_QUIET: Final = Parameter(show_env_var=False)
_FILE: Final = Parameter(show_env_var=False, allow_leading_hyphen=True)


@app.command
def export(
    code: Annotated[str, _QUIET],
    /,
    *,
    game: Annotated[int | None, _QUIET] = None,
    output: Annotated[Path, _FILE] = STDIO,
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
    from kameny.game import Refused  # noqa: PLC0415 - `--help` need not load it
    from kameny.play import record  # noqa: PLC0415 - likewise
    from kameny.store.base import StoreError  # noqa: PLC0415 - likewise
    from kameny.store.sqlite import read_only  # noqa: PLC0415 - likewise

    table = "".join(filter(str.isalnum, code)).upper()
    try:
        rows = read_only(data, table)
        if not rows:
            _fail(f"There is no table {table} in {data}.")
        found = record.export(_game(record.game_of(rows)), rows, game)
        text = msgspec.json.encode(found) + b"\n"
        if output == STDIO:
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
        else:
            output.write_bytes(text)
    except StoreError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{output} cannot be written: {error.strerror}.")
    except Refused as refused:
        if refused.code == "game_running":
            _fail(f"That game of {table} is not over: its secret is told when it is.")
        last = refused.detail["last"]
        _fail(f"{table} has no game {game}: the last one is {last}." if last else f"{table} has played no game yet.")


@app.command
def verify(file: Annotated[Path, _FILE], /) -> None:
    """Check a finished game: its shuffle, every move and its outcome.

    The status is 0 if all is right, 1 if something is wrong, and 2 if there is no game in the file.

    Parameters
    ----------
    file
        What `kameny export` or a phone has written; - reads it from a pipe.

    """
    from kameny.play import verdict  # noqa: PLC0415 - `--help` need not load it

    record = _record(file)
    found = verdict.verify(_game(record.game, status=2), record)
    people = ", ".join(seat.name or seat.player or "?" for seat in record.seats)
    _say(f"Game {record.number} of table {record.code}, {record.game}: {people}.")
    for check in found.checks:
        _say(f"{'ok' if check.ok else 'FAILED':<8}{check.name:<9}{check.found}")
    if not found.ok:
        raise SystemExit(1)


def _record(file: Path) -> Record:
    """The record in a file; a clear sentence and status 2 where there is none."""
    from kameny.play.record import Record  # noqa: PLC0415 - `--help` need not load it

    name = "What comes from the pipe" if file == STDIO else str(file)
    try:
        text = sys.stdin.buffer.read() if file == STDIO else file.read_bytes()
        return msgspec.json.decode(text, type=Record)
    except OSError as error:
        _fail(f"{name} cannot be read: {error.strerror}.", status=2)
    except msgspec.ValidationError as error:
        _fail(f"{name} is no record of a game that this Kameny can read: {error}.", status=2)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        _fail(f"{name} is not JSON: {error}.", status=2)


def _game(name: str, *, status: int = 1) -> AnyGame:
    from kameny.games import GAMES  # noqa: PLC0415 - `--help` need not load it

    if name not in GAMES:
        _fail(f"This Kameny has no game {name!r}: update it.", status=status)
    return GAMES[name]


def _fail(sentence: str, *, status: int = 1) -> NoReturn:
    _say(f"kameny: {sentence}", sys.stderr)
    raise SystemExit(status)


def _say(line: str, where: TextIO | None = None) -> None:
    """Print a line that may quote a file of anybody's: nothing in it steers the terminal."""
    print("".join(sign if sign.isprintable() else "\ufffd" for sign in line), file=where)


def _welcome(settings: Settings, port: int) -> None:
    """Print where to come: here, in the local network, and as a QR code for a phone."""
    from kameny.web.invites import lan_address, qr_terminal  # noqa: PLC0415 - not needed to listen

    everywhere = settings.host in {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound
    print("Kameny is open.")
    print(f"  On this machine:  http://{'localhost' if everywhere else settings.host}:{port}/")
    address = lan_address() if everywhere else None
    if address:
        print(f"  On your phones:   http://{address}:{port}/   (same Wi-Fi)")
        print(qr_terminal(f"http://{address}:{port}/"), end="")
    elif everywhere:
        print("  No local network found: phones cannot come until this machine is in one.")
    print(f"  Tables are kept in {settings.data}")
    print("  Ctrl+C closes; every table is there again next time.", flush=True)


def _log_to_stderr(level: str) -> None:
    """Lines for people on a terminal, JSON elsewhere; tracebacks without local values, which hold racks."""
    renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if sys.stderr.isatty():
        renderer = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def main() -> None:
    """Run the command."""
    app()
