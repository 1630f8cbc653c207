"""The judge: what an action or an expiry does, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from kameny.game import Chance, Due, Refused
from kameny.hourglass import LAST
from kameny.rummy.course import deal_anew, evolve
from kameny.rummy.jokers import admit_wishes, check_wishes, keeps, placed, standing
from kameny.rummy.model import Action, Dealt, Draft, Draw, Drew, Ended, Event, Laid, Lay, Passed, RanOut, Redeal, State
from kameny.rummy.opening import check_opening, rescue
from kameny.rummy.score import stalemate, went_out
from kameny.rummy.sets import reading
from kameny.rummy.tiles import Sets, Stands, Tiles, in_order


def decide(state: State, seat: int, action: Action, chance: Chance) -> Sequence[Event]:
    """What happens if this seat does this; raises `Refused`."""
    if isinstance(action, Redeal):
        return (redealt(state, seat, chance),)
    await_seat(state, seat)
    match action:
        case Lay(sets=sets, stands=stands):
            return _concluded(state, lay(state, sets, stands))
        case Draw():
            return _concluded(state, _drawn(state))


def expire(state: State, due: Due, draft: Draft | None, _chance: Chance) -> Sequence[Event]:
    """What the hourglass does when it runs out with this draft lying.

    A draft that is a legal turn is recorded and costs nothing. Otherwise a tile, if the pool has one; and with
    the third expiry the turn ends, keeping what `rescue` finds.
    """
    sets, stands = (draft.sets, draft.stands) if draft else (state.table, ())
    try:
        return _concluded(state, lay(state, sets, stands, by_clock=True))
    except Refused:
        tile = state.pool[0] if state.pool else None
        ran: Event = RanOut(state.seat, due.count, tile is not None, tile)
        if due.count < LAST:
            return (ran,)
        after = evolve(state, ran)
        return (
            ran,
            *_concluded(after, rescue(after, sets, stands if keeps(state) else ()) or Passed(state.seat, "clock")),
        )


def await_seat(state: State, seat: int) -> None:
    """Refuse whoever is not on turn."""
    if state.outcome:
        raise Refused("game_over")
    if seat != state.seat:
        raise Refused("not_your_turn", seat=state.seat)


def admit_draft(state: State, seat: int, draft: Draft) -> None:
    """Refuse an arranging that this seat cannot have made: foreign tiles, doubled or missing ones, false jokers."""
    await_seat(state, seat)
    own_tiles(state, draft.sets)
    admit_wishes(draft.sets, draft.stands)


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


def lay(state: State, sets: Sets, stands: Stands = (), *, by_clock: bool = False) -> Laid:
    """The acting seat ends its turn with this table, if it may; `stands` are its wishes for jokers."""
    own = own_tiles(state, sets)
    admit_wishes(sets, stands)
    if not own:
        raise Refused("nothing_laid")
    lying = set(state.table)
    readings = tuple(None if tiles in lying else reading(tiles) for tiles in sets)
    if bad := [i for i, tiles in enumerate(sets) if tiles not in lying and not readings[i]]:
        raise Refused("bad_sets", sets=bad)
    wishes = stands if keeps(state) else ()
    check_wishes(sets, wishes)
    if not state.opened[state.seat]:
        check_opening(state, sets, wishes)
    found = placed(state, sets, wishes) if keeps(state) else ()
    shown = tuple(r.tiles if r else tiles for r, tiles in zip(found or readings, sets, strict=True))
    return Laid(state.seat, own, shown, "clock" if by_clock else "hand", standing(found))


def redealt(state: State, seat: int, chance: Chance) -> Dealt:
    """The tiles dealt anew because this seat demands it, if it may."""
    if state.outcome:
        raise Refused("game_over")
    if not state.options.redeal:
        raise Refused("no_redeal")
    if state.table:
        raise Refused("redeal_too_late")
    if seat not in state.pairs:
        raise Refused("no_redeal")
    return deal_anew(state, seat, chance)


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
