"""L6: every game ends, and its points add up."""

from __future__ import annotations

from itertools import combinations_with_replacement

from kameny.game import Outcome
from kameny.players.arena import play_game
from laws.walks import LONGEST, Field, games


def adds_up(outcome: Outcome, seats: int) -> bool:
    """Whether points sum to zero and nobody who won got less than somebody who did not."""
    worst = min(outcome.points[seat] for seat in outcome.winners)
    others = [outcome.points[seat] for seat in range(seats) if seat not in outcome.winners]
    return len(outcome.points) == seats and sum(outcome.points) == 0 and worst >= max(others, default=worst)


def test_l6_every_game_of_random_play_ends_and_adds_up(field: Field) -> None:
    """Whatever legal moves are chosen and however often time runs out; then nobody is awaited and nothing is due."""
    for game in games(field.game.name):
        last = game[-1]
        outcome = field.game.outcome(last.after)
        assert outcome
        assert adds_up(outcome, last.seats)
        assert field.game.to_act(last.after) == frozenset()
        assert field.game.due(last.after) is None
        assert not any(field.game.outcome(step.after) for step in game[:-1])


def test_l6_every_game_of_computers_ends_and_adds_up(field: Field) -> None:
    """Every pair of its computers, through the same judge as people."""
    for seed, players in enumerate(combinations_with_replacement(field.game.players, 2)):
        record = play_game(field.game, players, seed)
        assert record.turns <= LONGEST
        assert adds_up(record.outcome, 2)
