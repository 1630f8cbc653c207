"""How strong players are by the deals they played: means, and how far chance may have moved them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

import msgspec

from kameny.players.arena import Deal

SPREAD = NormalDist().inv_cdf(0.975)
"""So many standard errors to either side hold 95 %. Deals are independent, and many enough to call their mean normal
from about thirty on; games of one mirrored deal are not independent, so they are not counted one by one."""


class Strength(msgspec.Struct, frozen=True):
    """One player: the share of games won with its 95 % interval from `low` to `high`, and points a game."""

    name: str
    share: float
    low: float
    high: float
    points_per_deal: float


class Comparison(msgspec.Struct, frozen=True):
    """What is found out about players, in the order in which they were named."""

    game: str
    deals: int
    players: tuple[Strength, ...]


def compared(game: str, names: Sequence[str], deals: Sequence[Deal]) -> Comparison:
    """The players of these deals. One deal alone says nothing about chance: its interval is everything."""
    found = [
        _strength(name, [deal.shares[i] for deal in deals], [deal.points[i] for deal in deals])
        for i, name in enumerate(names)
    ]
    return Comparison(game, len(deals), tuple(found))


def _strength(name: str, shares: Sequence[float], points: Sequence[float]) -> Strength:
    share = fmean(shares)
    reach = SPREAD * stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1
    return Strength(name, share, max(0.0, share - reach), min(1.0, share + reach), fmean(points))
