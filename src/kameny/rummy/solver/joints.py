"""Where a walk from the lowest value upwards meets a walk from the highest downwards.

Between two neighbouring values, a run that crosses is a lane of the lower half and a lane of the upper one. Two
lanes together need three tiles, so does a short lane alone; every tile they lack is a joker. A long lane may
cross or not.
"""

from __future__ import annotations

from kameny.rummy.solver.lanes import LONG, STATES


def _alone(lane: int) -> int:
    return LONG - lane if 0 < lane < LONG else 0


def _together(lane: int, other: int) -> int:
    apart = _alone(lane) + _alone(other)
    return min(apart, max(LONG - lane - other, 0)) if lane and other else apart


def _lack(lanes: tuple[int, ...], others: tuple[int, ...]) -> int:
    (a, b), (c, d) = lanes, others
    return min(_together(a, c) + _together(b, d), _together(a, d) + _together(b, c))


_PLAIN = {code: lanes for code, (lanes, tails, heads) in STATES.items() if not tails and not heads}
LACK = {low: {high: _lack(_PLAIN[low], _PLAIN[high]) for high in _PLAIN} for low in _PLAIN}
"""`LACK[low][high]`: the jokers it takes to join the runs of one suit, by the codes of the two halves."""
