"""What a game is worth: points that sum to zero, for an emptied rack and for an empty pool."""

from __future__ import annotations

from collections.abc import Sequence

from kameny.game import Outcome
from kameny.rummy.tiles import Tiles, points


def went_out(racks: Sequence[Tiles], winner: int) -> Outcome:
    """The winner laid everything: the others lose their racks to it."""
    cost = [sum(map(points, rack)) for rack in racks]
    scored = tuple(sum(cost) if seat == winner else -cost[seat] for seat in range(len(racks)))
    return Outcome(scored, (winner,), "went_out")


def stalemate(racks: Sequence[Tiles], opener: int) -> Outcome:
    """Nobody can go on: the lowest rack wins, and the others lose what they hold above it.

    Among equal racks the fewer tiles win, then they share: the plus is split in whole points, and points left
    over go one each in seat order from the opener.
    """
    cost = [sum(map(points, rack)) for rack in racks]
    order = [(opener + i) % len(racks) for i in range(len(racks))]
    best = min((cost[seat], len(racks[seat])) for seat in order)
    winners = [seat for seat in order if (cost[seat], len(racks[seat])) == best]
    scored = [best[0] - c for c in cost]
    share, over = divmod(-sum(scored), len(winners))
    for place, seat in enumerate(winners):
        scored[seat] += share + (place < over)
    return Outcome(tuple(scored), tuple(sorted(winners)), "stalemate")
