"""Which of the equally good tables disturbs the fewest sets.

Keeping sets is asked of a solver: kept sets leave the board and only offer places for own tiles. A family of
sets that cannot all stay is a *conflict*, and every table has to disturb one set of each conflict. So the
fewest sets that touch all conflicts found so far are a lower bound; if all the others can stay, it is reached,
and if not, that is one more conflict. Few rounds do.

Where a joker in a kept set would have to stand for another tile, the search does not see it; there, and where
the effort is used up, the table may disturb a set more than it must.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from kameny.rummy.solver.assemble import assembled, untouched
from kameny.rummy.solver.ladder import plans
from kameny.rummy.solver.minimal import minimal
from kameny.rummy.solver.plan import TILES, Effort, Exhausted
from kameny.rummy.solver.position import Position, Solution
from kameny.rummy.tiles import Tiles

ENOUGH = 12_000
"""States to look at before a table has to do on which no single set more could stay: about a fifth of a second."""

BOARD = 30
"""What it takes to set up another board, in the time of as many states."""

Stay = Callable[[Collection[int]], Solution | None]
"""A table on which every tile of the rack is laid and these sets stay, if there is one. May raise `Exhausted`."""


def least_disturbed(table: Iterable[Tiles], found: Solution, *, kept: Collection[int] = ()) -> Solution:
    """A table on which the same tiles are laid as on `found`, and as few sets of `table` as possible are disturbed.

    A set is disturbed if it is not together any more, or has been joined by tiles that lay elsewhere.
    """
    position = Position.of(table, found.tiles, kept)
    effort = Effort(ENOUGH)
    return fewest_disturbed(position, found, lambda more: _staying(position, more, effort), effort)


def _staying(position: Position, more: Collection[int], effort: Effort) -> Solution | None:
    effort.spend(BOARD)
    board = position.board(more)
    for plan in plans(board, TILES, TILES.of(position.rack), effort):
        found = assembled(position, plan, TILES, more)
        if found.tiles == position.rack:
            return found
    calm = untouched(position, TILES, more) if len(position.kept.union(more)) == len(position.table) else None
    return calm if calm and calm.tiles == position.rack else None


def fewest_disturbed(position: Position, found: Solution, stay: Stay, effort: Effort) -> Solution:
    """`found`, or a table with fewer sets disturbed that `stay` has to offer: the fewest, if the effort allows it.

    The rack of the position must be what `found` lays. Any solver can be asked by way of `stay`.
    """
    search = _Keeping(position, found, stay, effort)
    try:
        search.keep_all()
        search.keep_more()
        search.keep_most()
    except Exhausted:
        # One round more, which is short: no set that could stay is given up.
        effort.limit = None
        search.keep_more()
    return search.best


class _Keeping:
    def __init__(self, position: Position, best: Solution, stay: Stay, effort: Effort) -> None:
        self.position = position
        self.best = best
        self.stay = stay
        self.effort = effort
        self.everything = position.sets - position.kept

    def _disturbed(self) -> frozenset[int]:
        return self.everything.intersection(self.position.disturbed(self.best))

    def keep_all(self) -> None:
        """Most lays need not disturb anything."""
        if self._disturbed():
            self._can_stay(self.everything)

    def keep_more(self) -> None:
        """Set by set, let those stay that can besides those which do already."""
        for number in sorted(self._disturbed()):
            disturbed = self._disturbed()
            if number in disturbed:
                self._can_stay(self.everything - disturbed | {number})

    def keep_most(self) -> None:
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
        found = self.stay(sorted(kept))
        if found and len(self.position.disturbed(found)) < len(self.position.disturbed(self.best)):
            self.best = found
        return found is not None

    def _conflict(self, kept: Collection[int]) -> frozenset[int]:
        """A smallest part of these sets, which cannot all stay, of which that is still true."""
        disturbed = self._disturbed()
        likely_first = sorted(kept, key=lambda number: (number not in disturbed, number))
        return frozenset(minimal(likely_first, lambda some: not self._can_stay(some)))


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
