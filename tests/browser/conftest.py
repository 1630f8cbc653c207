"""A real server process and a real browser, each in its own folder and ended at the end."""

from __future__ import annotations

import shutil
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from subprocess import Popen

import pytest
from playwright.async_api import Browser, async_playwright

from screen import Screen
from serving import serving

CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

NewScreen = Callable[..., Awaitable[Screen]]


class Server:
    """The server process; it can be killed and started again on its folder and port."""

    def __init__(self, data: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._data = data
        self._running = serving(data, self.port)
        self.process: Popen[str] | None = None

    def start(self) -> None:
        self._running = serving(self._data, self.port)
        self.process, _ = self._running.__enter__()

    def kill(self) -> None:
        """SIGKILL: nothing is said and nothing is finished."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self._running.__exit__(None, None, None)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server in a folder of its own."""
    found = Server(tmp_path / "data")
    found.start()
    yield found
    found.stop()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """Debian's chromium, with many contexts."""
    executable = shutil.which("chromium")
    assert executable, "chromium is missing: `make test` installs it"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=CHROMIUM)
        yield browser
        await browser.close()


@pytest.fixture
async def new_screen(browser: Browser, server: Server) -> AsyncIterator[NewScreen]:
    """Make phones in the browser, each a context of its own. At the end none of them may have had an error."""
    screens: list[Screen] = []

    async def make(path: str = "/", size: tuple[int, int] = (390, 844), language: str = "cs") -> Screen:
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size[0] < 900,
            is_mobile=size[0] < 900,
            device_scale_factor=2,
            locale=language,
            reduced_motion="no-preference",
        )
        screen = Screen(await context.new_page())
        screens.append(screen)
        await screen.page.goto(server.url + path)
        return screen

    yield make
    errors = [error for screen in screens for error in screen.errors]
    assert not errors
