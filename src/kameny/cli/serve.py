"""`kameny serve`: a server's settings, where to come, and its log."""

from __future__ import annotations

import dataclasses
import logging
import sys
from pathlib import Path
from typing import Annotated, Literal

import structlog
from cyclopts import Parameter
from cyclopts.validators import Number

from kameny.cli.shell import TABLES, fail, say
from kameny.kernel import IMPLEMENTATION
from kameny.web import server
from kameny.web.door import Door
from kameny.web.invites import lan_address, qr_terminal
from kameny.web.limits import Limits, parse_proxies


@Parameter(name="*")
@dataclasses.dataclass(frozen=True)
class Settings:
    """Settings of a server: as flags, as KAMENY_* variables, or in a file kameny.toml in the current folder."""

    host: str = "0.0.0.0"  # noqa: S104 - phones come from the local network
    """Address to listen on; the default serves the whole local network."""

    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 8020
    """Port to listen on; 0 takes a free one."""

    data: Path = TABLES
    """Folder that holds all tables."""

    pace: Annotated[float, Parameter(validator=Number(gte=0, lte=30))] = 1.4
    """Seconds a computer takes for its turn at least, so that people can follow."""

    keep: Annotated[int, Parameter(validator=Number(gte=0, lte=36500))] = 365
    """Days after which a table that nobody visits is forgotten; 0 keeps all of them."""

    crowd: Annotated[int, Parameter(validator=Number(gte=1, lte=100_000))] = 50
    """People who may come from one address at once; raise it for a school behind one router."""

    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For is believed; those on this machine are anyway."""

    log: Literal["debug", "info", "warning", "error"] = "info"
    """How much to tell about what goes on."""


def serve(settings: Settings = Settings()) -> None:
    """Open the house: print where to come, and keep the tables until Ctrl+C."""
    _log_to_stderr(settings.log)
    try:
        proxies = parse_proxies(settings.proxies)
    except ValueError as error:
        fail(str(error))
    house = server.House(settings.data, settings.pace, settings.keep, Door(Limits(crowd=settings.crowd), proxies))
    try:
        listener = server.bind(settings.host, settings.port)
        port = listener.getsockname()[1]
        server.run(server.serve(listener, house, lambda: _welcome(settings, port)))
    except server.CannotServe as error:
        fail(str(error))


def _welcome(settings: Settings, port: int) -> None:
    """Print where to come: here, in the local network, and as a QR code for a phone."""
    everywhere = settings.host in {"0.0.0.0", "::"}  # noqa: S104 - compared, not bound
    say("Kameny is open.")
    say(f"  On this machine:  http://{'localhost' if everywhere else settings.host}:{port}/")
    address = lan_address() if everywhere else None
    if address:
        say(f"  On your phones:   http://{address}:{port}/   (same Wi-Fi)")
        sys.stdout.write(qr_terminal(f"http://{address}:{port}/"))
    elif everywhere:
        say("  No local network found: phones cannot come until this machine is in one.")
    say(f"  Tables are kept in {settings.data}")
    say("  Ctrl+C closes; every table is there again next time.")
    structlog.get_logger().info("started", solver=IMPLEMENTATION)
    sys.stdout.flush()


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
