"""The live table: the one place with a lock. Everything else in the house is a value or a function.

A command is judged on the newest state under the lock and appended to the journal; only after the commit is
it answered and shown. Phones, computers and the clock all come through here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import msgspec
import structlog

from kameny.game import AnyGame, Refused
from kameny.play import deadlines
from kameny.play import match as matches
from kameny.play.deadlines import GRACE, Armed
from kameny.play.events import AnyEvent, decode, encode, raw
from kameny.play.match import Match
from kameny.play.seats import key_of, new_secret
from kameny.play.sides import Sides
from kameny.store.base import Conflict, Journal, StoreError

TRY_AGAIN = 1.0
"""Seconds after which an expiry that could not be written is tried again."""

log = structlog.get_logger()


class Laid(msgspec.Struct, frozen=True):
    """The acting seat's arranging: the game's draft (None: the start of the turn), and which turn it is of."""

    number: int
    turn: int
    at: float
    draft: Any


class Moment(msgspec.Struct, frozen=True):
    """All that phones are told from: the match, what just happened, who is here, the clock and the draft."""

    match: Match
    events: tuple[Any, ...]
    here: frozenset[str]
    watching: int
    armed: Armed | None
    draft: Any
    shown: dict[int | None, bytes] = {}
    """The moment as each seat is shown it, kept by whoever paints it first."""
    table: list[Any] = []
    """What is the same for all seats, likewise."""


class Phone(Protocol):
    """A connected phone. Neither method may wait: a slow phone must not hold the table."""

    @property
    def key(self) -> str | None:
        """The hash of its seat's token; `None` for a spectator."""
        ...

    def show(self, moment: Moment) -> None:
        """The table has changed; only the newest moment matters."""
        ...

    def arranged(self, seat: int, turn: int, draft: Any) -> None:
        """Another seat has moved something in its draft; `None`: back at the start of the turn."""
        ...


class Table:
    """One match, the phones at it, the draft that lies and the clock that runs."""

    def __init__(self, game: AnyGame, match: Match, journal: Journal, now: Callable[[], float]) -> None:
        self.game = game
        self.match = match
        self.phones: set[Phone] = set()
        self.watcher: Callable[[Table], None] | None = None
        self.notes: dict[str, str] = {}
        self.touched = now()
        self._armed: Armed | None = None
        self._laid: Laid | None = None
        self._journal = journal
        self._now = now
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._sides = Sides(lambda: self.spawn(self.flush()))

    # ---- who is here ----

    @property
    def here(self) -> frozenset[str]:
        """The keys of the seats with a phone connected."""
        return self.match.keys.intersection(phone.key for phone in self.phones)

    @property
    def busy(self) -> bool:
        """Whether anybody is connected or anything still to be done."""
        return bool(self.phones or self._tasks or self._sides)

    def enter(self, phone: Phone) -> Moment:
        """A phone connects; the others hear of it. The first person to come lets the clock run on."""
        self.phones.add(phone)
        if self._armed and self.here:
            self._set_clock(deadlines.resume(self._armed, self._now()))
        self._publish((), but=phone)
        return self.moment()

    def leave(self, phone: Phone) -> None:
        """A phone is gone. When the last person goes, the clock stops."""
        self.phones.discard(phone)
        if self._armed and not self.here:
            self._set_clock(deadlines.pause(self._armed, self._now()))
        self._publish(())

    def moment(self, events: tuple[Any, ...] = ()) -> Moment:
        """The table now."""
        keys = self.match.keys
        watching = sum(phone.key not in keys for phone in self.phones)
        return Moment(self.match, events, self.here, watching, self._armed, self.draft)

    @property
    def draft(self) -> Any:
        """The draft that lies, if it is of the running turn and anything is arranged."""
        laid, match = self._laid, self.match
        if laid and match.running and (laid.number, laid.turn) == (match.number, self.game.turn(match.state)):
            return laid.draft
        return None

    # ---- commands ----

    async def join(self, name: str, token: str, nonce: str) -> int:
        """Take a free seat, or find one's own again. Returns the seat."""
        key = key_of(token)
        await self._change(lambda: matches.join(self.match, name, key, nonce))
        return self.seat(key)

    async def reseat(self, key: str | None, seat: int, player: str | None) -> int:
        """Give a seat to a computer, or free it again. Returns the version at which it is done."""
        self.seat(key)
        return await self._change(lambda: matches.reseat(self.game, self.match, seat, player))

    async def deal(self, key: str | None, rid: str, number: int, nonce: str) -> int:
        """Start the next game of the series. Returns the version at which it is done."""
        self.seat(key)
        request = (key or "", rid)
        return await self._change(lambda: matches.deal(self.game, self.match, number, request, nonce), request)

    async def act(self, key: str | None, rid: str, turn: int, action: Any, at: float) -> int:
        """A person's action; `at` is when the finger did it, which counts only around a deadline."""
        seat = self.seat(key)
        request = (key or "", rid)
        if self._armed and self._overdue(at) and self._awaits(seat, turn):
            await self._run_out(self._armed)
        return await self._change(
            lambda: matches.act(self.game, self.match, seat, turn, action, request, new_secret()), request
        )

    async def play(self, seat: int, turn: int, action: Any) -> int:
        """A computer's action, through the same judge."""
        return await self._change(lambda: matches.act(self.game, self.match, seat, turn, action, None, new_secret()))

    def arrange(self, key: str | None, turn: int, draft: Any, at: float) -> None:
        """The acting seat moved something. What is late is too late; what it cannot have made is refused."""
        seat = self.seat(key)
        match = self.match
        if not match.running:
            raise Refused("game_over")
        if turn != self.game.turn(match.state):
            raise Refused("turn_is_over", turn=self.game.turn(match.state))
        if draft is not None:
            self.game.admit_draft(match.state, seat, draft)
        if self._overdue(at):
            return
        self._laid = Laid(match.number, turn, self._now(), draft)
        self._sides.put("draft", bytes(raw(self._laid)))
        for phone in self.phones:
            if phone.key != key:
                phone.arranged(seat, turn, draft)

    def note(self, key: str | None, note: str) -> None:
        """Keep something private for this seat."""
        self.seat(key)
        assert key
        self.notes[key] = note
        self._sides.put(f"note {key}", note.encode())

    def seat(self, key: str | None) -> int:
        """The seat of this key; refuses spectators and strangers."""
        seat = self.match.seat_of(key)
        if seat is None:
            raise Refused("not_seated")
        return seat

    # ---- the way of every change ----

    async def _change(self, decide: Callable[[], AnyEvent | None], request: tuple[str, str] | None = None) -> int:
        """Judge, append, and only then make it so and show it. A request that was accepted once counts once."""
        async with self._lock:
            while True:
                if request and (done := self.match.done_at(*request)):
                    return done
                event = decide()
                if event is None:
                    return self.match.version
                after, events = matches.evolve(self.game, self.match, event)
                armed = self._next_clock(after)
                if await self._append(after, event, armed):
                    break
            self._become(after, events, armed)
            return self.match.version

    async def _append(self, after: Match, event: AnyEvent, armed: Armed | None) -> bool:
        """Write the row with the side values that wait; False, and up to date, if another was first."""
        sides = self._sides.take()
        try:
            await self._journal.append(
                after.code, after.version, encode(event), self._now(), {**sides, "clock": bytes(raw(armed))}
            )
        except Conflict:
            self._sides.put_back(sides)
            for row in await self._journal.read(self.match.code, self.match.version):
                after, events = matches.evolve(self.game, self.match, decode(row.body))
                self._become(after, events, self._next_clock(after))
            return False
        except StoreError:
            self._sides.put_back(sides)
            raise
        return True

    def _become(self, after: Match, events: tuple[Any, ...], armed: Armed | None) -> None:
        """What was written is so, and is shown. People may have come or gone while it was being written."""
        self.match = after
        attend = deadlines.resume if self.here else deadlines.pause
        attended = attend(armed, self._now()) if armed else None
        self._set_clock(attended, write=attended != armed)
        self._publish(events)

    def _publish(self, events: tuple[Any, ...], but: Phone | None = None) -> None:
        self.touched = self._now()
        moment = self.moment(events)
        for phone in self.phones:
            if phone is not but:
                phone.show(moment)
        if self.watcher:
            self.watcher(self)

    # ---- the clock ----

    def _next_clock(self, after: Match) -> Armed | None:
        due = self.game.due(after.state) if after.running else None
        if after.number != self.match.number:
            return deadlines.arm(None, due, self._now(), paused=not self.here)
        return deadlines.arm(self._armed, due, self._now(), paused=not self.here)

    def _set_clock(self, armed: Armed | None, *, write: bool = True, wait: float = 0.0) -> None:
        if write and armed != self._armed:
            self._sides.put("clock", bytes(raw(armed)))
        self._armed = armed
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if armed and armed.left is None:
            grace = GRACE if self._draft_may_come() else 0.0
            delay = max(wait, armed.at + grace - self._now())
            self._alarm = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self._ring(armed)))

    def _draft_may_come(self) -> bool:
        """Whether a person on turn is connected, whose last drop may still be under way."""
        awaited = self.game.to_act(self.match.state) if self.match.running else ()
        return any(self.match.seats[seat].key in self.here for seat in awaited)

    def _overdue(self, at: float) -> bool:
        """Whether something done at `at`, arriving now, comes too late for the running deadline.

        A phone's word for `at` is taken only within the grace after the deadline.
        """
        if not self._armed or self._armed.left is not None:
            return False
        now = self._now()
        return now > self._armed.at and (at > self._armed.at or now > self._armed.at + GRACE)

    def _awaits(self, seat: int, turn: int) -> bool:
        match = self.match
        return match.running and turn == self.game.turn(match.state) and seat in self.game.to_act(match.state)

    async def _ring(self, armed: Armed) -> None:
        """The alarm of this deadline, whatever runs by now. If the store fails it rings again: no turn sticks."""
        try:
            await self._run_out(armed)
        except StoreError:
            if armed == self._armed:
                self._set_clock(armed, write=False, wait=TRY_AGAIN)
            raise

    async def _run_out(self, armed: Armed) -> None:
        draft = self.draft
        await self._change(lambda: matches.expire(self.game, self.match, armed.due, draft, new_secret()))

    # ---- side values and tasks ----

    async def restore(self, alive: float) -> None:
        """Take up the side values of an earlier run; `alive` is when that run wrote its last row."""
        sides = await self._journal.kept(self.match.code)
        self.notes = {key[5:]: value.decode() for key, value in sides.items() if key.startswith("note ")}
        if "draft" in sides:
            laid = msgspec.json.decode(sides["draft"], type=Laid)
            draft = None if laid.draft is None else msgspec.convert(laid.draft, self.game.draft)
            self._laid = Laid(laid.number, laid.turn, laid.at, draft)
            alive = max(alive, laid.at)
        found = msgspec.json.decode(sides.get("clock", b"null"), type=Armed | None)
        due = self.game.due(self.match.state) if self.match.running else None
        if due and (not found or found.due != due):
            found = deadlines.arm(None, due, self._now(), paused=False)
        if due and found:
            self._armed = deadlines.pause(deadlines.after_outage(found, alive, self._now()), self._now())

    async def flush(self) -> None:
        """Write the side values that wait."""
        sides = self._sides.take()
        if sides:
            try:
                await self._journal.keep(self.match.code, sides)
            except StoreError:
                self._sides.put_back(sides)
                raise

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task of this table; its failure is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("table_task_failed", table=self.match.code, exc_info=error)

    async def close(self) -> None:
        """Stop the clock and the tasks, and write what waits."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._armed:
            self._set_clock(deadlines.pause(self._armed, self._now()))
        await self.flush()
