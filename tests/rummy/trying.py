"""The solver's questions answered by trying everything: any weights, sets that stay, the fewest disturbed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from kameny.rummy.sets import reading
from kameny.rummy.solver import Weights, dressed
from kameny.rummy.tiles import Sets, Tiles, is_joker
from rummy.corpus import disturbed, partitions


def as_they_lie(table: Sets, kept: Collection[int]) -> Sets:
    """The table on which the jokers of these sets stay what they stand for."""
    return tuple(
        dressed(tiles, shown.stands) if i in kept and (shown := reading(tiles)) else tiles
        for i, tiles in enumerate(table)
    )


def best_by_trying(table: Sets, rack: Tiles, weights: Weights, kept: Collection[int] = ()) -> int | None:
    """What the best lay is worth; `None`: nothing completes the table.

    Own jokers are left over where they lie on kept sets: without them the plain tiles there are a set too.
    """
    lays = (laid for size in range(len(rack) + 1) for laid in combinations(rack, size))
    return max((weights.of(laid) for laid in lays if is_possible(table, laid, kept)), default=None)


def is_possible(table: Sets, laid: Tiles, kept: Collection[int] = ()) -> bool:
    """Whether there is a table with exactly these tiles laid on which these sets stay."""
    return next(_tables(table, laid, kept), None) is not None


def fewest_by_trying(table: Sets, laid: Tiles, kept: Collection[int] = ()) -> int:
    """How many sets of the table are disturbed at least if exactly these tiles are laid."""
    return min(disturbed(table, sets, laid) for sets in _tables(table, laid, kept))


def stays(old: Tiles, sets: Sets, laid: Tiles) -> bool:
    """Whether this set is still together, own tiles at most beside it."""
    return any(set(old) <= set(new) and set(new) - set(old) <= set(laid) for new in sets)


def _is_plain(old: Tiles, new: Tiles) -> bool:
    return reading([tile for tile in new if tile in old or not is_joker(tile)]) is not None


def _tables(table: Sets, laid: Tiles, kept: Collection[int]) -> Iterator[Sets]:
    lying = [tile for tiles in table for tile in tiles]
    for sets in partitions([*lying, *laid]):
        homes = {i: next((new for new in sets if table[i][0] in new), ()) for i in kept}
        if all(stays(table[i], (new,), laid) and _is_plain(table[i], new) for i, new in homes.items()):
            yield sets
