"""The running deadline of a table and the timer that rings for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kameny.play import deadlines
from kameny.play.deadlines import GRACE, Armed


class Alarm:
    """One deadline at a time. `ring` is called when it passes, `keep` when it has changed."""

    def __init__(
        self, now: Callable[[], float], ring: Callable[[Armed], None], keep: Callable[[Armed | None], None]
    ) -> None:
        self.armed: Armed | None = None
        self._now = now
        self._ring = ring
        self._keep = keep
        self._timer: asyncio.TimerHandle | None = None

    def set(self, armed: Armed | None, *, grace: bool, written: bool = False, wait: float = 0.0) -> None:
        """Run this deadline instead, if it is not paused.

        With `grace` it rings a moment late, for a draft may be under way; `written`: the journal has it already;
        `wait`: seconds it does not ring before, whatever the deadline says.
        """
        if not written and armed != self.armed:
            self._keep(armed)
        self.armed = armed
        self.cancel()
        if armed and armed.left is None:
            delay = max(wait, armed.at + (GRACE if grace else 0.0) - self._now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring, armed)

    def attend(self, *, attended: bool, grace: bool) -> None:
        """Let the clock run while somebody is there, and stand while nobody is."""
        if self.armed:
            turn = deadlines.resume if attended else deadlines.pause
            self.set(turn(self.armed, self._now()), grace=grace)

    def cancel(self) -> None:
        """Ring no more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def overdue(self, at: float) -> bool:
        """Whether something done at `at`, arriving now, comes too late for the running deadline.

        A phone's word for `at` is taken only within the grace after the deadline.
        """
        if not self.armed or self.armed.left is not None:
            return False
        now = self._now()
        return now > self.armed.at and (at > self.armed.at or now > self.armed.at + GRACE)
