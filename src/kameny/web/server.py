"""Running the application: one listening socket, from the first address printed to the last byte written."""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
from aiohttp import web

from kameny.games import GAMES
from kameny.play.tables import Tables
from kameny.players.pool import Pool
from kameny.players.runner import Runner
from kameny.store.base import StoreError
from kameny.store.sqlite import open_sqlite
from kameny.web.app import make_app
from kameny.web.door import Door
from kameny.web.messages import STOPPING

HOUR = 3600.0
DAY = 24 * HOUR
CLOSE_WITHIN = 3.0
"""Seconds that open connections get to end when the server stops."""

log = structlog.get_logger()


class CannotServe(Exception):
    """The server cannot start; the message is one sentence that says what to do."""


def bind(host: str, port: int) -> socket.socket:
    """The listening socket; raises `CannotServe` for a taken port or a foreign address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f"Port {port} is taken: stop what uses it, or choose another with --port.") from error
        if error.errno == errno.EACCES:
            raise CannotServe(f"Port {port} is not allowed for you: choose one above 1023 with --port.") from error
        raise CannotServe(f"Cannot listen on {host}: {error.strerror}. Leave --host out to serve everyone.") from error
    except OverflowError as error:
        listener.close()
        raise CannotServe(f"Port {port} does not exist: choose one from 1 to 65535 with --port.") from error
    return listener


@dataclass(frozen=True, slots=True)
class House:
    """How the house is run: where the tables are kept and how long, the pace of computers, and who stands at the door.

    `keep` is days without a visit after which a table is forgotten, 0 for never.
    """

    data: Path
    pace: float
    keep: int
    door: Door


async def serve(listener: socket.socket, house: House, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is called once phones can connect. Raises `CannotServe`."""
    try:
        journal = await open_sqlite(house.data)
    except StoreError as error:
        raise CannotServe(str(error)) from error
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    tables = Tables(journal, GAMES)
    pool = Pool()
    tables.watcher = Runner(pool, house.pace).notice
    runner = web.AppRunner(make_app(tables, house.door), access_log=None, shutdown_timeout=CLOSE_WITHIN)
    try:
        await runner.setup()
        await web.SockSite(runner, listener).start()
        ready()
        sweeper = loop.create_task(_forget_forever(tables, house.keep))
        await stop.wait()
        sweeper.cancel()
        tables.farewell(STOPPING)
        log.info("stopping")
    finally:
        await runner.cleanup()
        await tables.close()
        await pool.close()
        await journal.close()


async def _forget_forever(tables: Tables, days: int) -> None:
    """Once an hour, erase the tables that nobody has visited for so many days."""
    while days:
        try:
            if erased := await tables.forget(tables.now() - days * DAY):
                log.info("tables_forgotten", tables=erased, days=days)
        except StoreError as error:
            log.error("store_failed", error=str(error))  # noqa: TRY400 - the sentence is all
        await asyncio.sleep(HOUR)


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run on uvloop, or on asyncio where there is none."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(main)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
