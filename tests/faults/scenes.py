"""Moments of a game of three at which somebody may be sent anything."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from house import House
from kameny.game import Standing
from kameny.play.match import Match
from kameny.play.seats import Seat, key_of
from kameny.play.table import Table
from kameny.rummy.model import Action, Draw, Lay, State
from kameny.rummy.players import calm
from kameny.rummy.views import view
from seating import nonce, token

PEOPLE = 3
Done = tuple[dict[str, Any], int]
"""A request as a phone sends it, and the version at which it was done."""


class Scene(msgspec.Struct, frozen=True):
    """A table of these options as soon as it is `so`, and what is refused there among other things."""

    options: dict[str, Any]
    so: Callable[[State], bool]
    refused: frozenset[str]
    seated: bool = True
    """Whether who sends has seat 0, else looks on."""


SCENES = {
    "to open": Scene(
        {"clock": "off", "opening": 30},
        lambda state: state.seat == 0 and len(state.table) > 2 and isinstance(_choice(state), Lay),
        frozenset(
            {"not_yours", "tile_twice", "table_tile_missing", "bad_sets", "opening_low", "opening_touches_table"}
        ),
    ),
    "opened": Scene(
        {"clock": "off", "opening": 0, "joker": "exchange", "redeal": True},
        lambda state: state.seat == 0 and len(state.table) > 4 and bool(state.stands),
        frozenset({"not_yours", "tile_twice", "table_tile_missing", "bad_sets", "bad_joker", "redeal_too_late"}),
    ),
    "of others": Scene(
        {"clock": "off", "opening": 0},
        lambda state: state.seat == 1 and len(state.table) > 2,
        frozenset({"not_your_turn", "turn_is_over", "game_running", "already_started", "unknown_player", "still_here"}),
    ),
    "over": Scene(
        {"clock": "off", "opening": 0},
        lambda state: state.outcome is not None,
        frozenset({"game_over", "wrong_game_number", "already_started", "no_such_seat"}),
    ),
    "watched": Scene({"clock": "off"}, lambda state: state.turn > 4, frozenset({"not_seated"}), seated=False),
}


async def play(house: House, scene: Scene) -> tuple[Table, list[Done]]:
    """The table, played until it is so, and what was done for seat 0."""
    options = msgspec.Raw(json.dumps(scene.options).encode())
    table = await house.tables.open("rummy", options, [Seat()] * PEOPLE)
    for seat in range(PEOPLE):
        await table.join("Ann", token(seat), nonce(seat))
    version = await table.deal(key_of(token(0)), "deal 1", 1, nonce(9))
    done: list[Done] = [({"type": "deal", "rid": "deal 1", "number": 1, "nonce": nonce(9), "series": False}, version)]
    while not scene.so(table.match.state):
        state = table.match.state
        seat, rid = state.seat, f"turn {state.turn}"
        # Seat 0 opens last of all, and then others lay: whatever is asked for comes some time.
        action = Draw() if seat == 0 and state.options.opening else _choice(state)
        version = await table.act(key_of(token(seat)), rid, state.turn, action, 0.0)
        if seat == 0:
            act = {"type": "act", "rid": rid, "turn": state.turn, "action": msgspec.to_builtins(action), "at": 0}
            done.append((act, version))
    return table, done


def honest(match: Match, done: Sequence[Done]) -> list[dict[str, Any]]:
    """What phones of ours may send to this table, some of it in vain; and again what was `done`."""
    state: State = match.state
    turn, number = state.turn, match.number + 1
    sets = sets_of(state)
    acts = [
        {"type": "act", "rid": f"act {i}", "turn": turn, "action": action, "at": 1_700_000_000_000}
        for i, action in enumerate(({"kind": "lay", "sets": sets}, {"kind": "draw"}, {"kind": "redeal"}))
    ]
    return [
        *acts,
        {**acts[0], "action": {"kind": "lay", "sets": sets, "stands": [["*a", "r1"]]}},
        {**acts[0], "rid": "turn 2"},  # another seat's, which was done
        {"type": "draft", "turn": turn, "draft": {"sets": sets}, "at": 1_700_000_000_000},
        {"type": "draft", "turn": turn, "draft": None, "at": 1_700_000_000_000},
        {"type": "deal", "rid": "deal", "number": number, "nonce": nonce(1), "series": True},
        {"type": "part", "number": number, "nonce": nonce(1)},
        {"type": "reseat", "rid": "reseat", "seat": 1, "player": "calm"},
        {"type": "stand_in", "rid": "stand in", "seat": 2, "player": "exact"},
        {"type": "leave", "rid": "leave", "player": "calm"},
        {"type": "react", "rid": "react", "reaction": "wow"},
        {"type": "note", "note": "k1a k2a"},
        {"type": "ping", "sent": 1.5},
        *({"type": "hello", "code": code, "token": key} for code in (match.code, "AAAAAA") for key in (token(1), None)),
        *(message for message, _ in done[-4:]),
    ]


def sets_of(state: State) -> list[list[str]]:
    """A table as it might be left: by a computer on seat 0, or with tiles of seat 0 beside the sets that lie."""
    chosen = _choice(state) if state.seat == 0 and not state.outcome else None
    sets = chosen.sets if isinstance(chosen, Lay) else (*state.table, state.racks[0][:3])
    return [list(tiles) for tiles in sets]


def _choice(state: State) -> Action:
    return calm(view(state, state.seat), Standing(()), 0)
