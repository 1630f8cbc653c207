"""Jokers that keep what they stand for: how they are read, and when one may leave its place.

A joker's *place* is its face and the set it lay in. A place goes along with the tiles of its set, wherever
they are laid; it is kept by the joker, or taken by a tile of that face, and then the joker is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

from kameny.game import Refused
from kameny.rummy.model import State
from kameny.rummy.sets import Reading, read_as
from kameny.rummy.tiles import Face, Sets, Stands, Tile, face, in_order, is_joker


def keeps(state: State) -> bool:
    """Whether jokers of this game keep what they stand for."""
    return state.options.joker == "exchange"


def admit_wishes(sets: Sets, stands: Stands) -> None:
    """Refuse a wish for what is no joker of these sets, two for one joker, and to stand for a joker."""
    jokers = [tile for tiles in sets for tile in tiles if is_joker(tile)]
    named = [joker for joker, _ in stands]
    wrong = {joker for joker, wanted in stands if joker not in jokers or is_joker(wanted) or named.count(joker) > 1}
    if wrong:
        raise Refused("bad_joker", jokers=in_order(wrong))


def check_wishes(sets: Sets, stands: Stands) -> None:
    """Refuse what jokers of these valid sets cannot stand for."""
    wished = dict(stands)
    if wrong := [tile for tiles in sets if not read_as(tiles, wished) for tile in tiles if tile in wished]:
        raise Refused("bad_joker", jokers=in_order(wrong))


def standing(readings: Iterable[Reading]) -> Stands:
    """What every joker of a table that is read like this stands for."""
    shown = (pair for found in readings for pair in zip(found.tiles, found.stands, strict=True))
    return tuple(pair for pair in shown if is_joker(pair[0]))


def kept(state: State) -> Stands:
    """What every joker of the table stands for now; one of which nothing is known, as it is read."""
    known = dict(state.stands)
    return standing(found for tiles in state.table if (found := read_as(tiles, known)))


def placed(state: State, sets: Sets, stands: Stands) -> tuple[Reading, ...]:
    """How these valid sets are read, the wishes fulfilled and as many jokers as can be kept in their places.

    Refused where a joker has left its place and nothing has taken it.
    """
    wished, old = dict(stands), dict(kept(state))
    homes = {joker: {t for t in tiles if not is_joker(t)} for tiles in state.table for joker in tiles if joker in old}
    lying = {tile: tiles for tiles in sets for tile in tiles}
    stayed = [j for j in old if homes[j].intersection(lying[j]) and wished.get(j, old[j]) == old[j]]
    heirs = {j: [t for t in lying if face(t) == old[j] and homes[j].intersection(lying[t])] for j in old}
    stuck: list[Tile] = []
    for staying in _most_first(stayed):
        readings = _read(sets, {**wished, **{joker: old[joker] for joker in staying}})
        if readings is None:
            continue
        left = _without_heir({joker: tiles for joker, tiles in heirs.items() if joker not in staying})
        if not left:
            return readings
        stuck = stuck or left
    where = [i for i, tiles in enumerate(sets) if set(stuck).intersection(tiles)]
    raise Refused("joker_stays", jokers=in_order(stuck), sets=where)


def _most_first(jokers: Sequence[Tile]) -> Iterable[tuple[Tile, ...]]:
    return (some for n in range(len(jokers), -1, -1) for some in combinations(jokers, n))


def _read(sets: Sets, stands: Mapping[Tile, Face]) -> tuple[Reading, ...] | None:
    found = tuple(reading for tiles in sets if (reading := read_as(tiles, stands)))
    return found if len(found) == len(sets) else None


def _without_heir(heirs: Mapping[Tile, Sequence[Tile]]) -> list[Tile]:
    """The jokers whose places no tile takes; one tile takes one place."""
    ways = product(*((*tiles, None) for tiles in heirs.values()))
    apart = (way for way in ways if len(taken := [tile for tile in way if tile]) == len(set(taken)))
    fullest = min(apart, key=lambda way: way.count(None))
    return [joker for joker, tile in zip(heirs, fullest, strict=True) if tile is None]
