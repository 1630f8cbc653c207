"""The exact solver of tile rummy: in plain Python, which explains itself, and compiled, if it could be.

A position is searched value by value (`search`), suit by suit (`lanes`) and with one formula for groups
(`groups`); `build` and `assemble` turn the plan into sets of physical tiles, and `keep` finds the table that
disturbs the fewest sets. The kernel does the same (`native`); `KAMENY_KERNEL=python` leaves it alone.
"""

from kameny.kernel import IMPLEMENTATION
from kameny.rummy.solver.board import dressed
from kameny.rummy.solver.plan import POINTS, TILES, Weights
from kameny.rummy.solver.position import Solution

if IMPLEMENTATION == "c++":
    from kameny.rummy.solver.native import add_only, can_open, least_disturbed, open_lay, solve, what_if_drawn
else:
    from kameny.rummy.solver.best import add_only, solve
    from kameny.rummy.solver.keep import least_disturbed
    from kameny.rummy.solver.opening import can_open, open_lay
    from kameny.rummy.solver.whatif import what_if_drawn

__all__ = [
    "IMPLEMENTATION",
    "POINTS",
    "TILES",
    "Solution",
    "Weights",
    "add_only",
    "can_open",
    "dressed",
    "least_disturbed",
    "open_lay",
    "solve",
    "what_if_drawn",
]
