"""`kameny arena`: computers play each other, and what that says of them."""

from __future__ import annotations

import os
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import Annotated

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import track

from kameny.cli.shell import fail, say
from kameny.game import Refused
from kameny.games import GAMES
from kameny.players.arena import play_deals, players_of
from kameny.players.strength import Comparison, compared

SWITCH = Parameter(negative=())
MANY = Parameter(validator=Number(gte=1))


def arena(
    game: str,
    /,
    *players: str,
    deals: Annotated[int, MANY] = 100,
    mirrored: Annotated[bool, SWITCH] = False,
    seed: int = 1,
    workers: Annotated[int | None, MANY] = None,
    json: Annotated[bool, SWITCH] = False,
) -> None:
    """Let computers play each other, and say how strong they are.

    Parameters
    ----------
    game
        The game they play, by its usual rules.
    players
        Who plays, one for every seat, the same one more than once if you like; `random` plays every game.
    deals
        How many deals. The intervals are those of a normal distribution over deals: believe them from 30 deals on.
    mirrored
        Play each deal once for every seat, with the same tiles and everybody one seat further: luck of the deal cancels
        out. Otherwise each deal is played once, and the players move on a seat from deal to deal.
    seed
        Another seed, other deals; the same seed, the same result.
    workers
        How many processes play; without it as many as there are processors. The result does not depend on it.
    json
        Print one line of JSON. Shares run from 0 to 1, a shared win is divided; points are the mean of a deal's games.

    """
    if game not in GAMES:
        fail(f"There is no game {game!r}. There is: {', '.join(GAMES)}.")
    chosen = GAMES[game]
    known = players_of(chosen)
    if unknown := next((name for name in players if name not in known), None):
        fail(f"{game} has no player {unknown!r}. It has: {', '.join(known)}.")
    if len(players) not in chosen.seats:
        fail(f"{game} is for {chosen.seats[0]} to {chosen.seats[-1]} players, not {len(players)}.")
    busy = workers or os.cpu_count() or 1
    progress = Console(stderr=True)
    try:
        with closing(play_deals(chosen, players, deals, seed, mirrored=mirrored, workers=busy)) as playing:
            played = list(
                track(playing, "Playing", deals, console=progress, transient=True, disable=not progress.is_terminal)
            )
    except Refused as refused:
        fail(f"A player made a move that {game} does not allow: {refused.code}.")
    except BrokenProcessPool:
        fail("A process in which games were played has died.")
    found = compared(game, players, played)
    if json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        _tell(found, mirrored=mirrored)


def _tell(found: Comparison, *, mirrored: bool) -> None:
    say(f"{found.game}, {found.deals} {'mirrored ' if mirrored else ''}deals")
    wide = max(len(player.name) for player in found.players)
    say(f"{'':<{wide}}  {'games won':>9}  {'95 % interval':>16}  points a deal")
    for player in found.players:
        interval = f"{player.low:.1%} to {player.high:.1%}"
        say(f"{player.name:<{wide}}  {player.share:>9.1%}  {interval:>16}  {player.points_per_deal:>+13.1f}")
