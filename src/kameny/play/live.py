"""A match that lives: the one place with a lock. Everything else in the house is a value or a function.

A command is judged on the newest state under the lock and appended to the journal; only after the commit is
it answered and shown. What phones and computers may ask for is in `table`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import msgspec
import structlog

from kameny.game import AnyGame, Refused
from kameny.play import commands, deadlines
from kameny.play import match as matches
from kameny.play.alarm import Alarm
from kameny.play.commands import Request
from kameny.play.deadlines import Armed
from kameny.play.events import AnyEvent, Back, Joined, Rekeyed, Reseated, StoodIn, decode, encode, raw
from kameny.play.match import Match
from kameny.play.passes import Passes
from kameny.play.presence import AWAY, News, Phone, Presence
from kameny.play.seats import new_secret
from kameny.play.sides import Sides
from kameny.store.base import Conflict, Journal, StoreError

TRY_AGAIN = 1.0
"""Seconds after which an expiry that could not be written is tried again."""
VISIT = "visited"
VISIT_EVERY = 3600.0
"""A visit is written down at most once an hour: it only says that the table is not forgotten."""

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
    away: Mapping[str, float]
    watching: int
    armed: Armed | None
    draft: Any
    shown: dict[int | None, bytes] = {}
    """The moment as each seat is shown it, kept by whoever paints it first."""
    table: list[Any] = []
    """What is the same for all seats, likewise."""


class Live:
    """One match, the phones at it, the draft that lies and the clock that runs."""

    def __init__(self, game: AnyGame, match: Match, journal: Journal, now: Callable[[], float]) -> None:
        self.game = game
        self.match = match
        self.watcher: Callable[[Any], None] | None = None
        self.notes: dict[str, str] = {}
        self.touched = now()
        self._journal = journal
        self._now = now
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._laid: Laid | None = None
        self._visited = 0.0
        self._presence = Presence(now())
        self._sides = Sides(lambda: self.spawn(self.flush()))
        self._passes = Passes(self._sides.put)
        self._alarm = Alarm(
            now,
            lambda armed: self.spawn(self._ring(armed)),
            lambda armed: self._sides.put("clock", bytes(raw(armed))),
        )

    # ---- who is here ----

    @property
    def here(self) -> frozenset[str]:
        """The keys of the seats with a phone connected."""
        return self._presence.here(self.match.keys)

    @property
    def busy(self) -> bool:
        """Whether anybody is connected or anything still to be done."""
        return bool(self._presence.phones or self._tasks or self._sides)

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The connected phones."""
        return tuple(self._presence.phones)

    @property
    def absent(self) -> frozenset[int]:
        """The seats of persons who have been without a phone for a minute."""
        long = self._now() - AWAY
        away = self._presence.away(self.match.keys)
        return frozenset(
            i for i, seat in enumerate(self.match.seats) if seat.key and away.get(seat.key, long + 1) <= long
        )

    def enter(self, phone: Phone) -> Moment:
        """A phone connects; the others hear of it. The first person to come lets the clock run on.

        Whoever comes back to a seat that a computer plays has it back at once.
        """
        self._presence.enter(phone, self.match.keys)
        seat = self.match.seat_of(phone.key)
        if seat is not None:
            self._passes.returned(seat)
            if self.match.seats[seat].stand_in:
                self.spawn(self._give_back(seat))
        if self._now() - self._visited > VISIT_EVERY:
            self._visited = self._now()
            self._sides.put(VISIT, str(self._visited).encode())
        self._attend()
        self._publish((), but=phone)
        return self.moment()

    def leave(self, phone: Phone) -> None:
        """A phone is gone. When the last person goes, the clock stops."""
        if self._presence.leave(phone, self._now()):
            self._attend()
            self._publish(())

    def moment(self, events: tuple[Any, ...] = ()) -> Moment:
        """The table now."""
        keys, presence = self.match.keys, self._presence
        return Moment(
            self.match,
            events,
            presence.here(keys),
            presence.away(keys),
            presence.watching(keys),
            self._alarm.armed,
            self.draft,
        )

    @property
    def draft(self) -> Any:
        """The draft that lies, if it is of the running turn and anything is arranged."""
        laid, match = self._laid, self.match
        if laid and match.running and (laid.number, laid.turn) == (match.number, self.game.turn(match.state)):
            return laid.draft
        return None

    def seat(self, key: str | None) -> int:
        """The seat of this key; refuses spectators and strangers."""
        seat = self.match.seat_of(key)
        if seat is None:
            raise Refused("not_seated")
        return seat

    # ---- the way of every change ----

    async def _change(self, decide: Callable[[], AnyEvent | None], request: Request | None = None) -> int:
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
            self._become(after, event, events, armed)
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
                happened = decode(row.body)
                after, events = matches.evolve(self.game, self.match, happened)
                self._become(after, happened, events, self._next_clock(after))
            return False
        except StoreError:
            self._sides.put_back(sides)
            raise
        return True

    def _become(self, after: Match, event: AnyEvent, events: tuple[Any, ...], armed: Armed | None) -> None:
        """What was written is so, and is shown. People may have come or gone while it was being written."""
        before, self.match = self.match, after
        for gone in self.notes.keys() - after.keys:
            del self.notes[gone]
            self._sides.put(f"note {gone}", None)
        attend = deadlines.resume if self.here else deadlines.pause
        attended = attend(armed, self._now()) if armed else None
        self._alarm.set(attended, grace=self._draft_may_come(), written=attended == armed)
        self._publish(events)
        if news := _news(before, event):
            self._tell(*news)

    def _publish(self, events: tuple[Any, ...], but: Phone | None = None) -> None:
        self.touched = self._now()
        moment = self.moment(events)
        for phone in self.phones:
            if phone is not but:
                phone.show(moment)
        if self.watcher:
            self.watcher(self)

    def _tell(self, what: News, seat: int, by: int | None) -> None:
        for phone in self.phones:
            phone.told(what, seat, by)

    # ---- the clock ----

    def _attend(self) -> None:
        self._alarm.attend(attended=bool(self.here), grace=self._draft_may_come())

    def _next_clock(self, after: Match) -> Armed | None:
        due = self.game.due(after.state) if after.running else None
        previous = self._alarm.armed if after.number == self.match.number else None
        return deadlines.arm(previous, due, self._now(), paused=not self.here)

    def _draft_may_come(self) -> bool:
        """Whether a person on turn is connected, whose last drop may still be under way."""
        awaited = self.game.to_act(self.match.state) if self.match.running else ()
        return any(self.match.seats[seat].key in self.here for seat in awaited)

    def _awaits(self, seat: int, turn: int) -> bool:
        match = self.match
        return match.running and turn == self.game.turn(match.state) and seat in self.game.to_act(match.state)

    async def _give_back(self, seat: int) -> None:
        await self._change(lambda: commands.back(self.match, seat))

    async def _ring(self, armed: Armed) -> None:
        """The alarm of this deadline, whatever runs by now. If the store fails it rings again: no turn sticks."""
        try:
            await self._run_out(armed)
        except StoreError:
            if armed == self._alarm.armed:
                self._alarm.set(armed, grace=False, written=True, wait=TRY_AGAIN)
            raise

    async def _run_out(self, armed: Armed) -> None:
        draft = self.draft
        await self._change(lambda: commands.expire(self.game, self.match, armed.due, draft, new_secret()))

    # ---- side values and tasks ----

    async def restore(self, alive: float) -> None:
        """Take up the side values of an earlier run; `alive` is when that run wrote its last row."""
        sides = await self._journal.kept(self.match.code)
        self.notes = {key[5:]: value.decode() for key, value in sides.items() if key.startswith("note ")}
        self._passes.restore(sides)
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
            self._alarm.armed = deadlines.pause(deadlines.after_outage(found, alive, self._now()), self._now())

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
        self._alarm.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._alarm.attend(attended=False, grace=False)
        await self.flush()


def _news(before: Match, event: AnyEvent) -> tuple[News, int, int | None] | None:
    """What everybody hears of once, if this event is of the kind."""
    match event:
        case Joined(seat=seat):
            return "joined", seat, None
        case StoodIn(seat=seat, by=by):
            return ("left", seat, None) if by == seat else ("stood_in", seat, by)
        case Reseated(seat=seat) if before.seats[seat].key:
            return "left", seat, None
        case Back(seat=seat):
            return "back", seat, None
        case Rekeyed(seat=seat):
            return "moved", seat, None
        case _:
            return None
