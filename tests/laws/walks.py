"""Random play of any game: what the laws of all games are tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from house import WITH_TOY
from kameny.game import AnyGame, Before, Refused, Standing
from kameny.play.chance import Scripted
from kameny.rummy.model import Action, Draft, Draw, Lay, Options, Redeal, State
from kameny.rummy.tiles import is_joker
from toy import ToyDraft

LAWS = settings(max_examples=25, deadline=None)
"""How often a law is tried on each game."""
FEW = settings(LAWS, max_examples=8)
"""How often, where every trial asks the computers many times."""
SEEDS = st.integers(0, 2**32)
LATE = (0.1, 0.4, 0.8)
"""How often a clock runs out in random play, by turns: people who are quick, slow, and asleep."""
GAMES_OF_EACH = 9
LONGEST = 3_000
"""Commands after which a game counts as endless."""


def any_move(game: AnyGame, state: Any, seat: int, random: Random) -> Any:
    """One of the moves that the seat finds."""
    return random.choice(moves(game, state, seat))


def no_draft(_game: AnyGame, _state: Any, _seat: int, _random: Random) -> Any:
    """Nothing arranged."""
    return None


def usual_options(game: AnyGame, _seed: int) -> Any:
    """The game's own defaults."""
    return game.options()


def as_it_is(draft: Any) -> Any:
    """All of an arranging is public."""
    return draft


@dataclass(frozen=True)
class Field:
    """A game and how it is played at random: a legal action, and what the seat on turn may have arranged so far.

    The defaults do for any game; a game with drafts or dear moves has its own below.
    """

    game: AnyGame
    play: Callable[[AnyGame, Any, int, Random], Any] = any_move
    arrange: Callable[[AnyGame, Any, int, Random], Any] = no_draft
    public: Callable[[Any], Any] = as_it_is
    """What of an arranging others may see."""
    options: Callable[[AnyGame, int], Any] = usual_options
    """The rules of the game with this seed."""
    luck: int = 0
    """Added to the seeds of chance, so that what is rare happens too."""

    def draft(self, state: Any, seat: int, random: Random) -> Any:
        """One admissible arranging, or `None`."""
        found = self.arrange(self.game, state, seat, random)
        if found is not None:
            self.game.admit_draft(state, seat, found)
        return found


RUMMY_OPTIONS = (
    Options(),
    Options(official=True, joker="exchange", redeal=True),
    Options(playing_on=True, joker="exchange", redeal=True),
)


def rummy_options(_game: AnyGame, seed: int) -> Options:
    """Three games by the page, then three with each of the other rules, and so on."""
    return RUMMY_OPTIONS[seed // len(LATE) % len(RUMMY_OPTIONS)]


def rummy_move(game: AnyGame, state: State, seat: int, random: Random) -> Action:
    """Draw, or what a computer would do; the exact one takes its time and is asked less. Rarely, a redeal."""
    if seat in state.pairs and random.random() < 0.2:
        return Redeal()
    name = random.choices((None, "calm", "exact"), (3, 5, 1))[0]
    return game.players[name].choose(game.view(state, seat), Standing(()), 1.0) if name else Draw()


def rummy_draft(game: AnyGame, state: State, seat: int, random: Random) -> Draft | None:
    """Nothing; what a computer would lay, perhaps with a tile too many; or own tiles in heaps beside the table."""
    kind = random.randrange(4)
    if kind == 0:
        return None
    if kind < 3 and isinstance(action := rummy_move(game, state, seat, random), Lay):
        lying = {tile for laid in action.sets for tile in laid}
        rest = [tile for tile in state.racks[seat] if tile not in lying][: kind - 1]
        return Draft((*action.sets, *((tile,) for tile in rest)))
    own = random.sample(state.racks[seat], random.randint(0, min(6, len(state.racks[seat]))))
    cuts = sorted(random.sample(range(len(own) + 1), min(2, len(own) + 1)))
    heaps = (own[: cuts[0]], own[cuts[0] : cuts[-1]], own[cuts[-1] :])
    stands = tuple((tile, random.choice(("r7", "k1", "p13"))) for tile in own if is_joker(tile))
    return Draft((*state.table, *(tuple(heap) for heap in heaps if heap)), stands)


def toy_draft(_game: AnyGame, _state: Any, _seat: int, random: Random) -> ToyDraft | None:
    """A thought, with a secret one beside it."""
    return random.choice((None, ToyDraft("swap", "of nine"), ToyDraft("thinking", "of four")))


def toy_public(draft: ToyDraft) -> ToyDraft:
    """The open thought."""
    return ToyDraft(draft.open)


KNOWN = {
    "rummy": Field(WITH_TOY["rummy"], rummy_move, rummy_draft, options=rummy_options, luck=27),
    "toy": Field(WITH_TOY["toy"], arrange=toy_draft, public=toy_public),
}
FIELDS = {name: KNOWN.get(name, Field(game)) for name, game in WITH_TOY.items()}
"""Every registered game and the toy: a new game is under all laws by being registered."""


class Step(NamedTuple):
    """One command of a game for so many `seats`, and what it did; the first is the deal, with `before` None."""

    seats: int
    before: Any
    events: tuple[Any, ...]
    after: Any


def walk(field: Field, seed: int) -> Iterator[Step]:
    """A random game from its deal to its end."""
    game, random, chance = field.game, Random(seed), Scripted(field.luck + seed)
    late = LATE[seed % len(LATE)]
    seats = random.choice(game.seats)
    yield (step := _step(game, seats, None, game.deal(field.options(game, seed), seats, Before(), chance)))
    for _ in range(LONGEST):
        state = step.after
        if game.outcome(state):
            return
        due = game.due(state)
        seat = random.choice(sorted(game.to_act(state)))
        if due and random.random() < late:
            events = game.expire(state, due, field.draft(state, seat, random), chance)
        else:
            events = game.decide(state, seat, field.play(game, state, seat, random), chance)
        yield (step := _step(game, seats, state, events))


@cache
def games(name: str) -> tuple[tuple[Step, ...], ...]:
    """A few whole games, played once for all the laws."""
    return tuple(tuple(walk(FIELDS[name], seed)) for seed in range(GAMES_OF_EACH))


def somewhere(field: Field, seed: int) -> Step:
    """Any step of any of these games."""
    random = Random(seed)
    return random.choice(random.choice(games(field.game.name)))


def moves(game: AnyGame, state: Any, seat: int) -> Sequence[Any]:
    """What this seat finds it can do."""
    return game.moves(game.view(state, seat))


def viewers(seats: int) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(seats), None]


def mangled(game: AnyGame, actions: Sequence[Any], random: Random) -> Iterator[Any]:
    """These actions with something in them dropped, doubled, moved or put in from another: mostly illegal."""
    values = [msgspec.to_builtins(action) for action in actions]
    leaves = [leaf for value in values for leaf in _leaves(value)]
    for value in values:
        try:
            yield msgspec.convert(_mangle(value, leaves, random), type=game.action)
        except msgspec.ValidationError:
            continue  # the door refuses it already


def encoded(value: Any) -> bytes:
    """A value as it travels and as it is kept."""
    return msgspec.json.encode(value)


def accepted(game: AnyGame, state: Any, seat: int, action: Any, seed: int) -> tuple[Any, ...] | None:
    """What this action does, or `None` if it is refused."""
    try:
        return tuple(game.decide(state, seat, action, Scripted(seed)))
    except Refused:
        return None


def _step(game: AnyGame, seats: int, state: Any, events: Sequence[Any]) -> Step:
    after = state
    for event in events:
        after = game.evolve(after, event)
    return Step(seats, state, tuple(events), after)


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for part in cast("dict[str, Any]", value).values() for leaf in _leaves(part)]
    if isinstance(value, list | tuple):
        return [leaf for part in cast("list[Any]", value) for leaf in _leaves(part)]
    return [value]


def _mangle(value: Any, leaves: Sequence[Any], random: Random) -> Any:
    if isinstance(value, dict):
        parts = cast("dict[str, Any]", value)
        chosen = random.choice([key for key in parts if key != "kind"] or ["kind"])
        return {**parts, chosen: _mangle(parts[chosen], leaves, random)}
    if isinstance(value, list | tuple) and value:
        return _mangled_list(list(cast("list[Any]", value)), leaves, random)
    return random.choice(leaves)


def _mangled_list(parts: list[Any], leaves: Sequence[Any], random: Random) -> list[Any]:
    at = random.randrange(len(parts))
    match random.randrange(5):
        case 0:
            del parts[at]
        case 1:
            parts.append(parts[at])
        case 2:
            random.shuffle(parts)
        case _:
            parts[at] = _mangle(parts[at], leaves, random)
    return parts
