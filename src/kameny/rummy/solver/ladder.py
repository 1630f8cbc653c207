"""The joker ladder: few jokers first, which is quick, and what they reach bounds the search with more."""

from __future__ import annotations

from collections.abc import Iterator

from kameny.rummy.solver.board import Board
from kameny.rummy.solver.plan import Effort, Plan, Weights
from kameny.rummy.solver.runless import only_groups
from kameny.rummy.solver.search import search


def plans(board: Board, weights: Weights, goal: int, effort: Effort) -> Iterator[Plan]:
    """Better and better plans from a score of `goal` on; the last is the best.

    (Three jokers are hardly quicker than four.)
    """
    if board.jokers and (plan := only_groups(board, weights, goal)):
        yield plan
        goal = plan.score + 1
    for limit in (*range(min(board.jokers, 3)), board.jokers):
        if plan := search(board, weights, limit, goal, effort):
            yield plan
            goal = plan.score + 1


def best_plan(board: Board, weights: Weights, goal: int, effort: Effort | None = None) -> Plan | None:
    """The best plan with a score of `goal` at least."""
    best = None
    for plan in plans(board, weights, goal, effort or Effort()):
        best = plan
    return best
