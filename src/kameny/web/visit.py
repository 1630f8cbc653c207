"""The whole life of one socket: at the door, at the table, and out again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from kameny.game import Refused
from kameny.play.seats import key_of
from kameny.play.table import Table
from kameny.web import frames
from kameny.web.limits import PhoneLimits
from kameny.web.messages import Bye, FromPhone, Hello
from kameny.web.reading import MAX_MESSAGE, read
from kameny.web.socket import SlowPhone, SocketPhone

SILENCE = 35.0
"""Seconds without a frame (phones ping every ten) after which a socket is taken for dead."""
HELLO_WITHIN = 10.0
ENDLESS = 4 * MAX_MESSAGE
"""A frame longer than this is not even refused: its socket closes."""

log = structlog.get_logger()

Find = Callable[[str, str | None], Awaitable[Table]]
"""The table of a code, for whoever has this token; refuses."""


async def visit(
    request: web.Request, find: Find, now: Callable[[], float], limits: PhoneLimits
) -> web.WebSocketResponse:
    """Hello, then frames both ways until the socket closes."""
    socket = web.WebSocketResponse(max_msg_size=ENDLESS, compress=False, receive_timeout=SILENCE, decode_text=False)
    await socket.prepare(request)
    try:
        phone, table = await _enter(socket, request, find, now, limits)
    except Refused as refused:
        await _part(socket, refused)
        return socket
    except TimeoutError:
        await socket.close(code=WSCloseCode.PROTOCOL_ERROR)
        return socket
    sender = asyncio.create_task(phone.send_forever())
    sender.add_done_callback(lambda done: _when_sender_ends(done, request))
    try:
        await _listen(socket, phone)
    finally:
        table.leave(phone)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
    return socket


async def _enter(
    socket: web.WebSocketResponse, request: web.Request, find: Find, now: Callable[[], float], limits: PhoneLimits
) -> tuple[SocketPhone, Table]:
    """The first frame says which table and by which key."""
    async with asyncio.timeout(HELLO_WITHIN):
        first = await socket.receive()
    if first.type is not WSMsgType.TEXT:
        raise Refused("bad_message", why="the first frame is hello")
    hello = read(first.data, FromPhone)
    if not isinstance(hello, Hello):
        raise Refused("bad_message", why="the first frame is hello")
    table = await find(hello.code, hello.token)
    if hello.token and table.match.seat_of(key_of(hello.token)) is None:
        raise Refused("bad_token")
    phone = SocketPhone(socket, request, table, hello.token, now, limits)
    phone.greet(table.enter(phone))
    return phone, table


async def _listen(socket: web.WebSocketResponse, phone: SocketPhone) -> None:
    """Frames until the phone goes, is silent for too long, or floods."""
    try:
        async for received in socket:
            if not phone.parted:
                await phone.hear(received)
    except Refused as refused:
        await _part(socket, refused)
    except SlowPhone:
        await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
    except TimeoutError:
        log.debug("phone_silent")  # dead or asleep: nobody there would answer a goodbye


def _when_sender_ends(sender: asyncio.Task[None], request: web.Request) -> None:
    """A socket that cannot be written to is closed: its phone comes back."""
    if sender.cancelled():
        return
    if (error := sender.exception()) and not isinstance(error, (TimeoutError, ConnectionError)):
        log.error("sender_failed", exc_info=error)
    if request.transport:
        request.transport.abort()


async def _part(socket: web.WebSocketResponse, refused: Refused) -> None:
    if not socket.closed:
        await socket.send_str(frames.frame(Bye(refused.code, frames.detail(refused))).decode())
        await socket.close(code=WSCloseCode.POLICY_VIOLATION)
