"""L2: replaying the bytes of what happened gives the very same game, at every step."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from laws.walks import Field, encoded, games, walk


def test_l2_replaying_the_bytes_of_every_event_is_the_state(field: Field) -> None:
    """Encoded as JSON, decoded by the game's own types and made so again: equal at every step, chance untouched."""
    decoder = msgspec.json.Decoder(field.game.event)
    for game in games(field.game.name):
        replayed: Any = None
        for step in game:
            for event in step.events:
                copy = decoder.decode(encoded(event))
                assert copy == event
                replayed = field.game.evolve(replayed, copy)
            assert encoded(replayed) == encoded(step.after)
            assert replayed == step.after


def test_l2_the_notation_is_the_state_both_ways(field: Field) -> None:
    """`read(write(state)) == state` from the deal to the end."""
    for game in games(field.game.name):
        for step in game:
            assert field.game.read(field.game.write(step.after)) == step.after


def test_l2_the_same_chance_and_the_same_choices_are_the_same_game(field: Field) -> None:
    """Nothing in a game looks at a clock, at hash order or at randomness of its own."""
    for seed, game in enumerate(games(field.game.name)[:3]):
        for step, again in zip(game, islice(walk(field, seed), 30), strict=False):
            assert encoded(step.events) == encoded(again.events)
