"""The computers. They know what their seat knows, a view, and their moves go through the judge like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kameny.game import Standing
from kameny.rummy.model import Action, Draw, Lay, View
from kameny.rummy.solver import Solution, add_only, dressed, least_disturbed, open_lay, solve
from kameny.rummy.tiles import Sets, Tiles, is_joker

Best = Callable[[Sets, Tiles, Sequence[int]], Solution]
"""What a computer makes of a table and a rack, the sets with these numbers staying together."""


def exact(view: View, _standing: Standing, _budget: float) -> Action:
    """Lay as many tiles as can be laid, rearranging the table for it; of equal lays the worth most.

    It needs far less than any sensible budget, and neither the standing nor the clock changes its mind. Where
    jokers keep what they stand for, it leaves the sets that hold one together, and is strong but no longer exact.
    """
    return _turn(view, _best)


def calm(view: View, _standing: Standing, _budget: float) -> Action:
    """Lay new sets and add to those on the table, as much as fits, without moving a tile that lies there."""
    return _turn(view, _calmest)


def moves(view: View) -> tuple[Action, ...]:
    """Some legal actions of the viewing seat: draw, and what the computers would lay. None if it is not on turn."""
    if view.you is None or view.you != view.seat or view.outcome:
        return ()
    nobody = Standing(())
    found: dict[Action, None] = dict.fromkeys((Draw(), calm(view, nobody, 0), exact(view, nobody, 0)))
    return tuple(found)


def _best(table: Sets, rack: Tiles, held: Sequence[int]) -> Solution:
    return least_disturbed(table, solve(table, rack, kept=held), kept=held)


def _calmest(table: Sets, rack: Tiles, _held: Sequence[int]) -> Solution:
    return add_only(table, rack)


def _turn(view: View, best: Best) -> Action:
    """Open first; then, or in the same turn where one may play on, lay the best there is."""
    assert view.you is not None, "a spectator has no move"
    options = view.options
    if view.opened[view.you]:
        return _lay(view, _played(view, view.rack, best))
    opening = open_lay(view.rack, options.opening, jokers=options.official)
    if not opening:
        return Draw()
    rest = tuple(tile for tile in view.rack if tile not in opening.tiles)
    more = _played(view, rest, best) if options.playing_on else Solution(view.table, ())
    return _lay(view, more, opening.sets)


def _lay(view: View, found: Solution, opening: Sets = ()) -> Action:
    return Lay((*in_place(view.table, found.sets), *opening)) if found.tiles or opening else Draw()


def _played(view: View, rack: Tiles, best: Best) -> Solution:
    """The best for this rack. Jokers that keep their places are what they stand for, and their sets stay together."""
    if view.options.joker == "free":
        return best(view.table, rack, ())
    table = tuple(map(dressed, view.table, view.stands))
    held = [i for i, tiles in enumerate(view.table) if any(map(is_joker, tiles))]
    jokers = {
        name: joker for new, old in zip(table, view.table, strict=True) for name, joker in zip(new, old, strict=True)
    }
    found = best(table, rack, held)
    return Solution(tuple(tuple(jokers.get(tile, tile) for tile in tiles) for tiles in found.sets), found.tiles)


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
