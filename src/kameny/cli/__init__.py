"""The command line: the commands by name. What one needs is loaded when it is used."""

from __future__ import annotations

import cyclopts
from cyclopts.config import Env, Toml

from kameny.games import COMMANDS


def _from_file(app: cyclopts.App, commands: tuple[str, ...], arguments: cyclopts.ArgumentCollection) -> None:
    """The file is the server's: another command takes from it what it knows."""
    rest = commands != ("serve",)
    Toml("kameny.toml", search_parents=False, use_commands_as_keys=False, allow_unknown=rest)(app, commands, arguments)


app = cyclopts.App(
    name="kameny",
    help="Tile games for the family table, each on their own phone.",
    config=[Env("KAMENY_", command=False), _from_file],
)
app.command("kameny.cli.serve:serve", help="Open the house: print where to come, and keep the tables until Ctrl+C.")
app.command(
    "kameny.cli.finished:export",
    help="Write a finished game as a file that anyone can check with `kameny verify`; a server may be running.",
)
app.command(
    "kameny.cli.finished:verify",
    help="""Check a finished game: its shuffle, every move and its outcome.

    The status is 0 if all is right, 1 if something is wrong, and 2 if there is no game in the file.""",
)
app.command(
    "kameny.cli.arena:arena",
    config=(),  # neither a server's settings nor its environment
    help="Let computers play each other and say how strong they are: a game's name, then one player for every seat.",
)
for name, command in COMMANDS.items():
    app.command(command.path, name=name, config=(), help=command.help)


def main() -> None:
    """Run the command."""
    app()
