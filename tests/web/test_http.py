"""The HTTP part: a few calls beside the socket, and what every answer carries."""

from __future__ import annotations

import aiohttp
import msgspec
import pytest

from house import House
from kameny.web.messages import Hello, Ping, Pong


async def get(house: House, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers of a page."""
    async with aiohttp.ClientSession() as session, session.get(house.url + path, headers=headers) as response:
        return response.status, await response.text(), dict(response.headers)


async def post(house: House, path: str, body: bytes, **headers: str) -> tuple[int, str]:
    """Status and text of a call."""
    async with aiohttp.ClientSession() as session, session.post(house.url + path, data=body, headers=headers) as found:
        return found.status, await found.text()


async def test_every_answer_carries_the_security_headers(house: House) -> None:
    """A page, a refusal and a missing file alike: no foreign script, frame or sniffing."""
    for path in ("/healthz", "/api/tables/AAAAAA/invite", "/no-such-file"):
        _, _, headers = await get(house, path)
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer", "a table's code is in its address"


async def test_healthz_says_that_the_server_lives(house: House) -> None:
    """`/healthz` answers 200 with the number of live tables."""
    status, text, _ = await get(house, "/healthz")
    assert (status, msgspec.json.decode(text)) == (200, {"ok": True, "tables": 0})


async def test_pages_of_other_sites_are_turned_away(house: House) -> None:
    """Neither a call nor a socket from a foreign origin does anything; our own origin is welcome."""
    body = b'{"game":"toy","seats":[{},{}]}'
    status, text = await post(house, "/api/tables", body, Origin="http://evil.example")
    assert (status, msgspec.json.decode(text)["refused"]) == (403, "foreign_origin")
    assert (await get(house, "/socket", Origin="http://evil.example"))[0] == 403
    assert (await post(house, "/api/tables", body, Origin=house.url))[0] == 201


async def test_an_invitation_is_a_link_that_other_phones_can_reach(house: House) -> None:
    """The link and its QR code never say `localhost`: a phone would look for itself."""
    phone = await house.phone()
    code = await phone.open("toy", [None, None])
    _, text, _ = await get(house, f"/api/tables/{code}/invite")
    link = msgspec.json.decode(text)["link"]
    assert link.endswith(f"/t/{code}")
    status, svg, headers = await get(house, f"/api/tables/{code}/invite.svg")
    assert status == 200
    assert headers["Content-Type"] == "image/svg+xml"
    assert svg.startswith("<svg")


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        (b"not json", "bad_message"),
        (b"{}", "bad_message"),
        (b'{"game":"toy","seats":[{},{}],"more":1}', "bad_message"),
        (b'{"game":"chess","seats":[{},{}]}', "unknown_game"),
        (b'{"game":"toy","seats":[{}]}', "bad_seats"),
        (b'{"game":"toy","seats":[{},{}],"options":{"seconds":"many"}}', "bad_options"),
    ],
)
async def test_bad_input_gets_a_clear_error(house: House, body: bytes, refused: str) -> None:
    """What cannot be read is refused with a stable code, and no table is opened."""
    status, text = await post(house, "/api/tables", body)
    assert status in {400, 409}
    assert msgspec.json.decode(text)["refused"] == refused
    assert len(house.tables) == 0


async def test_a_body_may_not_be_endless(house: House) -> None:
    """More than 16 KB is refused before it is read to the end."""
    status, text = await post(house, "/api/tables", b" " * 20_000)
    assert (status, msgspec.json.decode(text)["refused"]) == (413, "too_large")


async def test_files_outside_the_client_are_not_served(house: House) -> None:
    """No path leads out of the folder of the built client."""
    for path in ("/..%2fapp.py", "/assets/..%2f..%2fapp.py", "/%2fetc/passwd"):
        assert (await get(house, path))[0] == 404


async def socket_says(house: House, *frames: str | bytes) -> list[dict[str, object]]:
    """What a socket answers to these frames until it closes."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{house.url}/socket") as socket:
        for frame in frames:
            await (socket.send_str(frame) if isinstance(frame, str) else socket.send_bytes(frame))
        return [msgspec.json.decode(received.data) async for received in socket]


def text(message: msgspec.Struct) -> str:
    """A message as a text frame."""
    return msgspec.json.encode(message).decode()


@pytest.mark.parametrize(
    ("first", "refused"),
    [
        ("garbage", "bad_message"),
        ('{"type":"hello"}', "bad_message"),
        ('{"type":"hello","code":"AAAAAA","extra":1}', "bad_message"),
        (text(Ping(1.0)), "bad_message"),
        (text(Hello("AAAAAA")), "no_place"),
    ],
)
async def test_a_socket_that_does_not_greet_well_is_told_why(house: House, first: str, refused: str) -> None:
    """The first frame is hello for a table that exists; anything else gets one `bye` with a code."""
    heard = await socket_says(house, first)
    assert [message["refused"] for message in heard] == [refused]


async def test_a_token_of_no_seat_is_refused(house: House) -> None:
    """A token that this table does not know is no spectator's pass."""
    phone = await house.phone()
    code = await phone.open("toy", [None, None])
    heard = await socket_says(house, text(Hello(code, "0" * 32)))
    assert heard[0]["refused"] == "bad_token"


async def test_a_ping_is_answered_with_the_servers_time(house: House) -> None:
    """The phone's own stamp comes back with the server's clock, in milliseconds."""
    phone = await house.phone()
    code = await phone.open("toy", [None, None])
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{house.url}/socket") as socket:
        await socket.send_str(text(Hello(code)))
        await socket.receive()
        await socket.send_str(text(Ping(12.5)))
        pong = msgspec.json.decode((await socket.receive()).data, type=Pong)
    assert pong.sent == 12.5
    assert pong.now > 1_700_000_000_000
