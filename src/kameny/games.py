"""The registry: every game there is, by name. A new game is a folder and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kameny.game import AnyGame
from kameny.rummy import RUMMY

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (RUMMY,)}


class Command(NamedTuple):
    """A command line of a game's own: where its function is, which is loaded when it is used, and what it does."""

    path: str
    help: str


COMMANDS: Mapping[str, Command] = {
    "solve": Command(
        "kameny.rummy.solving.command:solve",
        "Find the best lay in positions of tile rummy: one that is typed, or a file of them.",
    ),
}
