"""The first lay of a seat: own sets that are worth enough, by hand or by what the clock finds."""

from __future__ import annotations

from collections.abc import Sequence

from kameny.game import Refused
from kameny.rummy.jokers import keeps, kept, standing
from kameny.rummy.model import Laid, State
from kameny.rummy.sets import read_as
from kameny.rummy.tiles import Sets, Stands, Tiles, in_order, is_joker


def opening_points(sets: Sequence[Tiles], *, official: bool = False, stands: Stands = ()) -> int:
    """What these own sets count towards the opening; a set that is not valid counts nothing.

    Nor does one with a joker, unless the table is `official`: then a joker counts as the tile it stands for.
    """
    wished = dict(stands)
    counted = (read_as(tiles, wished) for tiles in sets if official or not any(map(is_joker, tiles)))
    return sum(found.points for found in counted if found)


def check_opening(state: State, sets: Sets, stands: Stands) -> None:
    """The first lay: own tiles only, no set of the table touched, no joker unless official, worth enough.

    Where one may play on, only that own sets are worth enough.
    """
    options = state.options
    lying = {frozenset(tiles) for tiles in state.table}
    table = {tile for tiles in state.table for tile in tiles}
    own = {i: tiles for i, tiles in enumerate(sets) if not table.intersection(tiles)}
    found = opening_points(tuple(own.values()), official=options.official, stands=stands)
    if options.playing_on and found >= options.opening:
        return
    if touched := [i for i, s in enumerate(sets) if table.intersection(s) and frozenset(s) not in lying]:
        raise Refused("opening_touches_table", sets=touched)
    jokers = [i for i, tiles in own.items() if any(map(is_joker, tiles))]
    if jokers and not options.official:
        raise Refused("opening_joker", sets=jokers)
    if found < options.opening:
        raise Refused("opening_low", points=found, minimum=options.opening)


def rescue(state: State, sets: Sets, stands: Stands = ()) -> Laid | None:
    """What stays after the third expiry: valid sets made only of tiles laid in this turn.

    Before the opening only if they satisfy it. The table is as it was at the start of the turn.
    """
    rack, wished, options = set(state.racks[state.seat]), dict(stands), state.options
    jokers = state.opened[state.seat] or options.official
    own = [tiles for tiles in sets if rack.issuperset(tiles) and (jokers or not any(map(is_joker, tiles)))]
    found = [reading for tiles in own if (reading := read_as(tiles, wished))]
    low = opening_points(own, official=options.official, stands=stands) < options.opening
    if not found or (low and not state.opened[state.seat]):
        return None
    laid = in_order(tile for reading in found for tile in reading.tiles)
    shown = (*state.table, *(reading.tiles for reading in found))
    return Laid(state.seat, laid, shown, "rescue", (*kept(state), *standing(found)) if keeps(state) else ())
