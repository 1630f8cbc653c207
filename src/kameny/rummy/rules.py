"""The judge: what an action or an expiry does, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from kameny.game import Chance, Due, Refused
from kameny.hourglass import LAST
from kameny.rummy.course import evolve
from kameny.rummy.model import Action, Draft, Draw, Drew, Ended, Event, Laid, Lay, Passed, RanOut, State
from kameny.rummy.score import stalemate, went_out
from kameny.rummy.sets import reading
from kameny.rummy.tiles import Sets, Tiles, in_order, is_joker


def decide(state: State, seat: int, action: Action, _chance: Chance) -> Sequence[Event]:
    """What happens if this seat does this; raises `Refused`."""
    await_seat(state, seat)
    match action:
        case Lay(sets=sets):
            return _concluded(state, lay(state, sets))
        case Draw():
            return _concluded(state, _drawn(state))


def expire(state: State, due: Due, draft: Draft | None, _chance: Chance) -> Sequence[Event]:
    """What the hourglass does when it runs out with this draft lying.

    A draft that is a legal turn is recorded and costs nothing. Otherwise a tile, if the pool has one; and with
    the third expiry the turn ends, keeping what `rescue` finds.
    """
    sets = draft.sets if draft else state.table
    try:
        return _concluded(state, lay(state, sets, by_clock=True))
    except Refused:
        tile = state.pool[0] if state.pool else None
        ran: Event = RanOut(state.seat, due.count, tile is not None, tile)
        if due.count < LAST:
            return (ran,)
        after = evolve(state, ran)
        return (ran, *_concluded(after, rescue(after, sets) or Passed(state.seat, "clock")))


def await_seat(state: State, seat: int) -> None:
    """Refuse whoever is not on turn."""
    if state.outcome:
        raise Refused("game_over")
    if seat != state.seat:
        raise Refused("not_your_turn", seat=state.seat)


def admit_draft(state: State, seat: int, draft: Draft) -> None:
    """Refuse an arranging that this seat cannot have made: foreign tiles, doubled tiles, missing ones."""
    await_seat(state, seat)
    own_tiles(state, draft.sets)


def own_tiles(state: State, sets: Sets) -> Tiles:
    """The tiles of the acting seat's rack in `sets`; the rest must be exactly the tiles of the table."""
    every = [tile for tiles in sets for tile in tiles]
    laid = set(every)
    if len(laid) < len(every):
        raise Refused("tile_twice", tiles=in_order(tile for tile in laid if every.count(tile) > 1))
    table = {tile for tiles in state.table for tile in tiles}
    own = laid - table
    if foreign := own.difference(state.racks[state.seat]):
        raise Refused("not_yours", tiles=in_order(foreign))
    if missing := table - laid:
        raise Refused("table_tile_missing", tiles=in_order(missing))
    return in_order(own)


def lay(state: State, sets: Sets, *, by_clock: bool = False) -> Laid:
    """The acting seat ends its turn with this table, if it may."""
    own = own_tiles(state, sets)
    if not own:
        raise Refused("nothing_laid")
    lying = set(state.table)
    readings = [None if tiles in lying else reading(tiles) for tiles in sets]
    if bad := [i for i, tiles in enumerate(sets) if tiles not in lying and not readings[i]]:
        raise Refused("bad_sets", sets=bad)
    if not state.opened[state.seat]:
        _check_opening(state, sets)
    shown = tuple(r.tiles if r else tiles for r, tiles in zip(readings, sets, strict=True))
    return Laid(state.seat, own, shown, "clock" if by_clock else "hand")


def opening_points(sets: Sequence[Tiles]) -> int:
    """What these own sets count towards the opening: a set that is not valid, or holds a joker, counts nothing."""
    return sum(r.points for tiles in sets if (r := reading(tiles)) and not any(map(is_joker, tiles)))


def rescue(state: State, sets: Sets) -> Laid | None:
    """What stays after the third expiry: valid sets made only of tiles laid in this turn.

    Before the opening only if they satisfy it. The table is as it was at the start of the turn.
    """
    rack = set(state.racks[state.seat])
    opened = state.opened[state.seat]
    kept = [
        found.tiles
        for tiles in sets
        if rack.issuperset(tiles) and (found := reading(tiles)) and (opened or not any(map(is_joker, tiles)))
    ]
    if not kept or (not opened and opening_points(kept) < state.options.opening):
        return None
    return Laid(state.seat, in_order(tile for tiles in kept for tile in tiles), (*state.table, *kept), "rescue")


def _check_opening(state: State, sets: Sets) -> None:
    """The first lay: own tiles only, no joker, no set of the table touched, worth enough."""
    lying = {frozenset(tiles) for tiles in state.table}
    table = {tile for tiles in state.table for tile in tiles}
    if touched := [i for i, s in enumerate(sets) if table.intersection(s) and frozenset(s) not in lying]:
        raise Refused("opening_touches_table", sets=touched)
    own = {i: tiles for i, tiles in enumerate(sets) if not table.intersection(tiles)}
    if jokers := [i for i, tiles in own.items() if any(map(is_joker, tiles))]:
        raise Refused("opening_joker", sets=jokers)
    found = opening_points(tuple(own.values()))
    if found < state.options.opening:
        raise Refused("opening_low", points=found, minimum=state.options.opening)


def _drawn(state: State) -> Event:
    return Drew(state.seat, state.pool[0]) if state.pool else Passed(state.seat)


def _concluded(state: State, event: Event) -> tuple[Event, ...]:
    """The event that ends a turn, and the end of the game if that is what it brings."""
    after = evolve(state, event)
    if not after.racks[state.seat]:
        return (event, Ended(went_out(after.racks, state.seat)))
    if not after.pool and after.passes >= len(after.racks):
        return (event, Ended(stalemate(after.racks, after.opener)))
    return (event,)
