"""The search: the values from 1 to 13, one layer of states after the other.

A state is what `lanes` remembers of the four suits, whether there is a run, and how many jokers are left.
From layer to layer only the states survive that no other beats, and that can still reach the goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kameny.rummy.solver.board import Board, Grid
from kameny.rummy.solver.groups import PARTNERS
from kameny.rummy.solver.lanes import HAS_RUN, NOTHING, WIDTH, Both, Slot, Step, pairs, price, steps, unfinished
from kameny.rummy.solver.plan import COUNT, Effort, Layer, Plan, Weights
from kameny.rummy.tiles import SUITS, VALUES

_SUIT = (1 << WIDTH) - 1
_JOKERS = 4 * WIDTH + 1
_POINTS = _JOKERS + 4
_START = sum(NOTHING << WIDTH * s for s in range(len(SUITS)))


MANY = 24
"""So many states make it worth while to compare them more closely."""

Way = tuple[int, int, int, Both, Both]
"""The best way into a state: score, jokers used, the state before, the steps of the suits. (Plain, for speed.)"""
States = dict[int, Way]

_STILL = Step(laid=0, runs=0, fill=0, group=0, seats=0, tails=0, heads=0)


def search(board: Board, weights: Weights, limit: int, goal: int, effort: Effort, floor: int = 0) -> Plan | None:
    """The best plan with a score of `goal` at least and no more than `limit` jokers where they are needed.

    With a `floor`, the points laid (the score modulo `COUNT`) must reach it; that takes weights of
    `COUNT + value`. Jokers beyond those needed are laid too if there is a run and it is worth something.
    """
    may = board.useful(limit)
    rest = left_to_lay(may, weights)
    enough = [goal - hope(board, weights) - more for more in rest]
    if enough[0] > 0:
        return None
    trail = layers(board.slots(may), weights, limit, enough, effort, floor)
    return _concluded(board, weights, limit, goal, floor, trail[1:]) if trail[-1] else None


def layers(
    slots: Sequence[tuple[Slot, ...]],
    weights: Weights,
    limit: int,
    enough: Sequence[int],
    effort: Effort,
    floor: int = 0,
) -> list[States]:
    """The states before the first value and after each one, those scoring `enough` there. An empty layer ends it."""
    trail: list[States] = [{_START | (1 << limit) - 1 << _JOKERS: (0, 0, 0, (_STILL, _STILL), (_STILL, _STILL))}]
    for v in VALUES:
        found = stepped(trail[-1], slots[v - 1], weights.tiles[v], limit, floor)
        effort.spend(len(found))
        least = enough[v]
        trail.append(undominated({state: way for state, way in found.items() if way[0] >= least}))
        if not trail[-1]:
            break
    return trail


def hope(board: Board, weights: Weights) -> int:
    """What the own jokers could add at most."""
    return board.may_jokers * max(weights.joker, 0)


def left_to_lay(may: Grid, weights: Weights) -> list[int]:
    """For each value what the own tiles of higher values could add at most."""
    rest = [0]
    for v in reversed(VALUES):
        rest.append(rest[-1] + weights.tiles[v] * sum(row[v] for row in may))
    return rest[::-1]


def stepped(layer: States, slots: tuple[Slot, ...], weight: int, limit: int, floor: int) -> States:
    """The states after one more value, and the best way into each."""
    found: States = {}
    one, two, three, four = slots
    remaining = [(1 << limit - used) - 1 << _JOKERS for used in range(limit + 1)]
    for state, (before, spent, _, _, _) in layer.items():
        run = state & HAS_RUN
        free = limit - spent
        first, second = steps(state & _SUIT, one, free), steps(state >> WIDTH & _SUIT, two, free)
        third, fourth = steps(state >> 2 * WIDTH & _SUIT, three, free), steps(state >> 3 * WIDTH & _SUIT, four, free)
        rights = pairs(third, fourth, free, 2 * WIDTH)
        partners = PARTNERS[free]
        for key, lefts in pairs(first, second, free, 0).items():
            for partner, needed in partners[key]:
                if partner not in rights:
                    continue
                for left_code, left_laid, left_fill, left in lefts:
                    half, half_used = run | left_code, spent + needed + left_fill
                    half_score = before + left_laid * weight
                    for right_code, right_laid, right_fill, right in rights[partner]:
                        used = half_used + right_fill
                        if used > limit:
                            continue
                        score = half_score + right_laid * weight
                        after = half | right_code | remaining[used]
                        if floor:
                            after |= (1 << min(score % COUNT, floor)) - 1 << _POINTS
                        known = found.get(after)
                        if known is None or score > known[0]:
                            found[after] = (score, used, state, left, right)
    return found


def undominated(found: States) -> States:
    """Without the states to which another is at least equal, in what it holds and in score."""
    if len(found) < 2:
        return found
    kept: States = {}
    others: list[int] = []
    for state, way in sorted(found.items(), key=lambda item: (-item[1][0], -item[0].bit_count(), item[0])):
        for other in others:
            if not state & other:
                break
        else:
            kept[state] = way
            others.append(~state)
    return kept if len(kept) < MANY else _unpaid(kept)


def _unpaid(found: States) -> States:
    """Without the states to which another would be at least equal if it spent the jokers it has more."""
    kept: States = {}
    others: list[tuple[int, int, tuple[int, ...]]] = []
    for state, way in sorted(found.items(), key=lambda item: (-item[1][0], item[1][1], item[0])):
        run, used, suits = state & HAS_RUN, way[1], tuple(suits_of(state))
        for other_run, other_used, other_suits in others:
            if other_used < used and run <= other_run and _total(suits, other_suits) <= used - other_used:
                break
        else:
            kept[state] = way
            others.append((run, used, suits))
    return kept


def _total(suits: tuple[int, ...], others: tuple[int, ...]) -> int:
    return sum(map(price, suits, others))


def _concluded(board: Board, weights: Weights, limit: int, goal: int, floor: int, trail: list[States]) -> Plan | None:
    """The best of the last layer: short runs get the jokers they lack, the spare ones are laid if they may."""
    best: tuple[int, int, int] | None = None
    for state, (laid, spent, _, _, _) in trail[-1].items():
        used = spent + sum(map(unfinished, suits_of(state)))
        if used > limit or (floor and laid % COUNT < floor):
            continue
        spare = spared(board, weights, used, state & HAS_RUN)
        if spare is None:
            continue
        score = laid + (used + spare - board.must_jokers) * weights.joker
        if score >= goal and (best is None or score > best[0]):
            best = score, state, spare
    if best is None:
        return None
    return Plan(best[0], tuple(_retraced(trail, best[1]))[::-1], best[2])


def spared(board: Board, weights: Weights, used: int, run: int) -> int | None:
    """How many jokers are laid besides those needed, `None` if one of the table would find no place.

    A run takes any number. Own ones are laid too only if that is worth something.
    """
    homeless = max(board.must_jokers - used, 0)
    if homeless and not run:
        return None
    return board.jokers - used if weights.joker > 0 and (run or board.hosts) else homeless


def _retraced(trail: list[States], state: int) -> Iterator[Layer]:
    """From the last value back to the first, what was done."""
    for layer in reversed(trail):
        _, _, state, left, right = layer[state]
        suits = (*left, *right)
        tiles = [step.group for step in suits]
        yield Layer(suits, max(0, 3 * max(tiles) - sum(tiles)))


def suits_of(state: int) -> Iterator[int]:
    """The codes of the four suits."""
    return (state >> WIDTH * s & _SUIT for s in range(len(SUITS)))
