"""The door: one answer for unknown and full, wrong codes, crowds, proxies, and codes for seats over HTTP."""

from __future__ import annotations

import aiohttp
import msgspec
import pytest

from house import House
from kameny.client import Phone
from kameny.play.record import Record
from kameny.web.door import FORWARDED, Door
from kameny.web.limits import Limits
from kameny.web.messages import Bye
from refusals import refused
from seating import nonce, token
from toy import Throw
from web.talking import talk

FAR = "203.0.113.7"
TABLE: dict[str, object] = {"game": "toy", "seats": [dict[str, object](), dict[str, object]()]}


class Dial:
    """Seconds as a test sets them."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def dial() -> Dial:
    """The door's clock."""
    return Dial()


@pytest.fixture
async def guarded(house: House, dial: Dial) -> House:
    """A house for ten people an address."""
    await house.stop()
    house.door = Door(Limits(crowd=10), now=dial)
    await house.start()
    return house


async def post(house: House, path: str, body: object, address: str = "") -> tuple[int, dict[str, object]]:
    """Status and body of a call, as from this address behind a proxy of this machine."""
    headers = {FORWARDED: address} if address else {}
    data = msgspec.json.encode(body)
    async with (
        aiohttp.ClientSession() as session,
        session.post(house.url + path, data=data, headers=headers) as response,
    ):
        return response.status, msgspec.json.decode(await response.read())


def join(seat: int = 0) -> dict[str, object]:
    """The body of a join."""
    return {"name": "Eve", "token": token(seat), "nonce": nonce(seat)}


async def test_unknown_and_full_are_one_answer(house: House) -> None:
    """Whoever guesses codes learns nothing from the answer to a join."""
    ann = await house.phone()
    code = await ann.open("toy", [None, "thrower"])
    await ann.join(code, "Ann")
    for path in (code, "ZZZZZZ", "not a code", "i1i1i1"):
        status, answer = await post(house, f"/api/tables/{path}/join", join(5))
        assert (status, answer) == (404, {"refused": "no_place", "detail": {}})


async def test_ten_wrong_codes_and_then_a_pause(guarded: House, dial: Dial) -> None:
    """In the pause right and wrong codes look the same, to this address only; whoever has a key still comes in."""
    ann = await guarded.phone()
    code = await ann.open("toy", [None, None])
    await ann.join(code, "Ann")
    for _ in range(10):
        status, _body = await post(guarded, "/api/tables/ZZZZZZ/join", join(5), FAR)
        assert status == 404
        dial.time += 1
    for path in ("ZZZZZZ", code):
        status, answer = await post(guarded, f"/api/tables/{path}/join", join(5), FAR)
        assert (status, answer["refused"]) == (429, "too_many_tries")
        assert answer["detail"] == {"wait": pytest.approx(59, abs=0.2)}
    for hello in (code, "ZZZZZZ"):
        async with (
            aiohttp.ClientSession(headers={FORWARDED: FAR}) as session,
            session.ws_connect(f"{guarded.url}/socket") as socket,
        ):
            await socket.send_str(f'{{"type":"hello","code":"{hello}","token":null}}')
            bye = msgspec.json.decode((await socket.receive()).data, type=Bye)
            assert bye.refused == "too_many_tries"
    async with talk(guarded.url, code, ann.token, **{FORWARDED: FAR}) as line:
        assert line.update
    assert (await post(guarded, f"/api/tables/{code}/join", join(5), "198.51.100.1"))[0] == 200
    dial.time += 60
    assert (await post(guarded, f"/api/tables/{code}/join", join(6), FAR))[0] == 404


async def test_tables_are_opened_at_a_bearable_rate(guarded: House, dial: Dial) -> None:
    """Ten at once from one address, then one a minute; the refusal says how long to wait."""
    codes = [(await post(guarded, "/api/tables", TABLE, FAR))[0] for _ in range(10)]
    assert codes == [201] * 10
    status, answer = await post(guarded, "/api/tables", TABLE, FAR)
    assert (status, answer["refused"], answer["detail"]) == (429, "too_fast", {"wait": 60.0})
    assert (await post(guarded, "/api/tables", TABLE, "198.51.100.1"))[0] == 201
    dial.time += 60
    assert (await post(guarded, "/api/tables", TABLE, FAR))[0] == 201


async def test_sockets_of_one_address_are_counted(house: House) -> None:
    """One too many is told so at once; when another closes there is room again."""
    await house.stop()
    house.door = Door(Limits(crowd=1))
    await house.start()
    ann = await house.phone()
    code = await ann.open("toy", [None, None])
    headers = {FORWARDED: FAR}
    async with talk(house.url, code, **headers), talk(house.url, code, **headers):
        async with talk(house.url, code, **headers):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                async with talk(house.url, code, **headers):
                    pass
            assert caught.value.status == 429
        async with talk(house.url, code, **headers) as line:
            assert line.update


async def test_an_address_is_believed_only_from_a_proxy(house: House) -> None:
    """With no proxy trusted, the header changes nothing."""
    await house.stop()
    house.door = Door(Limits(crowd=10), proxies=())
    await house.start()
    for i in range(10):
        assert (await post(house, "/api/tables/ZZZZZZ/join", join(), f"203.0.113.{i}"))[0] == 404
    assert (await post(house, "/api/tables/ZZZZZZ/join", join(), "203.0.113.200"))[0] == 429


# ---- codes for seats ----


async def test_moving_to_another_phone_by_a_code(house: House) -> None:
    """The link carries the code where no server and no log ever sees it; the old phone is told goodbye."""
    ann = await house.phone()
    code = await ann.open("toy", [None, "thrower"], {"seconds": 60})
    await ann.join(code, "Ann")
    await ann.deal()
    shown = await ann.seat_code(0)
    assert shown.link.endswith(f"/t/{code}#{shown.code}")
    assert shown.svg.startswith("<svg")
    tablet = await house.phone()
    assert await tablet.claim(code, shown.code) == 0
    assert tablet.update
    assert tablet.update.table.you == 0
    with refused("moved"):
        await ann.until(lambda _: False)
    third = await house.phone()
    with refused("bad_pass"):
        await third.claim(code, shown.code)
    await tablet.act(Throw())


async def test_wrong_seat_codes_are_wrong_codes(guarded: House) -> None:
    """Ten guesses, then a pause, for a phone that knows the table's code."""
    ann = await guarded.phone()
    code = await ann.open("toy", [None, None])
    await ann.join(code, "Ann")
    body = {"pass_code": "AAAAAA", "token": token(5)}
    codes = [(await post(guarded, f"/api/tables/{code}/claim", body, FAR))[1]["refused"] for _ in range(11)]
    assert codes[:10] == ["bad_pass"] * 10
    assert codes[10] in {"too_many_tries", "too_fast"}


# ---- my tables, and finished games ----


async def test_my_tables_say_whose_turn_it_is(house: House) -> None:
    """For the keys that open a seat; a wrong key and an unknown table look the same."""
    ann: Phone = await house.phone()
    code = await ann.open("toy", [None, "thrower"], {"seconds": 60})
    await ann.join(code, "Ann")
    await ann.deal()
    card, unknown = await ann.cards(code, "ZZZZZZ")
    assert (card.you, card.awaited, card.number, card.over) == (0, (0,), 1, False)
    assert [seat.name for seat in card.seats] == ["Ann", ""]
    bob = await house.phone()
    (foreign,) = await bob.cards(code)
    assert (foreign.you, foreign.seats) == (unknown.you, unknown.seats) == (None, ())


async def test_a_finished_game_can_be_had_as_a_file(house: House) -> None:
    """By whoever knows the table's code; not while it runs, and not one that never was."""
    ann = await house.phone()
    code = await ann.open("toy", [None, "thrower"], {"seconds": 60})
    await ann.join(code, "Ann")
    async with aiohttp.ClientSession() as session:
        await ann.deal()
        async with session.get(f"{house.url}/api/tables/{code}/games/1") as response:
            assert (response.status, (await response.json())["refused"]) == (409, "game_running")
        while not (ann.update and ann.update.table.over):
            if ann.my_turn:
                await ann.act(Throw())
            await ann.until(lambda u: u.table.over or ann.my_turn)
        async with session.get(f"{house.url}/api/tables/{code}/games/1") as response:
            assert response.headers["Content-Disposition"] == f'attachment; filename="kameny-{code}-1.json"'
            record = msgspec.json.decode(await response.read(), type=Record)
        assert (record.number, record.seats[0].name) == (1, "Ann")
        assert ann.update
        assert ann.update.table.proof
        assert record.secret == ann.update.table.proof.secret
        async with session.get(f"{house.url}/api/tables/{code}/games/2") as response:
            assert (response.status, (await response.json())["refused"]) == (404, "no_such_game")
