"""From a plan to a table of physical tiles, so that as many sets as possible are still recognised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kameny.rummy.sets import Reading, reading
from kameny.rummy.solver.board import face
from kameny.rummy.solver.build import grown, sets_of
from kameny.rummy.solver.plan import Plan, Weights
from kameny.rummy.solver.position import Position, Solution, ordered, sets_ordered
from kameny.rummy.tiles import JOKER, SUITS, VALUES, Face, Tile, Tiles, is_joker
from kameny.rummy.tiles import face as face_of

_Stock = dict[Face, list[Tile]]


def assembled(position: Position, plan: Plan, weights: Weights, also: Iterable[int] = ()) -> Solution:
    """The plan in physical tiles; it was made for the board on which these sets are kept also."""
    kept = position.kept.union(also)
    faces = sets_of(plan)
    loose = [tiles for i, tiles in enumerate(position.table) if i not in kept]
    jokers = sum(wanted.count(JOKER) for wanted in faces) - sum(is_joker(tile) for tiles in loose for tile in tiles)
    own = _by_face(position.rack)
    held = _held_back(own, plan, jokers)
    # Kept sets first: what a set is recognised with must not be what the plan lays on them.
    sets = _extended(position, plan, sorted(kept), own) if kept else []
    sets += _rebuilt(faces, loose, own)
    if kept:
        attach(sets, _worth_laying(held, weights))
    return _finished(position, sets)


def untouched(position: Position, weights: Weights, kept: Iterable[int] = ()) -> Solution:
    """A valid table as it lies, and what fits onto these of its sets tile by tile."""
    numbers = position.kept.union(kept)
    lying = [(i in numbers, found.tiles) for i, found in enumerate(position.readings) if found]
    sets = [tiles for stays, tiles in lying if stays]
    attach(sets, _worth_laying(position.rack, weights))
    return _finished(position, (*sets, *(tiles for stays, tiles in lying if not stays)))


def _worth_laying(tiles: Iterable[Tile], weights: Weights) -> Tiles:
    return ordered(tile for tile in tiles if weights.joker > 0 or not is_joker(tile))


def _finished(position: Position, sets: Iterable[Tiles]) -> Solution:
    shown = [_shown(tiles) for tiles in sets]
    lying = {tile for tiles in shown for tile in tiles}
    return Solution(sets_ordered(shown), tuple(tile for tile in position.rack if tile in lying))


def _shown(tiles: Tiles) -> Tiles:
    """The tiles in legal order: they are, but for jokers, whose place is for `reading` to say."""
    if not _has_joker(tiles):
        return tiles
    found = reading(tiles)
    assert found, "a plan makes sets"
    return found.tiles


def attach(sets: list[Tiles], tiles: Iterable[Tile]) -> None:
    """Add to the sets, in place, whatever of these tiles fits onto one without moving a tile of it.

    Only jokers, and tiles that fit onto a set with a joker, are not in the plan already.
    """
    waiting = list(tiles)
    fitted = True
    while fitted:
        fitted = False
        for tile in tuple(waiting):
            for i, lying in enumerate(sets):
                if (is_joker(tile) or _has_joker(lying)) and (longer := _longer(lying, tile)):
                    sets[i] = longer
                    waiting.remove(tile)
                    fitted = True
                    break


def _longer(lying: Tiles, tile: Tile) -> Tiles | None:
    """The set with this tile at either end, if it is one."""
    for tiles in ((*lying, tile), (tile, *lying)):
        found = reading(tiles)
        if found and lying in (found.tiles[1:], found.tiles[:-1]):
            return found.tiles
    return None


def _has_joker(tiles: Tiles) -> bool:
    return any(map(is_joker, tiles))


def _by_face(tiles: Iterable[Tile]) -> _Stock:
    stock: _Stock = {}
    for tile in tiles:
        stock.setdefault(face_of(tile), []).append(tile)
    return stock


def _held_back(own: _Stock, plan: Plan, jokers: int) -> list[Tile]:
    """Take what the plan leaves on the rack out of the stock; so many `jokers` it lays."""
    laid = {
        face(s, v): step.laid
        for v, layer in zip(VALUES, plan.layers, strict=True)
        for s, step in enumerate(layer.steps)
    }
    held: list[Tile] = []
    for shown, tiles in own.items():
        number = jokers if shown == JOKER else laid[shown]
        held += tiles[number:]
        del tiles[number:]
    return held


def _extended(position: Position, plan: Plan, kept: Sequence[int], own: _Stock) -> list[Tiles]:
    """The kept sets with the own tiles that the plan puts onto them."""
    readings = [found for i in kept if (found := position.readings[i])]
    seats = {(s, v): layer.steps[s].seats for v, layer in zip(VALUES, plan.layers, strict=True) for s in range(4)}
    spans: dict[int, tuple[int, int]] = {}
    for s, suit in enumerate(SUITS):
        runs = [i for i, found in enumerate(readings) if found.kind == "run" and found.stands[0][0] == suit]
        ends = [(int(readings[i].stands[0][1:]), int(readings[i].stands[-1][1:])) for i in runs]
        spans.update(zip(runs, grown(ends, [layer.steps[s] for layer in plan.layers]), strict=True))
    return [_with_own(found, spans.get(i), seats, own) for i, found in enumerate(readings)]


def _with_own(found: Reading, span: tuple[int, int] | None, seats: dict[tuple[int, int], int], own: _Stock) -> Tiles:
    value = int(found.stands[0][1:])
    if span:
        suit, last = SUITS.index(found.stands[0][0]), value + len(found.tiles) - 1
        below = [own[face(suit, v)].pop(0) for v in range(span[0], value)]
        above = [own[face(suit, v)].pop(0) for v in range(last + 1, span[1] + 1)]
        return (*below, *found.tiles, *above)
    if len(found.tiles) < len(SUITS) and not _has_joker(found.tiles):
        (free,) = (s for s, suit in enumerate(SUITS) if suit not in {f[0] for f in found.stands})
        if seats[free, value]:
            seats[free, value] -= 1
            return (*found.tiles, own[face(free, value)].pop(0))
    return found.tiles


def _rebuilt(faces: list[list[Face]], loose: Sequence[Tiles], own: _Stock) -> list[Tiles]:
    """The sets with these faces: first those in which a loose set is whole again, then from all that is left."""
    homes: dict[int, Tiles] = {}
    scattered: list[Tile] = []
    for tiles in loose:
        first = face_of(tiles[0])
        maybe = (i for i, wanted in enumerate(faces) if first in wanted and i not in homes)
        home = next((i for i in maybe if _is_within(tiles, faces[i], own)), None)
        if home is None:
            scattered += tiles
        else:
            homes[home] = _filled(faces[home], _by_face(tiles), own)
    stock = _by_face(scattered)
    return [homes.get(i) or _filled(wanted, stock, own) for i, wanted in enumerate(faces)]


def _is_within(tiles: Tiles, wanted: Sequence[Face], own: _Stock) -> bool:
    """Whether these faces are the tiles plus own ones."""
    if not all(face_of(tile) in wanted for tile in tiles):
        return False
    extra = Counter(wanted)
    extra.subtract(map(face_of, tiles))
    return all(0 <= n <= len(own.get(f, ())) for f, n in extra.items())


def _filled(wanted: Sequence[Face], first: _Stock, own: _Stock) -> Tiles:
    """A physical tile for every face, own ones only where the first stock has none."""
    return tuple((first.get(f) or own[f]).pop(0) for f in wanted)
