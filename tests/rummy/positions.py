"""Positions of tile rummy in short notation: `r7` is the copy `r7a`, `*` the joker `*a`, sets are cut by `|`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from kameny.game import Item
from kameny.hourglass import Hourglass, turned
from kameny.hourglass import due as glass_due
from kameny.rummy.course import evolve, pieces
from kameny.rummy.model import Action, Draft, Event, Lay, Options, State
from kameny.rummy.rules import decide, expire
from kameny.rummy.tiles import Sets, Stands, Tile, Tiles, full_set

DEFAULT = Options()


class NoChance:
    """Chance for what must not need any."""

    def below(self, n: int, purpose: str) -> int:
        raise AssertionError(f"{purpose} drew one of {n}")

    def shuffled(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        raise AssertionError(f"{purpose} shuffled {len(items)}")


class Stacked:
    """Chance that puts these tiles on top, by purpose, and leaves the rest in order."""

    def __init__(self, tops: Mapping[str, Tiles]) -> None:
        self.tops = tops

    def below(self, n: int, purpose: str) -> int:
        raise AssertionError(f"{purpose} drew one of {n}")

    def shuffled(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        top = self.tops.get(purpose, ())
        first = [item for tile in top for item in items if item == tile]
        return (*first, *(item for item in items if item not in top))


def tiles(text: str) -> Tiles:
    """`r7 r8b *` as `r7a r8b *a`."""
    return tuple(word if word[-1] in "abcd" and len(word) > 1 else f"{word}a" for word in text.split())


def sets(text: str) -> Sets:
    """`k3 k4 k5 | r9 b9 p9` as two sets."""
    return tuple(tiles(part) for part in text.split("|") if part.strip())


def stands(text: str) -> Stands:
    """`*=k9 *b=r4` as what two jokers stand for."""
    pairs = (pair.split("=") for pair in text.split())
    return tuple((tiles(joker)[0], shown) for joker, shown in pairs)


def lay(text: str, wishes: str = "") -> Lay:
    """The whole table at the end of a turn."""
    return Lay(sets(text), stands(wishes))


def draft(text: str, wishes: str = "") -> Draft:
    """The whole table within a turn."""
    return Draft(sets(text), stands(wishes))


def position(
    *racks: str,
    table: str = "",
    pool: str | None = None,
    opened: Sequence[bool] | bool = True,
    seat: int = 0,
    opener: int = 0,
    turn: int = 5,
    glass: Hourglass | None = None,
    took: bool = False,
    passes: int = 0,
    options: Options = DEFAULT,
    kept: str = "",
) -> State:
    """A game in which `seat` is on turn. `pool=None`: every tile that lies nowhere else, in fixed order.

    `kept`: what the jokers of the table keep standing for.
    """
    lying, hands = sets(table), tuple(map(tiles, racks))
    used = {tile for held in (*lying, *hands) for tile in held}
    rest = tuple(tile for tile in full_set(options.jokers) if tile not in used)
    return State(
        options=options,
        opener=opener,
        lots=(),
        turn=turn,
        seat=seat,
        racks=hands,
        fresh=((),) * len(hands),
        table=lying,
        pool=rest if pool is None else tiles(pool),
        opened=(opened,) * len(hands) if isinstance(opened, bool) else tuple(opened),
        glass=glass or turned(options.clock, sum(map(len, lying))),
        took=took,
        passes=passes,
        stands=stands(kept),
    )


def ran(times: int) -> Hourglass:
    """The hourglass of a small table after so many expiries."""
    return Hourglass(30, times)


def do(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The seat on turn does this: what becomes of the game, and what happened."""
    return _made(state, decide(state, state.seat, action, NoChance()))


def run_out(state: State, arranged: Draft | None = None) -> tuple[State, tuple[Event, ...]]:
    """The hourglass runs out: what becomes of the game, and what happened."""
    due = glass_due(state.glass, state.turn)
    assert due, "a clock runs"
    return _made(state, expire(state, due, arranged, NoChance()))


def _made(state: State, events: Sequence[Event]) -> tuple[State, tuple[Event, ...]]:
    for event in events:
        state = evolve(state, event)
    return state, tuple(events)


def everything(state: State) -> list[Tile]:
    """Every tile of the game, wherever it is, in fixed order: what must never change."""
    return sorted(pieces(state))


def shuffled(seed: int, items: Sequence[Item]) -> tuple[Item, ...]:
    """These in an order of their own."""
    return tuple(Random(seed).sample(items, len(items)))
