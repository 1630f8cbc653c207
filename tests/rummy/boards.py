"""Small boards that hypothesis can draw: a few neighbouring tiles, some of them lying in sets."""

from __future__ import annotations

from itertools import combinations

from hypothesis import strategies as st

from kameny.rummy.sets import reading
from kameny.rummy.tiles import COPIES, JOKER_COPIES, SUITS, Sets, Tiles


@st.composite
def boards(draw: st.DrawFn, *, jokers: int = 4, loose: bool = False) -> tuple[Sets, Tiles]:
    """Table and rack, at most nine tiles, at most so many jokers; `loose`: the table may hold what is no set."""
    low, span = draw(st.integers(1, 11)), draw(st.integers(1, 4))
    suits = draw(st.sampled_from([SUITS, SUITS, SUITS[:3], SUITS[:2], SUITS[:1]]))
    world = [f"{s}{v}{c}" for s in suits for v in range(low, min(low + span, 13) + 1) for c in COPIES]
    few = draw(st.integers(0, jokers))
    held = draw(st.lists(st.sampled_from(world), unique=True, min_size=3 - min(few, 2), max_size=9 - few))
    rest = [*held, *(f"*{c}" for c in JOKER_COPIES[:few])]
    table: list[Tiles] = []
    while sets := [found for n in (3, 4, 5) for c in combinations(rest, n) if (found := reading(c))]:
        if draw(st.integers(0, 3)) == 0:
            break
        table.append(draw(st.sampled_from(sets)).tiles)
        rest = [tile for tile in rest if tile not in table[-1]]
    if loose and rest:
        table.append(tuple(draw(st.lists(st.sampled_from(rest), unique=True, min_size=1, max_size=3))))
        rest = [tile for tile in rest if tile not in table[-1]]
    return tuple(table), tuple(rest)
