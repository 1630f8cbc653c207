"""Kameny: tile games for the family table, each on their own phone.

What is named here stays as it is from version to version; everything else may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kameny.game import Chance, Game, Outcome, Player, Refused, Standing
from kameny.games import GAMES

if TYPE_CHECKING:
    from kameny.client import Phone

__all__ = ["GAMES", "Chance", "Game", "Outcome", "Phone", "Player", "Refused", "Standing"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module's attribute
    """Load `Phone` when it is asked for: it brings a whole HTTP client along."""
    if name == "Phone":
        from kameny.client import Phone  # noqa: PLC0415 - see above

        return Phone
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
