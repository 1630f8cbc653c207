"""Groups: one formula, and the boards on which there is nothing else.

If each suit gives at most q of its tiles to the groups of a value, they can always be dealt onto q groups
without a suit coming twice, the sizes differing by one at most. So all that matters is how many tiles there
are in all and how many the most generous suit gives: with q groups, `3 * q - tiles` jokers are needed.

Jokers that nobody needs are seated in the end, and any run takes them. Where there is no run they may find no
seat: a full group refuses one joker but takes two (it becomes two groups), a group of three refuses two. Such
boards are solved here, exactly: values do not touch each other, only the number of jokers counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

SMALLEST, LARGEST = 3, 4
_WIDTH = 5

Counts = tuple[int, ...]


def key(first: int, second: int) -> int:
    """What the formula has to know of two suits: their sum and the larger of them."""
    return _WIDTH * max(first, second) + first + second


KEYS = tuple({key(a, b): None for a in range(3) for b in range(3)})


def _needed(one: int, two: int) -> int:
    return max(0, SMALLEST * max(one // _WIDTH, two // _WIDTH) - one % _WIDTH - two % _WIDTH)


PARTNERS = tuple(
    {one: tuple((two, _needed(one, two)) for two in KEYS if _needed(one, two) <= jokers) for one in KEYS}
    for jokers in range(5)
)
"""`PARTNERS[jokers][key]`: with which keys of the other two suits that makes groups, and the jokers needed."""


def dealt(suits: Sequence[int], jokers: int) -> list[list[int]] | None:
    """Groups made of `suits[s]` tiles of each suit s and exactly these jokers, as lists of suits (-1: a joker).

    `None` if there are none: a group has three or four tiles, one of them at least a real one.
    """
    tiles = sum(suits)
    for number in range(max(suits), tiles + 1):
        if SMALLEST * number <= tiles + jokers <= LARGEST * number:
            groups: list[list[int]] = [[] for _ in range(number)]
            for suit, count in sorted(enumerate(suits), key=lambda item: -item[1]):
                for group in sorted(groups, key=len)[:count]:
                    group.append(suit)
            for _ in range(jokers):
                min(groups, key=len).append(-1)
            return [sorted(group, key=lambda suit: suit % LARGEST) for group in groups]
    return None


@lru_cache(maxsize=1 << 12)
def choices(must: Counts, may: Counts, limit: int) -> tuple[tuple[int, int, Counts], ...]:
    """How one value's tiles can all be groups: (jokers, own tiles laid, tiles by suit), the best for each number."""
    best: dict[int, tuple[int, Counts]] = {}
    for own in product(*(range(n + 1) for n in may)):
        suits = tuple(a + b for a, b in zip(must, own, strict=True))
        for jokers in range(limit + 1):
            laid = best.get(jokers, (-1, ()))[0]
            if sum(own) > laid and dealt(suits, jokers) is not None:
                best[jokers] = (sum(own), suits)
    return tuple((jokers, laid, suits) for jokers, (laid, suits) in sorted(best.items()))
