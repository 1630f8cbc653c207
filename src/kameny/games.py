"""The registry: every game there is, by name. A new game is a folder and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from kameny.game import AnyGame
from kameny.rummy import RUMMY

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (RUMMY,)}
