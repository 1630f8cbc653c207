"""What a phone may say and what not: every frame is answered, and the socket outlives all of them but a flood."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from contextlib import AsyncExitStack

import aiohttp
import pytest

from house import House
from kameny.play.presence import PHONES_OF_A_SEAT, SPECTATORS
from kameny.web import socket as module
from kameny.web.door import Door
from kameny.web.messages import Answer, Bye, Misread, Ping, Pong, Reacted, Told, Update
from web.talking import talk

SHRUG = '{"type":"react","rid":"%s","reaction":"wow"}'


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", "bad_message"),
        ("[]", "bad_message"),
        ("null", "bad_message"),
        ('{"type":"fly"}', "bad_message"),
        ('{"type":"note","note":7}', "bad_message"),
        ('{"type":"note","note":"x","more":1}', "bad_message"),
        ('{"type":"ping","sent":1e400}', "bad_message"),
        ('{"type":"hello","code":"AAAAAA","token":null}', "bad_message"),
        ("[" * 10_000, "bad_message"),
        ('{"type":"draft","turn":1,"at":1,"draft":' + "[" * 5_000 + "]" * 5_000 + "}", "bad_message"),
        (b"\x00", "bad_message"),
        ('{"type":"note","note":"' + "x" * 20_000 + '"}', "too_large"),
    ],
)
async def test_what_cannot_be_read_is_answered_and_the_socket_lives(
    house: House, frame: str | bytes, code: str
) -> None:
    """Garbage, foreign types, depth, length and binary frames get a code each; then a ping is answered."""
    ann = await house.phone()
    async with talk(house.url, await ann.open("toy", [None, None])) as line:
        await line.say(frame)
        misread = await line.refusal()
        assert isinstance(misread, Misread)
        assert misread.refused == code
        await line.say(Ping(1.0))
        await line.hears(Pong)


async def test_text_that_is_no_utf_8_is_answered_too(house: House) -> None:
    """A text frame of wild bytes does not end the talk either."""
    ann = await house.phone()
    async with talk(house.url, await ann.open("toy", [None, None])) as line:
        for wild in (b"\xff\xfe", b'{"type":"note","note":"\xc3\x28"}'):
            await line.socket.send_frame(wild, aiohttp.WSMsgType.TEXT)
            assert (await line.refusal()).refused == "bad_message"


async def test_a_broken_request_is_answered_under_its_rid(house: House) -> None:
    """Whoever waits for an answer gets one, even if nothing but the rid could be read."""
    ann = await house.phone()
    code = await ann.open("toy", [None, None])
    await ann.join(code, "Ann")
    async with talk(house.url, code, ann.token) as line:
        for body in ({"turn": "x"}, {"turn": 1 << 80}, {"turn": 1, "action": {"kind": "fly"}, "at": 1}):
            await line.say(json.dumps({"type": "act", "rid": "mine", **body}))
            answer = await line.refusal()
            assert isinstance(answer, Answer)
            assert (answer.rid, answer.refused) == ("mine", "bad_message")


async def test_a_refused_draft_is_answered_with_the_table_as_it_is(house: House) -> None:
    """The phone whose picture was wrong gets the right one."""
    ann = await house.phone()
    code = await ann.open("toy", [None, "thrower"], {"seconds": 60})
    await ann.join(code, "Ann")
    await ann.deal()
    async with talk(house.url, code, ann.token) as line:
        await line.say('{"type":"draft","turn":1,"at":1,"draft":{"open":"impossible"}}')
        await line.hears(Update)
        assert (await line.refusal()).refused == "not_yours"


async def test_too_many_of_a_kind_have_to_wait_and_all_together_are_a_flood(house: House) -> None:
    """Reactions come three in a row; hundreds of frames in a row end the talk with the reason."""
    await house.stop()
    house.door = Door()
    await house.start()
    ann = await house.phone()
    code = await ann.open("toy", [None, None])
    await ann.join(code, "Ann")
    async with talk(house.url, code, ann.token) as line:
        codes: list[str | None] = []
        for i in range(4):
            await line.say(SHRUG % i)
            codes.append((await line.refusal()).refused)
        assert codes == [None, None, None, "too_fast"]
        for _ in range(400):
            await line.say("{")
        while not isinstance(said := await line.refusal(), Bye):
            assert said.refused == "bad_message"
        assert said.refused == "flood"


async def test_reactions_are_seen_by_everybody_and_a_spectator_has_none(house: House) -> None:
    """One of six pictures, from a seat; anything else is no reaction."""
    ann = await house.phone()
    code = await ann.open("toy", [None, None])
    bob = await house.seated(code, "Bob")
    await ann.join(code, "Ann")
    await bob.react("bravo")
    await ann.hears(Reacted(0, "bravo"))
    async with talk(house.url, code) as line:
        await line.say(SHRUG % "x")
        assert (await line.refusal()).refused == "not_seated"
        await line.say('{"type":"react","rid":"y","reaction":"insult"}')
        assert (await line.refusal()).refused == "bad_message"


async def test_a_seat_has_so_many_phones_and_the_oldest_goes(house: House) -> None:
    """Another one too many is let in; the first is told goodbye, and may not come straight back for ever."""
    ann = await house.phone()
    code = await ann.open("toy", [None, None])
    await ann.join(code, "Ann")
    await ann.close()
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(talk(house.url, code, ann.token)) for _ in range(PHONES_OF_A_SEAT + 1)]
        assert (await lines[0].refusal()).refused == "too_many_phones"
        for line in lines[1:]:
            await line.say(Ping(1.0))
            await line.hears(Pong)


async def test_so_many_may_look_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One spectator too many gets the answer of a table that is not there; a seated phone still comes in."""
    assert SPECTATORS >= 10
    monkeypatch.setattr("kameny.play.presence.SPECTATORS", 1)
    ann = await house.phone()
    code = await ann.open("toy", [None, None])
    async with talk(house.url, code):
        async with talk(house.url, code) as line:
            assert line.update is None
        await ann.join(code, "Ann")
        assert ann.update


async def test_a_slow_phone_is_dropped_and_holds_nobody_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone that reads nothing is gone after the time a frame may take; the others play on meanwhile."""
    monkeypatch.setattr(module, "SEND_WITHIN", 0.1)
    ann = await house.phone()
    code = await ann.open("toy", [None, "thrower"], {"seconds": 60})
    await ann.join(code, "Ann")
    await ann.deal()
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", house.port))
    raw.sendall(
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    hello = f'{{"type":"hello","code":"{code}","token":null}}'.encode()
    raw.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    table = await house.tables.get(code)
    async with asyncio.timeout(20):
        while table.moment().watching == 0:
            await asyncio.sleep(0.01)
        # Nothing is ever read there: what is told piles up in the kernel, then in the server.
        while table.moment().watching == 1:
            for _ in range(16):
                table.react(table.match.seats[0].key, "wow")
            await asyncio.sleep(0)
    raw.close()
    await ann.react("bravo")


async def test_news_of_seats_reach_every_phone_once(house: House) -> None:
    """Who joins, leaves and comes back is told to the others."""
    ann = await house.phone()
    code = await ann.open("toy", [None, None], {"seconds": 60})
    await ann.join(code, "Ann")
    bob = await house.seated(code, "Bob")
    await ann.deal()
    await bob.leave("thrower")
    again = await house.phone(bob.token)
    await again.join(code, "Bob")
    await ann.hears(Told("back", 1))
    assert [told for told in ann.told if isinstance(told, Told)][:3] == [
        Told("joined", 1),
        Told("left", 1),
        Told("back", 1),
    ]
