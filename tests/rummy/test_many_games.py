"""A hundred whole games among computers over the laws; `make soak` plays a thousand."""

from __future__ import annotations

import pytest

from rummy.lawful import lawful_game


@pytest.mark.parametrize("tens", range(10))
def test_whole_games_of_computers_keep_the_laws(tens: int) -> None:
    """Tiles are conserved after every event, every set on the table is one, points add up, and all games end."""
    for seed in range(10 * tens, 10 * tens + 10):
        assert lawful_game(seed).outcome
