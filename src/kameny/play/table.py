"""A table: all that phones and computers may ask of a live match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kameny.game import AnyGame, Refused
from kameny.play import commands
from kameny.play.events import AnyEvent, raw
from kameny.play.live import Laid, Live
from kameny.play.match import Match
from kameny.play.presence import Reaction
from kameny.play.seats import key_of, new_secret
from kameny.store.base import Journal


class Table(Live):
    """One table of the house. Requests return the version at which they are done, or raise `Refused`."""

    def __init__(self, game: AnyGame, match: Match, journal: Journal, now: Callable[[], float]) -> None:
        super().__init__(game, match, journal, now)
        self._parts: tuple[int, dict[str, str]] = (0, {})
        """The next game's number, and the nonces that phones gave for it, by key."""

    # ---- coming and going ----

    async def join(self, name: str, token: str, nonce: str, seat: int | None = None) -> int:
        """Take a free seat or a computer's, or find one's own again. Returns the seat."""
        key = key_of(token)
        await self._change(lambda: commands.join(self.match, name, key, nonce, seat))
        return self.seat(key)

    async def reseat(self, key: str | None, rid: str, seat: int, player: str | None) -> int:
        """Give a seat to a computer, or free it again. Like every request: returns the version at which it is done."""
        self.seat(key)
        request = (key or "", rid)
        return await self._change(
            lambda: commands.reseat(self.game, self.match, seat, player, self.absent, request), request
        )

    async def stand_in(self, key: str | None, rid: str, seat: int, player: str) -> int:
        """Let a computer play for a person who has been away for a minute."""
        by, request = self.seat(key), (key or "", rid)
        return await self._change(
            lambda: commands.stand_in(self.game, self.match, seat, player, by, self.absent, request), request
        )

    async def go(self, key: str | None, rid: str, player: str) -> int:
        """A person leaves: a computer plays on, and every phone of the seat is told goodbye."""
        seat, request = self.seat(key), (key or "", rid)
        done = await self._change(lambda: commands.leave(self.game, self.match, seat, player, request), request)
        self._hang_up(request[0], "left")
        return done

    async def claim(self, code: str, token: str) -> int:
        """The phone with this token has the seat of this one-time code from now on. Returns the seat."""
        new = key_of(token)
        keys = {i: each.key for i, each in enumerate(self.match.seats) if each.key}
        seat = self._passes.seat(code, keys, self._now())
        note = self.notes.get(keys[seat])
        await self._change(lambda: commands.rekey(self.match, seat, new))
        self._passes.void(seat)
        if keys[seat] != new:
            if note:
                self.note(new, note)
            self._hang_up(keys[seat], "moved")
        return seat

    def pass_for(self, key: str | None, seat: int) -> tuple[str, float]:
        """A one-time code for one's own seat, or for a person's who is away; and until when it is good."""
        by = self.seat(key)
        owner = self.match.seats[seat].key if 0 <= seat < len(self.match.seats) else None
        if not owner:
            raise Refused("not_a_person", seat=seat)
        if seat != by:
            if owner in self.here:
                raise Refused("not_away", seat=seat)
            self._tell("new_code", seat, by)
        return self._passes.issue(seat, owner, by, self._now())

    def _hang_up(self, key: str, code: str) -> None:
        self._presence.part(key, code, self._now())
        self._attend()
        self._publish(())

    # ---- the game ----

    async def deal(self, key: str | None, rid: str, number: int, nonce: str, *, new_series: bool = False) -> int:
        """Start the next game."""
        self.seat(key)
        request = (key or "", rid)

        def decide() -> AnyEvent:
            parts = self._parts[1] if self._parts[0] == number else {}
            given = {**parts, request[0]: parts.get(request[0], nonce)}
            return commands.deal(self.game, self.match, number, request, given, new_series=new_series)

        return await self._change(decide, request)

    def give_part(self, key: str | None, number: int, nonce: str) -> None:
        """A phone's part in the next shuffle. The first one counts; one that comes after the deal is too late."""
        self.seat(key)
        if self.match.running or number != self.match.number + 1:
            raise Refused("wrong_game_number", number=self.match.number + 1)
        given = self._parts[1] if self._parts[0] == number else {}
        kept = {each: part for each, part in given.items() if each in self.match.keys}
        self._parts = (number, {key or "": nonce, **kept})

    async def act(self, key: str | None, rid: str, turn: int, action: Any, at: float) -> int:
        """A person's action; `at` is when the finger did it, which counts only around a deadline."""
        seat, request = self.seat(key), (key or "", rid)
        armed = self._alarm.armed
        if armed and self._alarm.overdue(at) and self._awaits(seat, turn):
            await self._run_out(armed)
        return await self._change(
            lambda: commands.act(self.game, self.match, seat, turn, action, request, new_secret()), request
        )

    async def play(self, seat: int, turn: int, action: Any, player: str) -> int:
        """A computer's action, through the same judge; refused if the seat is not its any more."""

        def decide() -> AnyEvent:
            if self.match.seats[seat].driver != player:
                raise Refused("seat_taken_back", seat=seat)
            return commands.act(self.game, self.match, seat, turn, action, None, new_secret())

        return await self._change(decide)

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
        if self._alarm.overdue(at):
            return
        self._laid = Laid(match.number, turn, self._now(), draft)
        self._sides.put("draft", bytes(raw(self._laid)))
        if match.terms.live:
            for phone in self.phones:
                if phone.key != key:
                    phone.arranged(seat, turn, draft)

    def note(self, key: str | None, note: str) -> None:
        """Keep something private for this seat."""
        self.seat(key)
        assert key
        self.notes[key] = note
        self._sides.put(f"note {key}", note.encode())

    def react(self, key: str | None, reaction: Reaction) -> None:
        """Show the others a reaction; nothing of it is kept."""
        seat = self.seat(key)
        for phone in self.phones:
            phone.reacted(seat, reaction)
