"""Whole games among computers, without a table: one of them, or as many deals as it takes to compare players."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from kameny.game import AnyGame, Before, Outcome, Player, Standing
from kameny.play.chance import Scripted
from kameny.players.pool import processes


def players_of(game: AnyGame) -> Mapping[str, Player[Any, Any]]:
    """The computers of a game, and `random`: every game has it here, and no table offers it."""
    return {**game.players, "random": Player("random", partial(_any_move, game.moves))}


def _any_move(moves: Callable[[Any], Sequence[Any]], view: Any, _standing: Standing, _budget: float) -> Any:
    """One of the moves, all equally likely. A player is handed no chance: the digest of its view has to do for it."""
    seen = hashlib.sha256(msgspec.json.encode(view, order="deterministic")).digest()
    found = moves(view)
    return found[int.from_bytes(seen[:8], "big") % len(found)]


class Record(msgspec.Struct, frozen=True):
    """One game that was played to its end."""

    outcome: Outcome
    turns: int
    state: Any


def play_game(
    game: AnyGame,
    players: Sequence[str],
    seed: int,
    *,
    options: Any = None,
    budget: float = 1.0,
    seen: Callable[[Any, Any], None] | None = None,
) -> Record:
    """One game among these players, the same for the same seed; `seen(event, state)` hears of every event.

    Raises `Refused` if a player does what the rules do not allow.
    """
    chance = Scripted(seed)
    state: Any = None

    def happen(events: Sequence[Any]) -> None:
        nonlocal state
        for event in events:
            state = game.evolve(state, event)
            if seen:
                seen(event, state)

    happen(game.deal(options or game.options(), len(players), Before(), chance))
    computers = players_of(game)
    standing = Standing((0,) * len(players))
    turns = 0
    while not (outcome := game.outcome(state)):
        seat = min(game.to_act(state))
        action = computers[players[seat]].choose(game.view(state, seat), standing, budget)
        happen(game.decide(state, seat, action, chance))
        turns += 1
    return Record(outcome, turns, state)


class Deal(msgspec.Struct, frozen=True):
    """What every player got out of one deal: the share of its games won, and points, both as a mean over the games."""

    shares: tuple[float, ...]
    points: tuple[float, ...]


def play_deal(game: AnyGame, players: Sequence[str], seed: int, number: int, *, mirrored: bool) -> Deal:
    """Deal `number` of a seed. A win that several share is divided among them.

    Mirrored, it is played once for each seat, with the same tiles and the players one seat further: each sits in
    every seat. Otherwise it is played once, and the players move on from deal to deal.
    """
    seats = len(players)
    secret = hashlib.sha256(f"{seed}|{number}".encode()).digest()
    shifts = range(seats) if mirrored else (number % seats,)
    shares, points = [0.0] * seats, [0.0] * seats
    for shift in shifts:
        sitting = [(seat - shift) % seats for seat in range(seats)]
        seated = [players[player] for player in sitting]
        outcome = play_game(game, seated, int.from_bytes(secret[:8], "big")).outcome
        for seat, player in enumerate(sitting):
            points[player] += outcome.points[seat] / len(shifts)
            shares[player] += (seat in outcome.winners) / len(outcome.winners or (seat,)) / len(shifts)
    return Deal(tuple(shares), tuple(points))


def play_deals(
    game: AnyGame, players: Sequence[str], deals: int, seed: int, *, mirrored: bool, workers: int
) -> Generator[Deal, None, None]:
    """So many deals in their order: the same for a seed, however many workers play them. Closing it ends the work."""
    play = partial(play_deal, game, tuple(players), seed, mirrored=mirrored)
    if workers == 1:
        yield from map(play, range(deals))
        return
    with processes(min(workers, deals)) as executor:
        futures = [executor.submit(play, number) for number in range(deals)]
        try:
            for future in futures:
                yield future.result()
        except BaseException:
            # Whoever plays is not waited for, and nothing is cancelled: an executor that breaks trips over that.
            for process in multiprocessing.active_children():
                process.terminate()
            raise
