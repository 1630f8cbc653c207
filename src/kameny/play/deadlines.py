"""Deadlines: a game's `Due` as a time of the server's clock, paused while nobody is there.

Times are seconds since the epoch. A deadline names its turn and its count, so one of an earlier turn can
never end a later one.
"""

from __future__ import annotations

import msgspec

from kameny.game import Due

GRACE = 0.7
"""How long an expiry waits for a draft that was under way, in seconds."""
LEAST_AFTER_OUTAGE = 10.0


class Armed(msgspec.Struct, frozen=True):
    """A running deadline, or (`left` is not None) a paused one with that many seconds to go."""

    due: Due
    at: float
    left: float | None = None


def arm(previous: Armed | None, due: Due | None, now: float, *, paused: bool) -> Armed | None:
    """The deadline for `due`: a later expiry of the same turn counts from the one before it, not from now."""
    if due is None:
        return None
    if previous and previous.due == due:
        return previous
    follows = previous and not paused and previous.due.turn == due.turn and previous.due.count + 1 == due.count
    armed = Armed(due, (previous.at if previous and follows else now) + due.seconds)
    return pause(armed, now) if paused else armed


def pause(armed: Armed, now: float) -> Armed:
    """Stop the clock."""
    return armed if armed.left is not None else Armed(armed.due, armed.at, max(0.0, armed.at - now))


def resume(armed: Armed, now: float) -> Armed:
    """Let a stopped clock run on."""
    return armed if armed.left is None else Armed(armed.due, now + armed.left)


def after_outage(armed: Armed, alive: float, now: float) -> Armed:
    """A running deadline found again after the server was away; `alive` is when it last wrote something.

    What is not overdue still stands; what is gets back what was left of it, at least ten seconds.
    """
    if armed.left is not None or armed.at > now:
        return armed
    return Armed(armed.due, now + max(LEAST_AFTER_OUTAGE, armed.at - alive))
