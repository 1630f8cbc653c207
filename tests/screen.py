"""A phone as a person has it: a page in a browser, looked at and touched, with nothing but its own view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
from playwright.async_api import CDPSession, Page, WebSocket

from kameny.rummy.model import View
from kameny.web.messages import ToPhone, Update

BOARD = """() => [...document.querySelectorAll('[data-set]')]
  .sort((a, b) => a.dataset.set - b.dataset.set)
  .map(set => [...set.querySelectorAll('[data-tile]')].map(tile => tile.dataset.tile))"""

MIDDLE = """selector => {
  const found = [...document.querySelectorAll(selector)].find(e => e.getClientRects().length);
  if (!found) return null;
  const box = found.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  const ok = hit && (found.contains(hit) || hit.contains(found));
  return [x, y, ok ? '' : hit ? hit.outerHTML.slice(0, 200) : 'outside of the window'];
}"""

EMPTY = """() => {
  const table = document.querySelector('[data-zone=table]').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('[data-set]')].map(e => e.getBoundingClientRect());
  let best = null, most = 0;
  for (let y = table.bottom - 6; y > table.top + 6; y -= 6)
    for (let x = table.left + 6; x < table.right - 6; x += 6) {
      const hit = document.elementFromPoint(x, y);
      if (!hit?.closest('[data-zone=table]') || hit.closest('[data-set],button')) continue;
      const room = Math.min(40, ...boxes.map(b =>
        Math.max(b.left - x, x - b.right, b.top - y, y - b.bottom)));
      if (room > most) { most = room; best = [x, y]; }
    }
  return best;
}"""


class Screen:
    """One page at one table: what it received, what it shows, and fingers to touch it with."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.update: Update | None = None
        self.errors: list[str] = []
        self.sockets = 0
        self._touch: CDPSession | None = None
        page.on("websocket", self._socket_opened)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if _is_fault(line.type, line.text) else None)

    def _socket_opened(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", self._received)

    def _received(self, data: str | bytes) -> None:
        message = msgspec.json.decode(data, type=ToPhone)
        if isinstance(message, Update) and (not self.update or message.version >= self.update.version):
            self.update = message

    # ---- what it knows ----

    @property
    def view(self) -> View:
        """The game as this phone was told."""
        assert self.update
        return msgspec.json.decode(self.update.view, type=View)

    @property
    def my_turn(self) -> bool:
        return bool(self.update and self.update.table.you in self.update.table.awaited)

    async def until(self, wanted: Callable[[Update], object], within: float = 20.0, what: str = "") -> None:
        """Wait until `wanted(update)`."""
        try:
            async with asyncio.timeout(within):
                while not (self.update and wanted(self.update)):
                    await asyncio.sleep(0.02)
        except TimeoutError as error:
            raise AssertionError(f"{what or 'the wanted update'} did not come: {self.update}") from error

    async def board(self) -> list[list[str]]:
        """The sets as they are shown."""
        shown: list[list[str]] = await self.page.evaluate(BOARD)
        return shown

    async def sees(self, selector: str, within: float = 10.0) -> None:
        """Wait until something is shown."""
        await self.page.locator(selector).first.wait_for(state="visible", timeout=within * 1000)

    async def text(self) -> str:
        """All that is written on the page."""
        return await self.page.inner_text("body")

    # ---- fingers ----

    async def middle(self, selector: str) -> tuple[float, float]:
        """Where to touch it; fails if something lies over it."""
        async with asyncio.timeout(10):
            while not (found := await self.page.evaluate(MIDDLE, selector)) or found[2]:
                await asyncio.sleep(0.05)
        return found[0], found[1]

    async def empty_place(self) -> tuple[float, float]:
        """A place on the table where no set lies."""
        found = await self.page.evaluate(EMPTY)
        assert found, "no empty place on the table"
        return found[0], found[1]

    async def tap(self, selector: str) -> None:
        """Touch it shortly."""
        await self.page.touchscreen.tap(*await self.middle(selector))

    async def tap_at(self, x: float, y: float) -> None:
        await self.page.touchscreen.tap(x, y)

    async def drag(self, selector: str, x: float, y: float, hold: float = 0.24) -> None:
        """Hold it, drag it there, let go."""
        start = await self.middle(selector)
        await self._finger("touchStart", *start)
        await asyncio.sleep(hold)
        for step in range(1, 6):
            part = step / 5
            await self._finger("touchMove", start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part)
            await asyncio.sleep(0.016)
        await self._finger("touchEnd")

    async def _finger(self, kind: str, *point: float) -> None:
        if not self._touch:
            self._touch = await self.page.context.new_cdp_session(self.page)
        points = [{"x": point[0], "y": point[1]}] if point else []
        await self._touch.send(  # pyright: ignore[reportUnknownMemberType] - a bare Dict in its stubs
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
        )


def _is_fault(kind: str, text: str) -> bool:
    """A line on the console that tells of a fault of ours; a lost connection is none."""
    return kind in {"error", "warning"} and "WebSocket connection" not in text and "ERR_CONNECTION_REFUSED" not in text
