"""Tile rummy, by the rules of the Czech page: `RUMMY` is the game."""

from __future__ import annotations

from kameny.game import Due, Game, Outcome, Player, Preset
from kameny.hourglass import due as glass_due
from kameny.rummy.course import deal, evolve, pieces
from kameny.rummy.model import Action, Draft, Event, Options, State, View
from kameny.rummy.notation import read, write
from kameny.rummy.players import calm, exact, moves
from kameny.rummy.rules import admit_draft, decide, expire
from kameny.rummy.views import conceal, imagine, show_draft, view
from kameny.terms import Terms


def _turn(state: State) -> int:
    return state.turn


def _to_act(state: State) -> frozenset[int]:
    return frozenset() if state.outcome else frozenset((state.seat,))


def _outcome(state: State) -> Outcome | None:
    return state.outcome


def _due(state: State) -> Due | None:
    return None if state.outcome else glass_due(state.glass, state.turn)


RUMMY: Game[Options, State, Action, Draft, Event, View] = Game(
    name="rummy",
    version=1,
    seats=range(2, 5),
    options=Options,
    action=Action,
    draft=Draft,
    event=Event,
    view_type=View,
    deal=deal,
    decide=decide,
    evolve=evolve,
    view=view,
    conceal=conceal,
    admit_draft=admit_draft,
    show_draft=show_draft,
    moves=moves,
    imagine=imagine,
    pieces=pieces,
    turn=_turn,
    to_act=_to_act,
    outcome=_outcome,
    due=_due,
    expire=expire,
    write=write,
    read=read,
    players={player.name: player for player in (Player("calm", calm), Player("exact", exact))},
    presets={
        "page": Preset(Options()),
        "official": Preset(Options(official=True, joker="exchange", clock="60")),
        "quick": Preset(Options(clock="30"), Terms(games=1)),
        "children": Preset(Options(opening=0, clock="off"), Terms(live=True), "calm"),
    },
)
