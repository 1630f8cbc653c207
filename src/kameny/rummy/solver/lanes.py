"""Open runs: what the tiles of one value can do to the runs of one suit.

The search walks the values from 1 to 13. All it has to remember of a suit is how long the runs are that may
still grow, and two are enough: with two copies of a face, three runs over one value can always be dealt onto
two lanes and merged. A lane is empty (0), holds one or two tiles and *must* grow (1, 2), or holds a run that
may grow or end (3, "three or more").

Three or more is at least as good as every other lane, and two tiles are better than one. So a suit's lanes
are as good as another's if every *up-set* of that order (3; 2 3; 0 3; 1 2 3; 0 2 3) holds at least as many of
them. Written down as thermometers (two bits for each count), the state is its own proof: "a is no better
than b" is `a & ~b == 0`, and that integer is what the search uses as the state's key. Jokers left over can make
up for what a state lacks; `price` says how many.

Sets of the table that are to stay as they lie take no lane. Own tiles may grow on them: upwards on a kept run
(a *tail*), from below towards one (a *head*, which has promised to arrive), or into a kept group (a *seat*).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from kameny.rummy.solver import groups

LONG = 3
LANES = 2
UP_SETS = ({3}, {2, 3}, {0, 3}, {1, 2, 3}, {0, 2, 3})
TAIL_BITS = 2 * len(UP_SETS)
HEAD_BITS = TAIL_BITS + LANES
WIDTH = HEAD_BITS + LANES + 1
"""Bits of one suit: five thermometers, one for the tails, and heads one-hot (more of them is not better)."""

HAS_RUN = 1 << 4 * WIDTH
"""Set in a whole state once any run has begun: with a run, left-over jokers always find a place."""


class Slot(NamedTuple):
    """What there is of one face, and what kept sets offer to own tiles there.

    `must` be placed, `may` be laid; `next` and `after` are the tiles at the following two values; `seats` in
    kept groups; kept runs that have their `starts` or `ends` here; `heads` that can still arrive if they are
    laid here.
    """

    must: int
    may: int
    next: int
    after: int
    seats: int
    starts: int
    ends: int
    heads: int


class Step(NamedTuple):
    """What becomes of one face: of the `laid` own tiles and those that must be placed, `runs` go into runs.

    `fill` jokers stand in for missing tiles of runs; `group` tiles go into groups; the rest onto kept sets.
    """

    laid: int
    runs: int
    fill: int
    group: int
    seats: int
    tails: int
    heads: int


Both = tuple[Step, Step]
Pair = tuple[int, int, int, Both]
"""One thing that two suits can do at a value: code afterwards, own tiles laid, jokers in runs, the two steps."""


def code(lanes: tuple[int, ...], tails: int = 0, heads: int = 0) -> int:
    """The thermometers of one suit's lanes, tails and heads."""
    bits = 1 << HEAD_BITS + heads | (1 << tails) - 1 << TAIL_BITS
    for i, up_set in enumerate(UP_SETS):
        bits |= (1 << sum(lane in up_set for lane in lanes)) - 1 << LANES * i
    return bits


STATES = {
    code(lanes, tails, heads): (lanes, tails, heads)
    for lanes in combinations_with_replacement(range(LONG + 1), LANES)
    for tails in range(LANES + 1)
    for heads in range(LANES + 1)
}
NOTHING = code((0, 0))


def unfinished(suit_code: int) -> int:
    """How many tiles the short lanes of a suit still lack."""
    return sum(LONG - lane for lane in STATES[suit_code][0] if 0 < lane < LONG)


_PRICE = ((0, 2, 1, 0), (1, 0, 0, 0), (2, 1, 0, 0), (2, 2, 1, 0))
"""`_PRICE[a][b]`: with so many more jokers a lane b can do what a lane a can."""
TOO_MANY = 9


@cache
def price(suit: int, other: int) -> int:
    """How many more jokers make the `other` state of a suit at least as good as this one.

    A short lane pays for the tiles it lacks, an empty one for a run that begins later and comes out shorter.
    """
    lanes, tails, heads = STATES[suit]
    others, more_tails, other_heads = STATES[other]
    if tails > more_tails or heads != other_heads:
        return TOO_MANY
    (a, b), (c, d) = lanes, others
    return min(_PRICE[a][c] + _PRICE[b][d], _PRICE[a][d] + _PRICE[b][c])


def grow(lanes: tuple[int, ...], entries: int) -> tuple[int, ...] | None:
    """The lanes after `entries` tiles or jokers: short ones first, then long ones, then new ones.

    To end a run and begin another is never better than to lengthen it. `None` if a short lane gets nothing.
    """
    short = [lane + 1 for lane in lanes if 0 < lane < LONG]
    spare = entries - len(short)
    if spare < 0:
        return None
    longer = min(spare, lanes.count(LONG))
    grown = [*short, *[LONG] * longer, *[1] * (spare - longer)]
    return (*[0] * (LANES - len(grown)), *sorted(grown))


class Steps:
    """What one suit can do at a value, as (code afterwards, step). Equal lists are one object, for the caches."""

    def __init__(self, found: tuple[tuple[int, Step], ...]) -> None:
        self.found = found


@cache
def _interned(found: tuple[tuple[int, Step], ...]) -> Steps:
    return Steps(found)


@lru_cache(maxsize=1 << 15)
def steps(suit_code: int, slot: Slot, limit: int) -> Steps:
    """All that one suit can do at one value with at most `limit` jokers, without what is never better.

    What cannot be finished with the tiles of the next two values and the jokers is left out.
    """
    lanes, tails, heads = STATES[suit_code]
    found: list[tuple[int, Step]] = []
    for laid, seats, up, down in _attached(slot, tails, heads):
        left = slot.must + laid - seats - up - down
        for group in range(left + 1):
            runs = left - group
            for fill in range(min(limit, LANES - runs) + 1):
                grown = grow(lanes, runs + fill)
                # A joker never begins a run: the same run without it is one, and it is seated in the end.
                if grown is None or fill > sum(lane > 0 for lane in lanes) or fill + _lack(grown, slot) > limit:
                    continue
                after = code(grown, min(up + slot.ends, LANES), down)
                found.append((after, Step(laid, runs, fill, group, seats, up, down)))
    return _interned(_best_steps(found))


def _best_steps(found: list[tuple[int, Step]]) -> tuple[tuple[int, Step], ...]:
    """Those that no other with the same tiles in groups beats in state, tiles laid and jokers at once."""
    kept: list[tuple[int, Step]] = []
    for after, step in sorted(found, key=lambda item: (-item[1].laid, item[1].fill, -item[0].bit_count())):
        if not any(
            not after & ~other and step.fill >= known.fill and step.group == known.group for other, known in kept
        ):
            kept.append((after, step))
    return tuple(kept)


def _attached(slot: Slot, tails: int, heads: int) -> list[tuple[int, int, int, int]]:
    """How many own tiles to lay, and how many of them onto kept sets: (laid, seats, tails, heads)."""
    return [
        (laid, seats, up, down)
        for laid in range(slot.may + 1)
        for seats in range(min(slot.seats, laid) + 1)
        for up in range(min(tails, laid - seats) + 1)
        for down in range(max(heads - slot.starts, 0), min(slot.heads, laid - seats - up) + 1)
    ]


def _lack(lanes: tuple[int, ...], slot: Slot) -> int:
    """Jokers that the short lanes will need at the next two values at least."""
    short = sum(0 < lane < LONG for lane in lanes)
    return max(short - slot.next, 0) + max(lanes.count(1) - slot.after, 0)


@lru_cache(maxsize=1 << 14)
def pairs(first: Steps, second: Steps, limit: int, shift: int) -> dict[int, list[Pair]]:
    """All that two suits can do together, by group key (see `groups.key`).

    The codes in the answer are shifted to their place in the state.
    """
    by_key: dict[int, list[Pair]] = {}
    for low, one in first.found:
        for high, two in second.found:
            fill = one.fill + two.fill
            if fill <= limit:
                run = HAS_RUN if one.runs + two.runs else 0
                after = (low | high << WIDTH) << shift | run
                key = groups.key(one.group, two.group)
                by_key.setdefault(key, []).append((after, one.laid + two.laid, fill, (one, two)))
    return by_key
