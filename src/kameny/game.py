"""The contract: a game is a frozen record of pure functions.

Nothing inside a game's folder knows of asyncio, clocks, randomness or I/O. What happened is a list of
events, and events carry outcomes (which tile was drawn), so that replaying them needs neither the random
source nor today's rules. Whatever a seat or a spectator is shown passes through `view`, `conceal` and
`show_draft`; whatever a computer knows is a view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from kameny.terms import USUAL, Terms

Item = TypeVar("Item")
Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
Draft = TypeVar("Draft")
Event = TypeVar("Event")
View = TypeVar("View")


class Refused(Exception):
    """A command that changes nothing: `code` for programs, `detail` for the sentence a person reads.

    Its text is the code alone: a detail may name tiles, and the text of an exception ends up in logs.
    """

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class Chance(Protocol):
    """Handed in by the table. Within one game every `purpose` names one drawing and is used once."""

    def below(self, n: int, purpose: str) -> int:
        """An integer in `range(n)`, all equally likely."""
        ...

    def shuffled(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        """The items in random order, all orders equally likely."""
        ...


class Outcome(msgspec.Struct, frozen=True):
    """How one game ended: `points` by seat, the `winners`, and why (`reason` is a stable code)."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Before(msgspec.Struct, frozen=True):
    """What a deal may know of its series: this game's `number` (from 1), last opener and outcome, totals."""

    number: int = 1
    opener: int | None = None
    outcome: Outcome | None = None
    totals: tuple[int, ...] = ()


class Due(msgspec.Struct, frozen=True):
    """A deadline as data: the `count`-th expiry of turn `turn`, `seconds` after the one before it.

    The first runs from the start of the turn. The table turns it into a time of its own clock.
    """

    turn: int
    count: int
    seconds: float


class Standing(msgspec.Struct, frozen=True):
    """What a computer may know of the series: totals by seat, and the target, if there is one."""

    totals: tuple[int, ...]
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Player(Generic[View, Action]):
    """A computer: `choose(view, standing, budget)` returns one action within `budget` seconds.

    It runs in a process of its own, so it must be a module-level function, and it must not wait.
    """

    name: str
    choose: Callable[[View, Standing, float], Action]


@dataclass(frozen=True, slots=True)
class Preset(Generic[Options]):
    """House rules under one name: the game's options, the table's terms, and which computer suits them."""

    options: Options
    terms: Terms = USUAL
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[Options, State, Action, Draft, Event, View]):
    """One game. The six types are frozen `msgspec.Struct`s or tagged unions of them."""

    name: str
    version: int
    seats: range

    options: type[Options]
    action: Any  # a union of tagged structs, which no `type[…]` can name
    draft: type[Draft]
    event: Any
    view_type: type[View]

    deal: Callable[[Options, int, Before, Chance], Sequence[Event]]
    """Start one game of a series: the first event carries everything that `evolve(None, …)` needs."""

    decide: Callable[[State, int, Action, Chance], Sequence[Event]]
    """What happens if this seat does this. Raises `Refused`; then nothing has changed."""

    evolve: Callable[[State | None, Event], State]
    """Make it so. Total over the events that `deal`, `decide` and `expire` returned; never refuses."""

    view: Callable[[State, int | None], View]
    """All that this seat (or a spectator, `None`) may know, and nothing else."""

    conceal: Callable[[Event, int | None], Event]
    """What this seat may see of an event."""

    admit_draft: Callable[[State, int, Draft], None]
    """Refuse an arranging that this seat cannot have made: what is not refused may be shown and judged."""

    show_draft: Callable[[Draft, int | None], Draft]
    """What this seat may see of another's admitted arranging."""

    moves: Callable[[View], Sequence[Action]]
    """Legal actions of the viewing seat (some of them, where there are too many), from its view alone."""

    imagine: Callable[[View, Chance], State]
    """One full state that this view could be a view of."""

    pieces: Callable[[State], Sequence[str]]
    """Every physical piece by its id, wherever it lies: none is ever lost, doubled or new. Dice have none."""

    turn: Callable[[State], int]
    """The number of the turn: an action and an expiry name the turn they were meant for."""

    to_act: Callable[[State], frozenset[int]]
    """The seats that are awaited; empty once the game is over."""

    outcome: Callable[[State], Outcome | None]

    due: Callable[[State], Due | None]
    """The deadline that runs now, if one does."""

    expire: Callable[[State, Due, Draft | None, Chance], Sequence[Event]]
    """What happens when `due` passes with this draft lying (`None`: nothing arranged)."""

    write: Callable[[State], str]
    read: Callable[[str], State]
    """The game's text notation, both ways: `read(write(state)) == state`."""

    players: Mapping[str, Player[View, Action]] = field(default_factory=dict[str, Player[View, Action]])

    presets: Mapping[str, Preset[Options]] = field(default_factory=dict[str, Preset[Options]])
    """House rules people know by name, the usual ones first."""


AnyGame = Game[Any, Any, Any, Any, Any, Any]
