"""The exact solver of tile rummy, in plain Python.

A position is searched value by value (`search`), suit by suit (`lanes`) and with one formula for groups
(`groups`); `build` and `assemble` turn the plan into sets of physical tiles, and `keep` finds the table that
disturbs the fewest sets.
"""

from kameny.rummy.solver.best import add_only, solve
from kameny.rummy.solver.opening import can_open, open_lay
from kameny.rummy.solver.position import Solution

__all__ = ["Solution", "add_only", "can_open", "open_lay", "solve"]
