"""Faults that games of this kind really had, and that no other test is about: coming, going and staying."""

from __future__ import annotations

import asyncio
from urllib.request import urlopen

import msgspec
import pytest
from aiohttp import WSMsgType

from house import House
from kameny.client import PING_EVERY
from kameny.play.presence import AWAY
from kameny.rummy.model import Draw, State
from kameny.web.messages import Invite
from kameny.web.visit import SILENCE
from refusals import refused
from seating import Ear, Sitting, settle
from web.talking import talk


async def test_fault_45_one_who_leaves_ends_nothing_for_the_others() -> None:
    """Fault 45: one of four goes, and the other three and a computer play that game to its end."""
    sitting = Sitting()
    table = await sitting.sit("rummy", [None] * 4, {"clock": "off"})
    await sitting.deal(table)
    await table.go(sitting.keys[3], "bye", "calm")
    while table.match.running:
        state: State = table.match.state
        if state.seat == 3:
            await table.play(3, state.turn, Draw(), "calm")
        else:
            await table.act(sitting.keys[state.seat], f"turn {state.turn}", state.turn, Draw(), sitting.now())
    assert len(table.match.results) == 1
    assert len(table.match.totals) == 4
    assert table.match.seat_of(sitting.keys[3]) == 3
    await sitting.tables.close()


async def test_fault_46_a_phone_calls_until_the_house_is_open_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 46: it does not give up after five tries, nor after fifty."""
    monkeypatch.setattr("kameny.client.RETRY", (0.001,))
    ann = await house.phone()
    await ann.join(await ann.open("toy", [None, None]), "Ann")
    tries, enough = 0, asyncio.Event()

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal tries
        tries += 1
        if tries > 50:
            enough.set()
        writer.close()

    await house.stop()
    nobody = await asyncio.start_server(hang_up, "127.0.0.1", house.port)
    async with asyncio.timeout(20):
        await enough.wait()
    nobody.close()
    await nobody.wait_closed()
    await house.start()
    await ann.until(lambda _: ann.connects == 2)
    await ann.react("bravo")


async def test_fault_46_a_socket_that_only_looks_open_is_noticed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fault 46: a phone that says nothing is away after a while; one that pings stays, should three pings be lost."""
    assert SILENCE > 3 * PING_EVERY
    monkeypatch.setattr("kameny.web.visit.SILENCE", 1.5)
    monkeypatch.setattr("kameny.client.PING_EVERY", 0.1)
    ann = await house.phone()
    code = await ann.open("toy", [None, None])
    await ann.join(code, "Ann")
    bob = await house.seated(code, "Bob")
    await ann.close()
    await bob.until(lambda update: not update.table.seats[0].here)
    async with talk(house.url, code, ann.token) as line:
        await bob.until(lambda update: update.table.seats[0].here)
        closed = await line.socket.receive(timeout=10)
        while closed.type is WSMsgType.TEXT:
            closed = await line.socket.receive(timeout=10)
        assert closed.type is WSMsgType.CLOSE
        await bob.until(lambda update: not update.table.seats[0].here)
    assert bob.connects == 1


async def test_fault_51_the_waiting_room_says_who_is_here_and_how_to_invite(house: House) -> None:
    """Fault 51: no game yet, two of four at the table, the code; a link with it, and the link as a picture."""
    ann = await house.phone()
    code = await ann.open("rummy", [None] * 4)
    await ann.join(code, "Ann")
    await house.seated(code, "Bob")
    update = await ann.until(lambda update: update.table.seats[1].here)
    assert ann.view is None
    assert (update.table.number, update.table.code, update.table.you) == (0, code, 0)
    assert [(seat.name, seat.taken) for seat in update.table.seats] == [
        ("Ann", True),
        ("Bob", True),
        ("", False),
        ("", False),
    ]
    assert (await asked(house, f"/api/tables/{code}/invite.svg")).startswith(b"<svg")
    invite = msgspec.json.decode(await asked(house, f"/api/tables/{code}/invite"), type=Invite)
    assert invite.link.endswith(f"/t/{code}")


async def asked(house: House, path: str) -> bytes:
    """What the house answers."""

    def ask() -> bytes:
        with urlopen(house.url + path, timeout=10) as response:
            body: bytes = response.read()
            return body

    return await asyncio.to_thread(ask)


async def test_fault_55_ten_seconds_in_the_background_are_nothing() -> None:
    """Fault 55: the seat waits, nobody may take it over, and all is as it was when the phone comes back."""
    sitting = Sitting()
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    ann, bob = (Ear(key) for key in sitting.keys)
    table.enter(ann)
    table.enter(bob)
    await sitting.deal(table)
    before = table.match
    table.leave(bob)
    sitting.now.time += 10
    assert AWAY > 10
    assert not table.absent
    with refused("still_here"):
        await table.stand_in(sitting.keys[0], "rid", 1, "thrower")
    table.enter(Ear(bob.key))
    await settle()
    assert table.match == before
    assert "stood_in" not in {what for what, _, _ in ann.news}
    await sitting.tables.close()
