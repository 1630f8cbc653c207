"""Choosing in processes of their own: a computer that thinks never holds the table up."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any

import structlog

from kameny.game import Player, Standing

TRIES = 3

log = structlog.get_logger()


class Pool:
    """A few worker processes, started when the first computer thinks."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or min(2, os.cpu_count() or 1)
        self._executor: ProcessPoolExecutor | None = None

    async def choose(self, player: Player[Any, Any], view: Any, standing: Standing, budget: float) -> Any:
        """The player's action in this view. A worker that dies is replaced and the choice made again."""
        loop = asyncio.get_running_loop()
        for attempt in range(1, TRIES + 1):
            executor = self._started()
            try:
                return await loop.run_in_executor(executor, player.choose, view, standing, budget)
            except BrokenProcessPool:
                log.warning("worker_died", player=player.name, attempt=attempt)
                if self._executor is executor:
                    self._executor = None
                if attempt == TRIES:
                    raise
        raise AssertionError("unreachable")

    async def close(self) -> None:
        """Let the running choices end and stop the workers."""
        executor, self._executor = self._executor, None
        if executor:
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if not self._executor:
            self._executor = processes(self._workers)
        return self._executor


def processes(number: int) -> ProcessPoolExecutor:
    """So many processes to work in, which leave Ctrl+C to this one and do not outlive it."""
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(number, mp_context=multiprocessing.get_context(method), initializer=_begin_work)


def _begin_work() -> None:
    """A worker leaves Ctrl+C to its parent, and goes when the parent is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_go_with_parent, daemon=True).start()


def _go_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
        os._exit(0)
