"""Boards without any run, where it matters exactly how many jokers sit in groups: see `groups`.

Values do not touch each other here, so a value's best way for each number of jokers is all there is to know.
"""

from __future__ import annotations

from collections.abc import Iterable

from kameny.rummy.solver.board import Board
from kameny.rummy.solver.groups import Counts, choices
from kameny.rummy.solver.lanes import Step
from kameny.rummy.solver.plan import Layer, Plan, Weights
from kameny.rummy.tiles import SUITS, VALUES

Best = dict[int, int]
"""The best score by the number of jokers used."""


def only_groups(board: Board, weights: Weights, goal: int) -> Plan | None:
    """The best plan without any run, every joker of the table seated; exact where left-over jokers matter."""
    best: dict[int, tuple[int, tuple[Layer, ...]]] = {0: (0, ())}
    for v in VALUES:
        must, may = _column(board, v)
        further: dict[int, tuple[int, tuple[Layer, ...]]] = {}
        for jokers, laid, suits in choices(must, may, board.jokers):
            layer = Layer(tuple(_grouped(n, n - m) for n, m in zip(suits, must, strict=True)), jokers)
            for used, (score, layers) in best.items():
                total = score + laid * weights.tiles[v]
                if used + jokers <= board.jokers and total > further.get(used + jokers, (-1, ()))[0]:
                    further[used + jokers] = (total, (*layers, layer))
        best = further
    scores = {used: score for used, (score, _) in best.items()}
    ends = ((_with_jokers(board, weights, used, score), used) for used, score in scores.items())
    score, used = max((end for end in ends if end[1] >= board.must_jokers), default=(goal - 1, 0))
    return Plan(score, best[used][1], 0) if score >= goal else None


def with_one_more(board: Board, weights: Weights) -> dict[tuple[int, int], int]:
    """The best score without any run for each (suit, value) of which one more own tile is laid, where there is one."""
    ways = {v: choices(*_column(board, v), board.jokers) for v in VALUES}
    below: list[Best] = [{0: 0}]
    above: list[Best] = [{0: 0}]
    for v in VALUES:
        below.append(_combined(below[-1], _scores(ways[v], weights.tiles[v]), board.jokers))
    for v in reversed(VALUES):
        above.append(_combined(above[-1], _scores(ways[v], weights.tiles[v]), board.jokers))
    found: dict[tuple[int, int], int] = {}
    for v in VALUES:
        around = _combined(below[v - 1], above[len(VALUES) - v], board.jokers)
        must, may = _column(board, v)
        for s in range(len(SUITS)):
            more = choices(tuple(n + (i == s) for i, n in enumerate(must)), may, board.jokers)
            scores = _combined(around, _scores(more, weights.tiles[v], 1), board.jokers)
            ends = [_with_jokers(board, weights, n, score) for n, score in scores.items() if n >= board.must_jokers]
            if ends:
                found[s, v] = max(ends)
    return found


def _column(board: Board, value: int) -> tuple[Counts, Counts]:
    return tuple(row[value] for row in board.must), tuple(row[value] for row in board.may)


def _grouped(tiles: int, laid: int) -> Step:
    return Step(laid=laid, runs=0, fill=0, group=tiles, seats=0, tails=0, heads=0)


def _with_jokers(board: Board, weights: Weights, used: int, score: int) -> int:
    return score + (used - board.must_jokers) * weights.joker


def _scores(ways: Iterable[tuple[int, int, Counts]], weight: int, more: int = 0) -> Best:
    return {jokers: (laid + more) * weight for jokers, laid, _ in ways}


def _combined(one: Best, two: Best, limit: int) -> Best:
    found: Best = {}
    for a, score in one.items():
        for b, other in two.items():
            if a + b <= limit:
                found[a + b] = max(found.get(a + b, 0), score + other)
    return found
