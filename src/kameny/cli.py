"""The command line: `kameny serve`."""

from __future__ import annotations

import dataclasses
import logging
import sys
from pathlib import Path
from typing import Annotated, Literal

import cyclopts
import structlog
from cyclopts import Parameter
from cyclopts.config import Env, Toml
from platformdirs import user_data_path

app = cyclopts.App(
    name="kameny",
    help="Tile games for the family table, each on their own phone.",
    config=[
        Env("KAMENY_", command=False),
        Toml("kameny.toml", search_parents=False, use_commands_as_keys=False),
    ],
)


@Parameter(name="*")
@dataclasses.dataclass(frozen=True)
class Settings:
    """Settings of a server: as flags, as KAMENY_* variables, or in a file kameny.toml in the current folder."""

    host: str = "0.0.0.0"  # noqa: S104 - phones come from the local network
    """Address to listen on; the default serves the whole local network."""

    port: Annotated[int, Parameter(validator=cyclopts.validators.Number(gte=0, lte=65535))] = 8020
    """Port to listen on; 0 takes a free one."""

    data: Path = dataclasses.field(default_factory=lambda: user_data_path("kameny"))
    """Folder that holds all tables."""

    pace: Annotated[float, Parameter(validator=cyclopts.validators.Number(gte=0, lte=30))] = 1.4
    """Seconds a computer takes for its turn at least, so that people can follow."""

    log: Literal["debug", "info", "warning", "error"] = "info"
    """How much to tell about what goes on."""


@app.command
def serve(settings: Settings = Settings()) -> None:
    """Open the house: print where to come, and keep the tables until Ctrl+C."""
    from kameny.web import server  # noqa: PLC0415 - `--help` need not load it

    _log_to_stderr(settings.log)
    try:
        listener = server.bind(settings.host, settings.port)
        port = listener.getsockname()[1]
        server.run(server.serve(listener, settings.data, settings.pace, lambda: _welcome(settings, port)))
    except server.CannotServe as error:
        print(f"kameny: {error}", file=sys.stderr)
        raise SystemExit(1) from error


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
