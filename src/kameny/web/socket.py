"""One phone, one socket: frames in are judged one after another, frames out never wait for a slow phone.

Out there are slots: the answers to requests, which are never dropped; the newest moment of the table, which
replaces an older one; the newest arranging of the seat on turn; and the last few things that were told.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
import structlog
from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from kameny.game import Refused
from kameny.play.live import Moment
from kameny.play.presence import News, Reaction
from kameny.play.seats import key_of
from kameny.play.table import Table
from kameny.store.base import StoreError
from kameny.web import frames
from kameny.web.limits import PhoneLimits
from kameny.web.messages import (
    Act,
    Arrange,
    Bye,
    Deal,
    FromPhone,
    Hello,
    Leave,
    Note,
    Part,
    Ping,
    Pong,
    React,
    Reacted,
    Reseat,
    StandIn,
    Told,
)
from kameny.web.reading import read, rid_of

SEND_WITHIN = 1.0
"""Seconds a frame may take to leave; a slower phone is dropped and comes back when it can."""
MAX_ANSWERS = 64
"""How many may wait to be sent before no more is heard."""
MAX_TOLD = 16

log = structlog.get_logger()


class SlowPhone(Exception):
    """A phone does not take what it is sent."""


class SocketPhone:
    """A connected phone: what it still has to be told, and the task that tells it."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        request: web.Request,
        table: Table,
        token: str | None,
        now: Callable[[], float],
        limits: PhoneLimits,
    ) -> None:
        self.key = key_of(token) if token else None
        self.parted = False
        self._socket = socket
        self._transport = request.transport
        self._table = table
        self._now = now
        self._limits = limits
        self._answers: deque[bytes] = deque()
        self._told: deque[bytes] = deque(maxlen=MAX_TOLD)
        self._moment: Moment | None = None
        self._greeting: bytes | None = None
        self._arranged: bytes | None = None
        self._bye: bytes | None = None
        self._wake = asyncio.Event()
        self._answered = asyncio.Event()

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

    def told(self, what: News, seat: int, by: int | None) -> None:
        """One of the last few things that happened."""
        self._told.append(frames.frame(Told(what, seat, by)))
        self._wake.set()

    def reacted(self, seat: int, reaction: Reaction) -> None:
        """Likewise."""
        self._told.append(frames.frame(Reacted(seat, reaction)))
        self._wake.set()

    def part(self, code: str) -> None:
        """The last frame; what was asked before is still answered."""
        self.parted = True
        self._bye = frames.frame(Bye(code))
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
        """An answer, which is never dropped."""
        self._answers.append(answer)
        self._answered.clear()
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
            self._answered.set()
            while self._told:
                await self._send(self._told.popleft())
            if self._arranged:
                arranged, self._arranged = self._arranged, None
                await self._send(arranged)
            if self._bye:
                await self._send(self._bye)
                await self._socket.close(code=WSCloseCode.POLICY_VIOLATION)

    async def _send(self, data: bytes) -> None:
        """Send one frame. Only a phone that has not taken the one before can make us wait, and not for long."""
        transport = self._transport
        if transport and not transport.get_write_buffer_size():
            await self._socket.send_str(data.decode())
        else:
            async with asyncio.timeout(SEND_WITHIN):
                await self._socket.send_str(data.decode())

    # ---- what the phone says ----

    async def hear(self, received: WSMessage) -> None:
        """One frame of this phone. Whatever is wrong with it is an answer, never an end; a flood is one."""
        self._limits.take("frames")
        if len(self._answers) >= MAX_ANSWERS:
            await self._until_answered()
        if received.type is not WSMsgType.TEXT:
            self._refuse(None, Refused("bad_message", why="text frames only"))
            return
        data: bytes = received.data
        try:
            await self._do(read(data, FromPhone))
        except Refused as refused:
            self._refuse(rid_of(data), refused)
        except StoreError as error:
            log.error("store_failed", table=self._table.match.code, error=str(error))  # noqa: TRY400 - the sentence is all
            self._refuse(rid_of(data), Refused("store_failed"))

    async def _until_answered(self) -> None:
        """Hear no more before the answers are sent; a phone that lets them pile up is dropped."""
        try:
            async with asyncio.timeout(SEND_WITHIN):
                await self._answered.wait()
        except TimeoutError as error:
            raise SlowPhone from error

    async def _do(self, message: FromPhone) -> None:
        table = self._table
        match message:
            case Ping(sent=sent):
                self.tell(frames.frame(Pong(sent, int(self._now() * 1000))))
            case Arrange(turn=turn, at=at):
                self._limits.take("drafts")
                self._arrange(turn, message.draft, at)
            case Note(note=note):
                self._limits.take("notes")
                table.note(self.key, note)
            case Part(number=number, nonce=nonce):
                self._limits.take("notes")
                table.give_part(self.key, number, nonce)
            case React(rid=rid, reaction=reaction):
                self._limits.take("reactions")
                table.react(self.key, reaction)
                self.tell(frames.answer(rid, table.match.version))
            case Hello():
                raise Refused("bad_message", why="a second hello")
            case _:
                self._limits.take("acts")
                self.tell(frames.answer(message.rid, await self._asked(message)))

    async def _asked(self, message: Act | Deal | Reseat | StandIn | Leave) -> int:
        """Do what a request asks for; the version at which it is done."""
        table, key, rid = self._table, self.key, message.rid
        match message:
            case Act(turn=turn, at=at):
                return await table.act(key, rid, turn, read(message.action, table.game.action), at / 1000)
            case Deal(number=number, nonce=nonce, series=new_series):
                return await table.deal(key, rid, number, nonce, new_series=new_series)
            case Reseat(seat=seat):
                return await table.reseat(key, rid, seat, message.player)
            case StandIn(seat=seat):
                return await table.stand_in(key, rid, seat, message.player)
            case Leave():
                return await table.go(key, rid, message.player)

    def _arrange(self, turn: int, draft: msgspec.Raw, at: int) -> None:
        try:
            self._table.arrange(self.key, turn, read(draft, self._table.game.draft | None), at / 1000)
        except Refused:
            self.show(self._table.moment())  # the phone's picture of the table is not ours
            raise

    def _refuse(self, rid: str | None, refused: Refused) -> None:
        """Say what came of a frame; a phone whose picture may be old gets a new one."""
        if rid is None:
            self.tell(frames.misread(refused))
        else:
            self.tell(frames.answer(rid, self._table.match.version, refused))
        if refused.code == "turn_is_over":
            self.show(self._table.moment())
