"""The search: the values from 1 to 13, one layer of states after the other.

A state is what `lanes` remembers of the four suits, whether there is a run, and how many jokers are left.
From layer to layer only the states survive that no other beats, and that can still reach the goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kameny.rummy.solver.board import Board, Grid
from kameny.rummy.solver.groups import PARTNERS, choices
from kameny.rummy.solver.lanes import HAS_RUN, NOTHING, WIDTH, Both, Slot, Step, pairs, price, steps, unfinished
from kameny.rummy.tiles import JOKER_POINTS, SUITS, VALUES

_SUIT = (1 << WIDTH) - 1
_JOKERS = 4 * WIDTH + 1
_POINTS = _JOKERS + 4
_START = sum(NOTHING << WIDTH * s for s in range(len(SUITS)))


class Weights(NamedTuple):
    """What an own tile of each value, or an own joker, is worth when it is laid."""

    tiles: tuple[int, ...]
    joker: int


COUNT = 1000
"""More than all points together."""
MOST = Weights(tuple(8 * (COUNT + v) for v in range(14)), 8 * (COUNT + JOKER_POINTS) - 1)
"""Most tiles, then most points, then fewest jokers."""

MANY = 24
"""So many states make it worth while to compare them more closely."""


class Layer(NamedTuple):
    """What becomes of one value: a step for each suit, and jokers in groups."""

    steps: tuple[Step, ...]
    jokers: int


class Plan(NamedTuple):
    """What becomes of every tile; `spare` jokers may be seated anywhere."""

    score: int
    layers: tuple[Layer, ...]
    spare: int


class Exhausted(Exception):
    """More states were looked at than the effort allows."""


@dataclass
class Effort:
    """Counts the states looked at: a measure of time that is the same on every machine and every day."""

    limit: int | None = None
    spent: int = 0

    def spend(self, states: int) -> None:
        """Count these; raises `Exhausted` when it has become too many."""
        self.spent += states
        if self.limit is not None and self.spent > self.limit:
            raise Exhausted


_Way = tuple[int, int, int, Both, Both]
"""The best way into a state: score, jokers used, the state before, the steps of the suits. (Plain, for speed.)"""
_Layer = dict[int, _Way]


def plans(board: Board, goal: int, effort: Effort) -> Iterator[Plan]:
    """Better and better plans for `MOST` from a score of `goal` on; the last is the best.

    Few jokers first, which is quick, and what it finds bounds the rest. (Three are hardly quicker than four.)
    """
    if board.jokers and (plan := only_groups(board, MOST, goal)):
        yield plan
        goal = plan.score + 1
    for limit in (*range(min(board.jokers, 3)), board.jokers):
        if plan := search(board, MOST, limit, goal, effort):
            yield plan
            goal = plan.score + 1


def search(board: Board, weights: Weights, limit: int, goal: int, effort: Effort, floor: int = 0) -> Plan | None:
    """The best plan with a score of `goal` at least and no more than `limit` jokers where they are needed.

    With a `floor`, the points laid (the score modulo `COUNT`) must reach it; that takes weights of
    `COUNT + value`. Jokers beyond those needed are laid too if there is a run.
    """
    may = board.useful(limit)
    rest = _rest(may, weights)
    hope = board.may_jokers * weights.joker
    if hope + rest[0] < goal:
        return None
    slots = board.slots(may)
    start = _START | (1 << limit) - 1 << _JOKERS
    layer: _Layer = {start: (0, 0, 0, _NO_STEPS, _NO_STEPS)}
    trail: list[_Layer] = []
    for v in VALUES:
        found = _step(layer, slots[v - 1], weights.tiles[v], limit, floor)
        effort.spend(len(found))
        enough = goal - hope - rest[v]
        layer = _undominated({state: way for state, way in found.items() if way[0] >= enough})
        if not layer:
            return None
        trail.append(layer)
    return _concluded(board, weights, limit, goal, floor, trail)


def only_groups(board: Board, weights: Weights, goal: int) -> Plan | None:
    """The best plan without any run, every joker of the table seated; exact where left-over jokers matter."""
    musts, mays = (list(zip(*rows, strict=True))[1:] for rows in (board.must, board.may))
    ways = [choices(musts[v - 1], mays[v - 1], board.jokers) for v in VALUES]
    if not all(ways):
        return None
    best: dict[int, tuple[int, tuple[Layer, ...]]] = {0: (0, ())}
    for v, must in zip(VALUES, musts, strict=False):
        further: dict[int, tuple[int, tuple[Layer, ...]]] = {}
        for jokers, laid, suits in ways[v - 1]:
            layer = Layer(tuple(_grouped(n, n - m) for n, m in zip(suits, must, strict=True)), jokers)
            for used, (score, layers) in best.items():
                total = score + laid * weights.tiles[v]
                if used + jokers <= board.jokers and total > further.get(used + jokers, (-1, ()))[0]:
                    further[used + jokers] = (total, (*layers, layer))
        best = further
    ends = [
        Plan(score + (used - board.must_jokers) * weights.joker, layers, 0)
        for used, (score, layers) in best.items()
        if used >= board.must_jokers
    ]
    plan = max(ends, key=lambda end: end.score, default=None)
    return plan if plan and plan.score >= goal else None


def _grouped(tiles: int, laid: int) -> Step:
    return Step(laid=laid, runs=0, fill=0, group=tiles, seats=0, tails=0, heads=0)


_NO_STEPS = (_grouped(0, 0), _grouped(0, 0))


def _rest(may: Grid, weights: Weights) -> list[int]:
    """For each value what the own tiles of higher values could add at most."""
    rest = [0]
    for v in reversed(VALUES):
        rest.append(rest[-1] + weights.tiles[v] * sum(row[v] for row in may))
    return rest[::-1]


def _step(layer: _Layer, slots: tuple[Slot, ...], weight: int, limit: int, floor: int) -> _Layer:
    """The states after one more value, and the best way into each."""
    found: _Layer = {}
    one, two, three, four = slots
    for state, (before, spent, _, _, _) in layer.items():
        run = state & HAS_RUN
        free = limit - spent
        first, second = steps(state & _SUIT, one, free), steps(state >> WIDTH & _SUIT, two, free)
        third, fourth = steps(state >> 2 * WIDTH & _SUIT, three, free), steps(state >> 3 * WIDTH & _SUIT, four, free)
        rights = pairs(third, fourth, free, 2 * WIDTH)
        partners = PARTNERS[free]
        for key, lefts in pairs(first, second, free, 0).items():
            for partner, needed in partners[key]:
                for left_code, left_laid, left_fill, left in lefts if partner in rights else ():
                    for right_code, right_laid, right_fill, right in rights[partner]:
                        used = spent + needed + left_fill + right_fill
                        if used > limit:
                            continue
                        score = before + (left_laid + right_laid) * weight
                        after = run | left_code | right_code | (1 << limit - used) - 1 << _JOKERS
                        if floor:
                            after |= (1 << min(score % COUNT, floor)) - 1 << _POINTS
                        known = found.get(after)
                        if known is None or score > known[0]:
                            found[after] = (score, used, state, left, right)
    return found


def _undominated(found: _Layer) -> _Layer:
    """Without the states to which another is at least equal, in what it holds and in score."""
    if len(found) < 2:
        return found
    kept: _Layer = {}
    others: list[int] = []
    for state, way in sorted(found.items(), key=lambda item: (-item[1][0], -item[0].bit_count(), item[0])):
        for other in others:
            if not state & other:
                break
        else:
            kept[state] = way
            others.append(~state)
    return kept if len(kept) < MANY else _unpaid(kept)


def _unpaid(found: _Layer) -> _Layer:
    """Without the states to which another would be at least equal if it spent the jokers it has more."""
    kept: _Layer = {}
    others: list[tuple[int, int, tuple[int, ...]]] = []
    for state, way in sorted(found.items(), key=lambda item: (-item[1][0], item[1][1], item[0])):
        run, used, suits = state & HAS_RUN, way[1], tuple(_suits(state))
        for other_run, other_used, other_suits in others:
            if other_used < used and run <= other_run and _total(suits, other_suits) <= used - other_used:
                break
        else:
            kept[state] = way
            others.append((run, used, suits))
    return kept


def _total(suits: tuple[int, ...], others: tuple[int, ...]) -> int:
    return sum(map(price, suits, others))


def _concluded(board: Board, weights: Weights, limit: int, goal: int, floor: int, trail: list[_Layer]) -> Plan | None:
    """The best of the last layer: short runs get the jokers they lack, the spare ones are laid if they may."""
    best: tuple[int, int, int] | None = None
    for state, (laid, spent, _, _, _) in trail[-1].items():
        used = spent + sum(map(unfinished, _suits(state)))
        if used > limit or (floor and laid % COUNT < floor):
            continue
        anywhere = state & HAS_RUN or (board.hosts and used >= board.must_jokers)
        if not anywhere and used < board.must_jokers:
            continue
        spare = board.jokers - used if anywhere else 0
        score = laid + (used + spare - board.must_jokers) * weights.joker
        if score >= goal and (best is None or score > best[0]):
            best = score, state, spare
    if best is None:
        return None
    return Plan(best[0], tuple(_retraced(trail, best[1]))[::-1], best[2])


def _retraced(trail: list[_Layer], state: int) -> Iterator[Layer]:
    """From the last value back to the first, what was done."""
    for layer in reversed(trail):
        _, _, state, left, right = layer[state]
        suits = (*left, *right)
        tiles = [step.group for step in suits]
        yield Layer(suits, max(0, 3 * max(tiles) - sum(tiles)))


def _suits(state: int) -> Iterator[int]:
    return (state >> WIDTH * s & _SUIT for s in range(len(SUITS)))
