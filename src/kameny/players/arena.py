"""Whole games among computers, without a table: for laws, measurements and matches between players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from kameny.game import AnyGame, Before, Outcome, Standing
from kameny.play.chance import Scripted


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
    standing = Standing((0,) * len(players))
    turns = 0
    while not (outcome := game.outcome(state)):
        seat = min(game.to_act(state))
        action = game.players[players[seat]].choose(game.view(state, seat), standing, budget)
        happen(game.decide(state, seat, action, chance))
        turns += 1
    return Record(outcome, turns, state)
