"""Which of the equally good tables disturbs the fewest sets.

Keeping sets is asked of the same search: kept sets leave the board and only offer places for own tiles. A
family of sets that cannot all stay is a *conflict*, and every table has to disturb one set of each conflict.
So the fewest sets that touch all conflicts found so far are a lower bound; if all the others can stay, it is
reached, and if not, that is one more conflict. Few rounds do.

Where a joker in a kept set would have to stand for another tile, the search does not see it; there, and where
the effort is used up, the table may disturb a set more than it must. It is the best one in every other sense.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from kameny.rummy.solver.assemble import assembled, untouched
from kameny.rummy.solver.position import Position, Solution
from kameny.rummy.solver.search import Effort, Exhausted, plans

ENOUGH = 12_000
"""States to look at in one solve before it is left as it is: about a fifth of a second."""

BOARD = 30
"""What it takes to set up another board, in the time of as many states."""


def kept_all(position: Position) -> Solution:
    """The most that can be laid without moving any tile of a valid table."""
    everything = range(len(position.table))
    found = list(plans(position.board(everything), 1, Effort()))
    return assembled(position, found[-1], everything) if found else untouched(position)


def fewest_disturbed(position: Position, best: Solution, spent: int) -> Solution:
    """A table as good as `best` with fewer sets disturbed; it has taken `spent` states to find `best`.

    All sets of the table must be valid, and `best` better than what can be laid without moving a tile.
    """
    return _Keeping(position, best, Effort(ENOUGH, spent)).result()


class _Keeping:
    def __init__(self, position: Position, best: Solution, effort: Effort) -> None:
        self.position = position
        self.best = best
        self.goal = best.score
        self.everything = frozenset(range(len(position.table)))
        self.effort = effort

    def result(self) -> Solution:
        with suppress(Exhausted):
            self._keep_more()
            self._keep_most()
        return self.best

    def _disturbed(self) -> tuple[int, ...]:
        return self.position.disturbed(self.best)

    def _keep_more(self) -> None:
        """Set by set, let those stay that can besides those which do already."""
        for number in self._disturbed():
            disturbed = self._disturbed()
            if number in disturbed:
                self._can_stay(self.everything.difference(disturbed) | {number})

    def _keep_most(self) -> None:
        """Look for conflicts until no table with fewer sets disturbed is possible."""
        conflicts: list[frozenset[int]] = []
        size = 1
        while size < len(self._disturbed()):
            loose = _touching(conflicts, size, self.effort)
            if loose is None:
                size += 1
            elif loose and self._can_stay(self.everything - loose):
                break
            else:
                conflicts.append(self._conflict(self.everything - loose))

    def _can_stay(self, kept: Collection[int]) -> bool:
        """Whether these sets can all stay; the table that shows it is the best from now on if it is better."""
        numbers = sorted(kept)
        self.effort.spend(BOARD)
        for plan in plans(self.position.board(numbers), self.goal, self.effort):
            found = assembled(self.position, plan, numbers)
            if found.score == self.goal:
                fewer = len(self.position.disturbed(found)) < len(self._disturbed())
                self.best = found if fewer else self.best
                return True
        return False

    def _conflict(self, kept: Collection[int]) -> frozenset[int]:
        """A smallest part of these sets, which cannot all stay, of which that is still true."""
        needed: list[int] = []
        disturbed = self._disturbed()
        rest = sorted(kept, key=lambda number: (number not in disturbed, number))
        # Where jokers make the search see less than there is, it might run out of sets to add.
        while rest and not (needed and not self._can_stay(needed)):
            low, high = 0, len(rest)
            while high - low > 1:
                middle = (low + high) // 2
                if self._can_stay([*needed, *rest[:middle]]):
                    low = middle
                else:
                    high = middle
            needed.append(rest[low])
            del rest[low:]
        return frozenset(needed)


def _touching(conflicts: Sequence[frozenset[int]], size: int, effort: Effort) -> frozenset[int] | None:
    """At most `size` numbers of which every conflict holds one, or `None`."""
    effort.spend(1)
    if not conflicts:
        return frozenset()
    if not size:
        return None
    for number in sorted(conflicts[0]):
        others = _touching([conflict for conflict in conflicts if number not in conflict], size - 1, effort)
        if others is not None:
            return others | {number}
    return None
