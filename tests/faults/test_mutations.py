"""200,000 messages that no phone of ours would send: each is refused once, for its reason, and nothing changes."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec
import pytest

from faults.judge import Judge, Said, said
from faults.mutants import Frame, Mutants
from faults.scenes import PEOPLE, SCENES, honest, play, sets_of
from house import House
from kameny.play.seats import key_of
from kameny.play.table import Table
from kameny.rummy.model import State
from kameny.web.door import Door
from kameny.web.limits import Limits, Rate
from kameny.web.messages import Hello, Ping, ToPhone, Update
from seating import token

EACH = 40_000
CHECKED = 10_000
"""Refusals between two looks at all that must not change."""
AT_ONCE = 60
ENDLESS = Rate(1e9, 1_000_000_000)
WORDS = Path(__file__).parents[2] / "client" / "src" / "words" / "en"


class Line:
    """A socket that says anything, and hears all that is no update."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._decoder = msgspec.json.Decoder(ToPhone)
        self.view = b""

    async def say(self, frame: Frame) -> None:
        """A text frame of any bytes, or a binary one."""
        if isinstance(frame, str):
            await self._socket.send_bytes(frame.encode())
        else:
            await self._socket.send_frame(frame, aiohttp.WSMsgType.TEXT)

    async def hears(self) -> Said:
        """The next thing that is said."""
        while True:
            received = await self._socket.receive()
            assert received.type is aiohttp.WSMsgType.TEXT, received
            message = self._decoder.decode(received.data)
            if not isinstance(message, Update):
                return said(message)
            self.view = bytes(message.view)


@asynccontextmanager
async def connected(house: House, code: str, mine: str | None) -> AsyncGenerator[Line]:
    """A line to this table, past the greeting."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{house.url}/socket") as socket:
        line = Line(socket)
        await line.say(msgspec.json.encode(Hello(code, mine)))
        await line.say(msgspec.json.encode(Ping(0.0)))
        assert await line.hears() == ("pong", 0.0)
        yield line


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", SCENES)
async def test_whatever_a_socket_hears_is_refused_once_and_changes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Each for the reason that the pure judge has; what was done before is answered as it was; one socket for all."""
    scene = SCENES[name]
    monkeypatch.setattr("kameny.play.tables.new_secret", lambda: "5e" * 32)
    monkeypatch.setattr("kameny.play.tables.new_code", lambda: "TABCDE")
    await house.stop()
    house.door = Door(Limits(acts=ENDLESS, drafts=ENDLESS, notes=ENDLESS, reactions=ENDLESS, frames=ENDLESS))
    await house.start()
    table, done = await play(house, scene)
    code, mine = table.match.code, token(0) if scene.seated else None
    others = [await house.phone(token(seat)) for seat in range(bool(mine), PEOPLE)]
    for other in others:
        await other.join(code, "Ann")
    state: State = table.match.state
    mutants = Mutants(Random(name), honest(table.match, done), sets_of(state), state.racks[0])
    again = [(json.dumps(m).encode(), ("answer", m["rid"], version, None)) for m, version in done[-4:] if mine]
    judge, codes = Judge(table, key_of(mine) if mine else None), Counter[str]()
    async with connected(house, code, mine) as line:
        for other in others:
            await other.until(lambda update: bool(mine) or update.table.watching == 1)
        before, shown = await everything(house, table), [other.update for other in others]
        for _ in range(EACH // CHECKED):
            codes += await refusals(line, mutants, judge, CHECKED)
            await talk(line, again)
            assert await everything(house, table) == before
        assert [other.update for other in others] == shown
        assert not any(other.told or other.arranged for other in others)
        assert line.view == msgspec.json.encode(table.game.view(table.match.state, 0 if mine else None))
    assert set(codes) <= sentences()
    assert scene.refused | {"bad_message", "too_large"} <= set(codes)


async def refusals(line: Line, mutants: Mutants, judge: Judge, wanted: int) -> Counter[str]:
    """Say so many things that are refused, and between them what only is answered; count the codes."""
    codes = Counter[str]()
    while codes.total() < wanted:
        frames = [mutants.next() for _ in range(min(AT_ONCE, wanted - codes.total()))]
        judged = [(frame, answer) for frame in frames if (answer := judge.says(frame))]
        await talk(line, judged)
        codes.update(str(answer[-1]) for _, answer in judged if answer[0] != "pong" and answer[-1])
    return codes


async def talk(line: Line, judged: Sequence[tuple[Frame, Said]]) -> None:
    """Say all of this in one go; each is answered in its turn, as it must be, and nothing else is said."""
    last = (msgspec.json.encode(Ping(2.5)), ("pong", 2.5))
    async with asyncio.timeout(20):
        for frame, _ in (*judged, last):
            await line.say(frame)
        for frame, answer in (*judged, last):
            assert await line.hears() == answer, frame


async def everything(house: House, table: Table) -> tuple[Any, ...]:
    """The journal, its side values, the match and the arranging: all that a refusal must not change."""
    await table.flush()
    journal, match = house.journal, table.match
    rows, sides = await journal.read(match.code), await journal.kept(match.code)
    return rows, sides, msgspec.json.encode(match), table.draft, dict(table.notes)


def sentences() -> set[str]:
    """The codes for which there is a sentence."""
    catalogues = [json.loads((WORDS / f"{name}.json").read_text()) for name in ("common", "rummy")]
    return {code for catalogue in catalogues for code in catalogue["refused"]}
