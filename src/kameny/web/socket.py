"""One phone, one socket: frames in are judged one after another, frames out never wait for a slow phone.

Out there are three slots: the answers to requests, which are never dropped; the newest moment of the table,
which replaces an older one; and the newest arranging of the seat on turn.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import msgspec
import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from kameny.game import Refused
from kameny.play.events import decoder
from kameny.play.live import Moment, Table
from kameny.play.seats import key_of
from kameny.play.tables import Tables
from kameny.store.base import StoreError
from kameny.web import frames
from kameny.web.messages import Act, Arrange, Bye, Deal, FromPhone, Hello, Note, Ping, Pong, Reseat

MAX_MESSAGE = 16 * 1024
"""Bytes of the longest frame a phone may send."""
SILENCE = 35.0
"""Seconds without a frame (phones ping every ten) after which a socket is taken for dead."""
HELLO_WITHIN = 10.0
SEND_WITHIN = 1.0
"""Seconds a frame may take to leave; a slower phone is dropped and comes back when it can."""
MAX_ANSWERS = 64

log = structlog.get_logger()


class SlowPhone(Exception):
    """A phone does not take what it is sent."""


class SocketPhone:
    """A connected phone: what it still has to be told, and the task that tells it."""

    def __init__(
        self, socket: web.WebSocketResponse, request: web.Request, table: Table, token: str | None, tables: Tables
    ) -> None:
        self.key = key_of(token) if token else None
        self._socket = socket
        self._transport = request.transport
        self._table = table
        self._now = tables.now
        self._answers: deque[bytes] = deque()
        self._moment: Moment | None = None
        self._greeting: bytes | None = None
        self._arranged: bytes | None = None
        self._wake = asyncio.Event()

    # ---- what the table tells ----

    def show(self, moment: Moment) -> None:
        """The newest moment takes the slot; an arranging of the moment before is over with it."""
        self._moment = moment
        self._arranged = None
        self._wake.set()

    def arranged(self, seat: int, turn: int, draft: Any) -> None:
        """The newest arranging takes the slot."""
        self._arranged = frames.arranged(self._table.game, seat, turn, draft, self._viewer())
        self._wake.set()

    def greet(self, moment: Moment) -> None:
        """The first update of a connection, with what only this seat gets back."""
        seat = self._viewer()
        own = None
        if seat is not None and self.key:
            own = frames.mine(self._table.game, moment, seat, self._table.notes.get(self.key))
        self._greeting = frames.update(self._table.game, moment, seat, self._now(), own)
        self._wake.set()

    def tell(self, answer: bytes) -> None:
        """An answer, which is never dropped; a phone that lets too many pile up is."""
        if len(self._answers) >= MAX_ANSWERS:
            raise SlowPhone
        self._answers.append(answer)
        self._wake.set()

    def _viewer(self) -> int | None:
        return self._table.match.seat_of(self.key)

    async def send_forever(self) -> None:
        """Send what waits, as it comes, until the socket closes: what was done before the answer that says so."""
        while not self._socket.closed:
            await self._wake.wait()
            self._wake.clear()
            if self._greeting:
                greeting, self._greeting = self._greeting, None
                await self._send(greeting)
            if self._moment:
                moment, self._moment = self._moment, None
                await self._send(frames.update(self._table.game, moment, self._viewer(), self._now()))
            while self._answers:
                await self._send(self._answers.popleft())
            if self._arranged:
                arranged, self._arranged = self._arranged, None
                await self._send(arranged)

    async def _send(self, data: bytes) -> None:
        """Send one frame. Only a phone that has not taken the one before can make us wait, and not for long."""
        transport = self._transport
        if transport and not transport.get_write_buffer_size():
            await self._socket.send_str(data.decode())
        else:
            async with asyncio.timeout(SEND_WITHIN):
                await self._socket.send_str(data.decode())

    # ---- what the phone says ----

    async def hear(self, message: FromPhone) -> None:
        """One frame of this phone. A refusal is an answer, never an end."""
        table = self._table
        match message:
            case Act(rid=rid, turn=turn, at=at):
                await self._request(rid, lambda: self._act(rid, turn, message.action, at))
            case Arrange(turn=turn, at=at):
                try:
                    draft = _typed(message.draft, table.game.draft | None)
                    table.arrange(self.key, turn, draft, at / 1000)
                except Refused as refused:
                    log.debug("draft_refused", table=table.match.code, refused=refused.code)
                    self.show(table.moment())
            case Deal(rid=rid, number=number, nonce=nonce):
                await self._request(rid, lambda: table.deal(self.key, rid, number, nonce))
            case Reseat(rid=rid, seat=seat, player=player):
                await self._request(rid, lambda: table.reseat(self.key, seat, player))
            case Note(note=note):
                table.note(self.key, note)
            case Ping(sent=sent):
                self.tell(frames.frame(Pong(sent, int(self._now() * 1000))))
            case Hello():
                raise Refused("bad_message", why="a second hello")

    async def _act(self, rid: str, turn: int, action: msgspec.Raw, at: int) -> int:
        return await self._table.act(self.key, rid, turn, _typed(action, self._table.game.action), at / 1000)

    async def _request(self, rid: str, work: Any) -> None:
        try:
            self.tell(frames.answer(rid, await work()))
        except StoreError as error:
            log.error("store_failed", table=self._table.match.code, error=str(error))  # noqa: TRY400 - the sentence is all
            self.tell(frames.answer(rid, self._table.match.version, Refused("store_failed")))
        except Refused as refused:
            self.tell(frames.answer(rid, self._table.match.version, refused))
            if refused.code == "turn_is_over":
                self.show(self._table.moment())


async def talk(request: web.Request, tables: Tables) -> web.WebSocketResponse:
    """The whole life of one socket: hello, then frames both ways until it closes."""
    socket = web.WebSocketResponse(max_msg_size=MAX_MESSAGE, compress=False, receive_timeout=SILENCE)
    await socket.prepare(request)
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            hello = _typed(await socket.receive_str(), FromPhone)
        if not isinstance(hello, Hello):
            raise Refused("bad_message", why="the first frame is hello")
        table = await tables.get(hello.code)
        phone = SocketPhone(socket, request, table, hello.token, tables)
        if hello.token and table.match.seat_of(phone.key) is None:
            raise Refused("bad_token")
    except Refused as refused:
        await _part(socket, refused)
        return socket
    except (TimeoutError, TypeError):
        await socket.close(code=WSCloseCode.PROTOCOL_ERROR)
        return socket
    phone.greet(table.enter(phone))
    sender = asyncio.create_task(phone.send_forever())
    sender.add_done_callback(lambda done: _when_sender_ends(done, request))
    try:
        await _listen(socket, phone)
    finally:
        table.leave(phone)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
    return socket


async def _listen(socket: web.WebSocketResponse, phone: SocketPhone) -> None:
    """Frames until the phone goes, is silent for too long, or says what cannot be read."""
    try:
        async for received in socket:
            if received.type is not WSMsgType.TEXT:
                raise Refused("bad_message", why="text frames only")
            await phone.hear(_typed(received.data, FromPhone))
    except Refused as refused:
        await _part(socket, refused)
    except SlowPhone:
        await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
    except TimeoutError:
        await socket.close(code=WSCloseCode.GOING_AWAY)


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


def _typed(data: str | bytes | msgspec.Raw, wanted: Any) -> Any:
    try:
        return decoder(wanted).decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Refused("bad_message", why=str(error)) from error
