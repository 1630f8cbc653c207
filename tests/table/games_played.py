"""Whole series played into a journal without a table: people, a computer, late turns, another phone half-way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from house import WITH_TOY
from kameny.game import AnyGame, Standing
from kameny.play import commands, match
from kameny.play.events import AnyEvent, encode
from kameny.play.seats import Seat, key_of
from kameny.store.base import Row
from kameny.terms import Terms
from toy import Swap, Throw, ToyDraft

BEGAN = 1_700_000_000.0
CODE = "K7M4QX"
OPTIONS: Mapping[str, bytes] = {"toy": b'{"seconds":30}', "rummy": b'{"clock":"30","jokers":3}'}
KEYS = tuple(key_of(f"{n:032x}") for n in range(1, 4))
NONCES = tuple(f"{n:032x}" for n in range(101, 120))
SECRETS = tuple(f"{n:064x}" for n in range(201, 220))


class Writer:
    """A match, and the rows it is made of."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.rows: list[Row] = []
        seats = (Seat(), Seat(), Seat(player=min(game.players)))
        opened = commands.open_match(game, CODE, msgspec.Raw(OPTIONS[game.name]), Terms(), seats, SECRETS[0])
        self.match, _ = match.evolve(game, None, self._written(opened))
        for name, key, nonce in zip(("Ann", "Bob"), KEYS, NONCES, strict=False):
            self.add(commands.join(self.match, name, key, nonce))

    def add(self, event: AnyEvent | None) -> None:
        """One more row."""
        assert event
        self.match, _ = match.evolve(self.game, self.match, self._written(event))

    def _written(self, event: AnyEvent) -> AnyEvent:
        at = BEGAN + 1.5 * len(self.rows)
        self.rows.append(Row(len(self.rows) + 1, encode(event), at))
        return event

    def deal(self, *, new_series: bool = False) -> None:
        """The next game, with a nonce of one phone at least."""
        number = self.match.number + 1
        parts = {KEYS[number % 2]: NONCES[number + 2]}
        request = (KEYS[0], f"rid of deal {number}")
        self.add(commands.deal(self.game, self.match, number, request, parts, new_series=new_series))

    def move(self, random: Random) -> None:
        """The seat on turn does something, or its time runs out with something lying."""
        game, state = self.game, self.match.state
        seat = min(game.to_act(state))
        action = _action(game, state, seat, random)
        secret = SECRETS[self.match.number]
        due = game.due(state)
        if due and random.random() < 0.25:
            self.add(commands.expire(game, self.match, due, _draft(game, action, random), secret))
            return
        request = (self.match.seats[seat].key or "", f"rid of row {len(self.rows)}")
        asked = request if self.match.seats[seat].key else None
        self.add(commands.act(game, self.match, seat, game.turn(state), action, asked, secret))


def _action(game: AnyGame, state: Any, seat: int, random: Random) -> Any:
    if game.name == "toy":
        return random.choice((Swap(), Throw()))
    return game.players["calm"].choose(game.view(state, seat), Standing(()), 1.0)


def _draft(game: AnyGame, action: Any, random: Random) -> Any:
    if game.name == "toy":
        return random.choice((None, ToyDraft("swap"), ToyDraft("thinking")))
    return game.draft(action.sets) if hasattr(action, "sets") else None


@cache
def series(name: str) -> Sequence[Row]:
    """Three games that are over, the third of a new series, and a fourth that runs; the same at every call."""
    writer, random = Writer(WITH_TOY[name]), Random(7)
    for number in (1, 2, 3, 4):
        writer.deal(new_series=number == 3)
        for step in range(5 if number == 4 else 10_000):
            if not writer.match.running:
                break
            if (number, step) == (2, 2):
                writer.add(commands.rekey(writer.match, 1, KEYS[2]))
                writer.add(
                    commands.stand_in(
                        writer.game, writer.match, 0, min(writer.game.players), 1, {0}, (KEYS[2], "rid of help")
                    )
                )
            writer.move(random)
    return tuple(writer.rows)
