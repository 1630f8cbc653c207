"""A Python phone: open, join, watch and play any table by code.

    async with Phone("http://localhost:8020") as phone:
        code = await phone.open("rummy", [None, "exact"])
        await phone.join(code, "Robot")
        await phone.deal()
        async for update in phone.updates():
            if phone.my_turn:
                await phone.act(choose(phone.view))

A phone knows what its seat may know and nothing else. It comes back by itself when the connection is lost,
and an action that was under way then is sent again and counts once.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp
import msgspec

from kameny.game import AnyGame, Refused
from kameny.games import GAMES
from kameny.play.presence import Reaction
from kameny.terms import USUAL, Terms
from kameny.web.messages import (
    STOPPING,
    Act,
    Answer,
    Arrange,
    Arranged,
    AskCards,
    AskPass,
    Bye,
    Card,
    CardKey,
    Cards,
    Claim,
    Deal,
    FromPhone,
    Hello,
    Join,
    Joined,
    Leave,
    Misread,
    Note,
    OpenTable,
    Part,
    Pass,
    Ping,
    Pong,
    Problem,
    React,
    Reacted,
    Reseat,
    SeatSetup,
    StandIn,
    TableOpened,
    Told,
    ToPhone,
    Update,
)

PING_EVERY = 10.0
RETRY = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each try to reconnect; the last one again and again."""

Body = TypeVar("Body")

_decoder = msgspec.json.Decoder(ToPhone)


class Phone:
    """One phone at one table. `update` is the newest truth, `view` the game as this seat sees it."""

    def __init__(self, url: str, *, token: str | None = None, games: Mapping[str, AnyGame] = GAMES) -> None:
        self.url = url.rstrip("/")
        self.token = token or secrets.token_hex(16)
        self.code = ""
        self.update: Update | None = None
        self.arranged: Arranged | None = None
        self.told: list[Told | Reacted | Misread] = []
        """What was told once, in order."""
        self.connects = 0
        self._games = games
        self._seated = False
        self._parted = 0
        self._session: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._listener: asyncio.Task[None] | None = None
        self._waiting: dict[str, tuple[FromPhone, asyncio.Future[Answer]]] = {}
        self._changed = asyncio.Condition()
        self._offset = 0.0
        self._bye: Bye | None = None
        self._failure: BaseException | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Put the phone away; the seat stays its own."""
        if self._listener:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None
        if self._session:
            await self._session.close()
            self._session = None

    # ---- what it knows ----

    @property
    def game(self) -> AnyGame:
        """The game of this table."""
        assert self.update
        return self._games[self.update.table.game]

    @property
    def view(self) -> Any:
        """The game as this seat sees it; `None` in the waiting room."""
        assert self.update
        return msgspec.json.decode(self.update.view, type=self.game.view_type | None)

    @property
    def events(self) -> tuple[Any, ...]:
        """What led to the newest update, as this seat may see it."""
        assert self.update
        return tuple(msgspec.json.decode(event, type=self.game.event) for event in self.update.events)

    @property
    def my_turn(self) -> bool:
        """Whether this seat is awaited."""
        return bool(self.update and self.update.table.you in self.update.table.awaited)

    async def until(self, wanted: Callable[[Update], bool], within: float = 10.0) -> Update:
        """The first update, from the present one on, that is as wanted. Raises `TimeoutError`."""
        async with asyncio.timeout(within), self._changed:
            await self._changed.wait_for(lambda: self._over or (self.update and wanted(self.update)))
        self._raise_if_over()
        assert self.update
        return self.update

    async def hears_arranging(self, within: float = 10.0) -> Arranged:
        """The newest arranging of the seat on turn, once there is one. Raises `TimeoutError`."""
        async with asyncio.timeout(within), self._changed:
            await self._changed.wait_for(lambda: self._over or self.arranged)
        self._raise_if_over()
        assert self.arranged
        return self.arranged

    async def hears(self, wanted: Told | Reacted, within: float = 10.0) -> None:
        """Wait until this has been told. Raises `TimeoutError`."""
        async with asyncio.timeout(within), self._changed:
            await self._changed.wait_for(lambda: self._over or wanted in self.told)
        self._raise_if_over()

    async def updates(self) -> AsyncIterator[Update]:
        """Every update as it comes, from the present one on; one that is overtaken is left out."""
        seen: Update | None = None
        while True:
            async with self._changed:
                await self._changed.wait_for(lambda: self._over or self.update is not seen)  # noqa: B023 - waited for here
            self._raise_if_over()
            seen = self.update
            assert seen
            yield seen

    # ---- what it does ----

    async def open(
        self,
        game: str,
        seats: Sequence[str | None],
        options: Mapping[str, Any] | None = None,
        terms: Terms = USUAL,
    ) -> str:
        """Open a table and return its code. `seats`: a computer's name, or `None` for a person."""
        body = OpenTable(game, tuple(map(SeatSetup, seats)), msgspec.Raw(msgspec.json.encode(options or {})), terms)
        return (await self._post("/api/tables", body, TableOpened)).code

    async def join(self, code: str, name: str, seat: int | None = None) -> int:
        """Sit down at a table (on the `seat` of a computer), or come back to it, and listen. Returns the seat."""
        wanted = Join(name, self.token, secrets.token_hex(16), seat)
        joined = await self._post(f"/api/tables/{code}/join", wanted, Joined)
        self._seated = True
        await self._connect(code)
        return joined.seat

    async def seat_code(self, seat: int) -> Pass:
        """A one-time code that opens this seat on another phone: one's own, or that of somebody who is away."""
        return await self._post(f"/api/tables/{self.code}/pass", AskPass(self.token, seat), Pass)

    async def claim(self, code: str, pass_code: str) -> int:
        """Take over the seat that this one-time code opens, and listen. Returns the seat."""
        claimed = await self._post(f"/api/tables/{code}/claim", Claim(pass_code, self.token), Joined)
        self._seated = True
        await self._connect(code)
        return claimed.seat

    async def cards(self, *codes: str) -> tuple[Card, ...]:
        """How these tables stand for this phone."""
        asked = AskCards(tuple(CardKey(code, self.token) for code in codes))
        return (await self._post("/api/mine", asked, Cards)).tables

    async def watch(self, code: str) -> None:
        """Look on as a spectator."""
        await self._connect(code)

    async def deal(self, number: int | None = None, *, series: bool = False) -> int:
        """Start the next game, of a new `series` if so wished.

        Like every request: returns the version at which it was done, or raises `Refused`.
        """
        assert self.update
        wanted = self.update.table.number + 1 if number is None else number
        return await self._request(Deal(_rid(), wanted, secrets.token_hex(16), series))

    async def reseat(self, seat: int, player: str | None) -> int:
        """Give a free seat to a computer, or free it again."""
        return await self._request(Reseat(_rid(), seat, player))

    async def stand_in(self, seat: int, player: str) -> int:
        """Let a computer play for somebody who has been away for a minute."""
        return await self._request(StandIn(_rid(), seat, player))

    async def leave(self, player: str) -> int:
        """Leave the table; a computer plays on. Coming back is joining again."""
        return await self._request(Leave(_rid(), player))

    async def react(self, reaction: Reaction) -> int:
        """Show the others a reaction."""
        return await self._request(React(_rid(), reaction))

    async def act(self, action: Any, *, turn: int | None = None, rid: str | None = None) -> int:
        """Do this in the present turn (or the given one)."""
        number = self._turn() if turn is None else turn
        return await self._request(Act(rid or _rid(), number, _raw(action), self.now()))

    async def arrange(self, draft: Any) -> None:
        """Show the others how the table is arranged so far; `None` is the start of the turn."""
        await self._send(Arrange(self._turn(), _raw(draft), self.now()))

    async def note(self, note: str) -> None:
        """Have something kept for the next time this seat connects."""
        await self._send(Note(note))

    async def ping(self) -> None:
        """Ask for the server's time."""
        await self._send(Ping(time.time() * 1000))

    def now(self) -> int:
        """The server's time in milliseconds, as far as this phone knows."""
        return int(time.time() * 1000 + self._offset)

    # ---- the way there and back ----

    def _turn(self) -> int:
        assert self.update
        return self.update.table.turn

    async def _connect(self, code: str) -> None:
        if self._listener:
            return
        self.code = code
        self._listener = asyncio.create_task(self._listen_forever())
        await self.until(lambda _: True)

    async def _listen_forever(self) -> None:
        tries = 0
        try:
            while not self._bye:
                try:
                    await self._listen()
                    tries = 0
                except (aiohttp.ClientError, ConnectionError, TimeoutError):
                    tries += 1
                await asyncio.sleep(RETRY[min(tries, len(RETRY) - 1)])
        except msgspec.MsgspecError as error:
            self._failure = error
            async with self._changed:
                self._changed.notify_all()

    async def _listen(self) -> None:
        assert self._session
        async with self._session.ws_connect(f"{self.url}/socket", max_msg_size=0) as socket:
            await socket.send_str(_text(Hello(self.code, self.token if self._seated else None)))
            self._socket = socket
            self._parted = 0
            self.connects += 1
            for message, _ in tuple(self._waiting.values()):
                await socket.send_str(_text(message))
            pinger = asyncio.create_task(self._ping_forever())
            try:
                async for received in socket:
                    await self._heard(_decoder.decode(received.data))
            finally:
                self._socket = None
                pinger.cancel()

    async def _ping_forever(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            await self.ping()

    async def _heard(self, message: ToPhone) -> None:
        match message:
            case Update(version=version):
                if self.update and version < self.update.version:
                    return
                self.update = message
                self._offset = message.now - time.time() * 1000
                await self._give_part(message)
            case Arranged():
                self.arranged = message
            case Told() | Reacted() | Misread():
                self.told.append(message)
            case Answer(rid=rid):
                _, answered = self._waiting.pop(rid, (None, None))
                if answered and not answered.done():
                    answered.set_result(message)
            case Bye(refused=why) if why != STOPPING:
                self._bye = message
                for _, answered in self._waiting.values():
                    answered.set_exception(_refused(message))
            case Pong():
                self._offset = message.now - time.time() * 1000
            case _:  # the server stops, and will be back
                return
        async with self._changed:
            self._changed.notify_all()

    async def _give_part(self, update: Update) -> None:
        """Send one part in the next shuffle, once for each game."""
        table = update.table
        if table.over and table.you is not None and self._parted <= table.number:
            self._parted = table.number + 1
            await self._send(Part(self._parted, secrets.token_hex(16)))

    async def _request(self, message: Act | Deal | Reseat | StandIn | Leave | React) -> int:
        while True:
            answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._waiting[message.rid] = (message, answered)
            await self._send(message)
            answer = await answered
            if answer.refused != "too_fast":
                break
            await asyncio.sleep(msgspec.json.decode(answer.detail["wait"], type=float))
        if answer.refused:
            raise Refused(answer.refused, **{key: msgspec.json.decode(raw) for key, raw in answer.detail.items()})
        return answer.version

    async def _send(self, message: FromPhone) -> None:
        """Send now, if connected: a request that could not leave goes with the next connection."""
        if self._socket and not self._socket.closed:
            with suppress(ConnectionError):  # the line is dead, and the listener has not noticed yet
                await self._socket.send_str(_text(message))

    async def _post(self, path: str, body: msgspec.Struct, wanted: type[Body]) -> Body:
        assert self._session, "use the phone in `async with`"
        async with self._session.post(self.url + path, data=msgspec.json.encode(body)) as response:
            data = await response.read()
            if response.status >= 400:
                raise _refused(msgspec.json.decode(data, type=Problem))
            return msgspec.json.decode(data, type=wanted)

    @property
    def _over(self) -> bool:
        return bool(self._bye or self._failure)

    def _raise_if_over(self) -> None:
        if self._bye:
            raise _refused(self._bye)
        if self._failure:
            raise self._failure


def _refused(problem: Problem | Bye) -> Refused:
    return Refused(problem.refused, **{key: msgspec.json.decode(raw) for key, raw in problem.detail.items()})


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def _text(message: FromPhone) -> str:
    return msgspec.json.encode(message).decode()


def _rid() -> str:
    return secrets.token_hex(8)
