"""The computers. They know what their seat knows, a view, and their moves go through the judge like any other."""

from __future__ import annotations

from kameny.game import Standing
from kameny.rummy.model import Action, Draw, Lay, View
from kameny.rummy.solver import Solution, add_only, open_lay, solve
from kameny.rummy.tiles import Sets, Tiles


def exact(view: View, _standing: Standing, _budget: float) -> Action:
    """Lay as many tiles as can be laid, rearranging the table for it; of equal lays the worth most.

    It needs far less than any sensible budget, and neither the standing nor the clock changes its mind.
    """
    return _opening(view) or _action(view, solve(view.table, view.rack))


def calm(view: View, _standing: Standing, _budget: float) -> Action:
    """Lay new sets and add to those on the table, as much as fits, without moving a tile that lies there."""
    return _opening(view) or _action(view, add_only(view.table, view.rack))


def moves(view: View) -> tuple[Action, ...]:
    """Some legal actions of the viewing seat: draw, and what the computers would lay. None if it is not on turn."""
    if view.you is None or view.you != view.seat or view.outcome:
        return ()
    nobody = Standing(())
    found: dict[Action, None] = dict.fromkeys((Draw(), calm(view, nobody, 0), exact(view, nobody, 0)))
    return tuple(found)


def _opening(view: View) -> Action | None:
    """The first lay of a seat that has not opened (or a draw, if it cannot); `None` once it has."""
    assert view.you is not None, "a spectator has no move"
    if view.opened[view.you] or not view.options.opening:
        return None
    found = open_lay(view.rack, view.options.opening)
    return Lay((*view.table, *found.sets)) if found else Draw()


def _action(view: View, found: Solution) -> Action:
    return Lay(in_place(view.table, found.sets)) if found.tiles else Draw()


def in_place(table: Sets, sets: Sets) -> Sets:
    """The new sets in an order in which the screen does not jump.

    A set that stays, longer or not, keeps its place and its tiles' order; so does what is left of one, in the
    place of the set it shares most tiles with. The rest comes at the end.
    """
    places: dict[int, Tiles] = {}
    waiting = list(sets)
    whole_first = sorted(range(len(table)), key=lambda i: not any(set(table[i]) <= set(new) for new in sets))
    for i in whole_first:
        old = set(table[i])
        heir = max(waiting, key=lambda new: len(old.intersection(new)), default=())
        if old.intersection(heir):
            waiting.remove(heir)
            places[i] = table[i] if old == set(heir) else heir
    return (*(places[i] for i in sorted(places)), *waiting)
