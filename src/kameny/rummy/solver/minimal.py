"""A smallest culprit: a minimal part of a list of which something is still true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Part = TypeVar("Part")


def minimal(parts: Sequence[Part], holds: Callable[[Sequence[Part]], bool]) -> list[Part]:
    """An inclusion-minimal choice of the parts for which it holds, if it holds for all and more never spoil it.

    By bisection: few questions where few parts are needed. The first parts are preferred.
    """
    needed: list[Part] = []
    rest = list(parts)
    while rest and not holds(needed):
        low, high = 0, len(rest)
        while high - low > 1:
            middle = (low + high) // 2
            if holds([*needed, *rest[:middle]]):
                high = middle
            else:
                low = middle
        needed.append(rest[low])
        del rest[low:]
    return needed
