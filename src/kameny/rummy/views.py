"""What a seat or a spectator may know, and one full state that fits what it knows."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from kameny.game import Chance
from kameny.rummy.model import Dealt, Draft, Drew, Event, RanOut, State, View
from kameny.rummy.sets import read_as
from kameny.rummy.tiles import Face, Stands, Tiles, face, full_set, in_order, is_joker


def view(state: State, seat: int | None) -> View:
    """The game as this seat sees it; `None` is a spectator. Racks come in fixed order, the pool as a count."""
    return View(
        you=seat,
        options=state.options,
        opener=state.opener,
        lots=state.lots,
        turn=state.turn,
        seat=state.seat,
        rack=() if seat is None else in_order(state.racks[seat]),
        fresh=() if seat is None else in_order(state.fresh[seat]),
        counts=tuple(map(len, state.racks)),
        table=state.table,
        stands=tuple(_faces(tiles, state.stands) for tiles in state.table),
        pool=len(state.pool),
        opened=state.opened,
        glass=state.glass,
        took=state.took,
        passes=state.passes,
        last=state.last,
        outcome=state.outcome,
        redeal=seat in state.pairs,
        racks=tuple(map(in_order, state.racks)) if state.outcome else (),
    )


def conceal(event: Event, seat: int | None) -> Event:
    """The event without what this seat may not see: others' hands, the pool, others' drawn tiles."""
    match event:
        case Dealt(hands=hands):
            return replace(event, hands=tuple(in_order(h) if i == seat else () for i, h in enumerate(hands)), pool=())
        case Drew() | RanOut() if event.seat != seat:
            return replace(event, tile=None)
        case _:
            return event


def show_draft(draft: Draft, _seat: int | None) -> Draft:
    """Another's arranging: a draft holds only what lies on the table, so all of it may be seen."""
    return draft


def imagine(view: View, chance: Chance) -> State:
    """One state that this view could be a view of: the tiles it does not show, dealt anew."""
    seats = range(len(view.counts))
    known = {tile for tiles in view.table for tile in tiles}.union(view.rack, *view.racks)
    unseen = iter(chance.shuffled([t for t in full_set(view.options.jokers) if t not in known], "imagine"))
    racks = view.racks or tuple(
        view.rack if seat == view.you else tuple(next(unseen) for _ in range(view.counts[seat])) for seat in seats
    )
    return State(
        options=view.options,
        opener=view.opener,
        lots=view.lots,
        turn=view.turn,
        seat=view.seat,
        racks=racks,
        fresh=tuple(view.fresh if seat == view.you else () for seat in seats),
        table=view.table,
        pool=tuple(unseen),
        opened=view.opened,
        glass=view.glass,
        took=view.took,
        passes=view.passes,
        last=view.last,
        outcome=view.outcome,
        stands=_stands(view),
        pairs=(view.you,) if view.redeal and view.you is not None else (),
    )


def _stands(view: View) -> Stands:
    """What is kept of each joker, as the table shows it."""
    if view.options.joker == "free":
        return ()
    shown = zip(view.table, view.stands, strict=True)
    return tuple(pair for tiles, faces in shown for pair in zip(tiles, faces, strict=True) if is_joker(pair[0]))


@lru_cache(4096)
def _faces(tiles: Tiles, stands: Stands) -> tuple[Face, ...]:
    if not any(map(is_joker, tiles)):
        return tuple(map(face, tiles))
    found = read_as(tiles, dict(stands))
    assert found, "the table holds valid sets only"
    return found.stands
