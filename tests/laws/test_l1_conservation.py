"""L1: pieces are conserved, by id."""

from __future__ import annotations

from typing import Any

from laws.walks import Field, games


def test_l1_no_piece_is_lost_doubled_or_new(field: Field) -> None:
    """After every event of random play, expiries included, the very pieces of the deal are there, each once."""
    for game in games(field.game.name):
        dealt: list[str] = []
        for step in game:
            state: Any = step.before
            for event in step.events:
                state = field.game.evolve(state, event)
                found = sorted(field.game.pieces(state))
                dealt = dealt or found
                assert found == dealt
                assert len(set(found)) == len(found)
