"""A series of games at one table, with its running total."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kameny.game import Outcome
from kameny.terms import Terms


class Finished(msgspec.Struct, frozen=True):
    """A series that is over: its number, how many games it had, the totals and who won (a tie is shared)."""

    number: int
    games: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def added(totals: Sequence[int], outcome: Outcome) -> tuple[int, ...]:
    """The totals after one more game."""
    return tuple(total + points for total, points in zip(totals, outcome.points, strict=True))


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the highest total."""
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def over(terms: Terms, games: int, totals: Sequence[int]) -> bool:
    """Whether a series that has seen so many games ends here."""
    return terms.games == games or (terms.target is not None and max(totals) >= terms.target)
