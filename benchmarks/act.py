"""What one act costs without sockets, disk and thinking: decode, judge, evolve, encode, and the views of four phones.

A whole game of four is played once; then its acts are judged and painted over and over, as a busy server would.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import msgspec

from kameny.game import Standing
from kameny.games import GAMES
from kameny.play import commands
from kameny.play import match as matches
from kameny.play.events import decoder, encode
from kameny.play.live import Moment
from kameny.play.match import Match
from kameny.play.seats import Seat, new_secret
from kameny.rummy.players import exact
from kameny.terms import Terms
from kameny.web import frames

RUMMY = GAMES["rummy"]
KEYS = tuple(f"{seat}" * 64 for seat in range(4))


def dealt() -> Match:
    """A match of four people with the first game dealt."""
    opened = commands.open_match(RUMMY, "AAAAAA", msgspec.Raw(b"{}"), Terms(), [Seat()] * 4, new_secret())
    match, _ = matches.evolve(RUMMY, None, opened)
    for seat, key in enumerate(KEYS):
        joined = commands.join(match, f"Phone {seat}", key, "0" * 32)
        assert joined
        match, _ = matches.evolve(RUMMY, match, joined)
    return matches.evolve(RUMMY, match, commands.deal(RUMMY, match, 1, (KEYS[0], "deal"), {}))[0]


def acted(match: Match, action: bytes, rid: str) -> tuple[Match, tuple[Any, ...]]:
    """One act as `live.py` does it."""
    seat: int = match.state.seat
    turn: int = match.state.turn
    event = commands.act(RUMMY, match, seat, turn, decoder(RUMMY.action).decode(action), (KEYS[seat], rid), "0" * 64)
    encode(event)
    return matches.evolve(RUMMY, match, event)


def painted(match: Match, events: tuple[Any, ...]) -> int:
    """The bytes of the four updates."""
    moment = Moment(match, events, frozenset(KEYS), {}, 0, None, None)
    return sum(len(frames.update(RUMMY, moment, seat, 0.0)) for seat in range(4))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50, help="how often the game's acts are judged (default 50)")
    rounds = parser.parse_args().rounds

    match, steps = dealt(), list[tuple[Match, bytes]]()
    while match.running:
        view = RUMMY.view(match.state, match.state.seat)
        steps.append((match, msgspec.json.encode(exact(view, Standing((0,) * 4), 1.0))))
        match, _ = acted(*steps[-1], str(len(steps)))

    judged = seen = 0.0
    size = 0
    for _ in range(rounds):
        began = time.process_time()
        after = [acted(before, action, "rid") for before, action in steps]
        judged += time.process_time() - began
        began = time.process_time()
        size = sum(painted(match, events) for match, events in after)
        seen += time.process_time() - began
    acts = rounds * len(steps)
    print(f"decode, judge, evolve, encode: {judged / acts * 1e6:.0f} µs per act")
    print(f"four views: {seen / acts * 1e6:.0f} µs and {size / len(steps):.0f} bytes per act, over {acts} acts")


if __name__ == "__main__":
    main()
