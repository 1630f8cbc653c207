"""One whole game among computers under the laws of tile rummy: for the tests, and for `make soak`."""

from __future__ import annotations

from random import Random

from kameny.players.arena import Record, play_game
from kameny.rummy import RUMMY
from kameny.rummy.model import Event, Laid, Options, State
from kameny.rummy.sets import reading
from kameny.rummy.tiles import Face, Tile, full_set, is_joker
from rummy.positions import everything

LONGEST = 1000
"""Turns after which a game counts as endless; the longest of the first thousand had 134."""


def lawful_game(seed: int) -> Record:
    """The game of this seed, among two to four computers of any kind; raises `AssertionError` where it breaks a law."""
    random = Random(seed)
    players = [random.choice(sorted(RUMMY.players)) for _ in range(random.choice(RUMMY.seats))]
    options = Options(
        jokers=random.choice((2, 2, 2, 0, 1, 3, 4)),
        opening=random.choice((30, 30, 0, 40, 50)),
        official=random.random() < 0.5,
        playing_on=random.random() < 0.5,
        joker=random.choice(("free", "exchange")),
    )
    full = sorted(full_set(options.jokers))
    before: dict[Tile, Face] = {}

    def seen(event: Event, state: State) -> None:
        assert everything(state) == full, f"seed {seed}: tiles came or went in turn {state.turn}"
        assert state.turn <= LONGEST, f"seed {seed}: no end"
        if isinstance(event, Laid):
            assert all(map(reading, state.table)), f"seed {seed}: no set in turn {state.turn}"
            held = {tile for tiles in state.table for tile in tiles if is_joker(tile)}
            kept = held if options.joker == "exchange" else set[Tile]()
            assert [*dict(state.stands)] == [tile for tiles in state.table for tile in tiles if tile in kept]
            assert before.items() <= dict(state.stands).items(), f"seed {seed}: a joker changed in turn {state.turn}"
            before.update(state.stands)

    record = play_game(RUMMY, players, seed, options=options, seen=seen)
    assert sum(record.outcome.points) == 0, f"seed {seed}: {record.outcome.points}"
    best = max(record.outcome.points)
    assert all(record.outcome.points[winner] >= best - 1 for winner in record.outcome.winners), f"seed {seed}"
    return record
