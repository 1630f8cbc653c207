"""A series of games at one table, with its running total."""

from __future__ import annotations

from collections.abc import Sequence

from kameny.game import Before, Outcome, Standing


def totals(results: Sequence[Outcome], seats: int) -> tuple[int, ...]:
    """The points of every seat over all finished games."""
    return tuple(sum(result.points[seat] for result in results) for seat in range(seats))


def before(results: Sequence[Outcome], opener: int | None, seats: int) -> Before:
    """What the next game's deal may know."""
    return Before(
        number=len(results) + 1,
        opener=opener,
        outcome=results[-1] if results else None,
        totals=totals(results, seats),
    )


def standing(results: Sequence[Outcome], seats: int) -> Standing:
    """What a computer may know. A series is endless, so there is no target."""
    return Standing(totals(results, seats))
