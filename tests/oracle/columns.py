"""Every set there is, written out: what the integer programme may lay, and what may be added to a set that stays.

Two jokers at most may stand in for any face; of three or four, which must not be a set of their own, every set is
written out with jokers at every place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from kameny.rummy.tiles import JOKER, SUITS, VALUES, Face

Faces = tuple[Face, ...]
FACES = tuple(f"{s}{v}" for s in SUITS for v in VALUES)
LAST = VALUES[-1]
LONGEST = 5
"""Longer runs fall into shorter sets of the same tiles; `test_oracle.py` tries them all."""


class Column(NamedTuple):
    """Faces that a set takes from table and rack, the points it shows, and the kept set it is added to.

    Or a joker that stands in: it is taken, and the face `given`.
    """

    faces: Faces
    points: int = 0
    kept: int | None = None
    given: Face | None = None


def columns(there: Counter[Face], longest: int = LONGEST) -> Iterator[Column]:
    """Every set that can be made of these faces, once, in the reading that shows the most points."""
    best: dict[Faces, int] = {}
    for faces, points in (*_groups(there), *_runs(there, longest)):
        key = tuple(sorted(faces))
        best[key] = max(points, best.get(key, 0))
    return (Column(faces, points) for faces, points in best.items())


def with_stand_ins(there: Counter[Face]) -> Iterator[Column]:
    """Every set without a joker, and jokers that stand in for faces; right as long as they are too few for a set."""
    wide = there | Counter(dict.fromkeys(FACES, 1)) if there[JOKER] else there
    wide = wide - Counter({JOKER: wide[JOKER]})
    missing = {face for face in wide if not there[face]}
    wanted = set[Face]()
    for faces, _ in (*_groups(wide), *_runs(wide, LONGEST)):
        if len(lacking := missing.intersection(faces)) <= there[JOKER] and len(lacking) < len(faces):
            wanted.update(faces)
            yield Column(faces)
    if there[JOKER]:
        yield from (Column((JOKER,), given=face) for face in sorted(wanted))


def _groups(there: Counter[Face]) -> Iterator[tuple[Faces, int]]:
    for v in VALUES:
        plain = [f"{s}{v}" for s in SUITS if there[f"{s}{v}"]]
        for size in (3, 4):
            for real in range(max(1, size - there[JOKER]), size + 1):
                for faces in combinations(plain, real):
                    yield (*faces, *[JOKER] * (size - real)), size * v


def _runs(there: Counter[Face], longest: int) -> Iterator[tuple[Faces, int]]:
    for s in SUITS:
        for size in range(3, longest + 1):
            for low in range(1, LAST - size + 2):
                span = [f"{s}{v}" for v in range(low, low + size)]
                for faces in with_jokers(span, there):
                    # One tile and two or three jokers are read as a group.
                    if size > len(SUITS) or faces.count(JOKER) < size - 1:
                        yield faces, sum(range(low, low + size))


def added_to(number: int, shown: Faces, rack: Counter[Face]) -> Iterator[Column]:
    """What can be laid onto a kept set that shows these faces, nothing included; it is chosen exactly once."""
    yield Column((), kept=number)
    suits, low, high = {face[0] for face in shown}, int(shown[0][1:]), int(shown[-1][1:])
    if len(suits) > 1:
        fourth = [f"{s}{low}" for s in SUITS if s not in suits]
        yield from (Column((face,), kept=number) for face in (*fourth, *[JOKER] * len(fourth)) if rack[face])
        return
    (suit,) = suits
    for first in range(1, low + 1):
        for last in range(high, LAST + 1):
            span = [f"{suit}{v}" for v in range(first, last + 1) if not low <= v <= high]
            yield from (Column(faces, kept=number) for faces in with_jokers(span, rack, real=0) if faces)


def with_jokers(span: Sequence[Face], there: Counter[Face], real: int = 1) -> Iterator[Faces]:
    """These faces, jokers wherever one is not there and wherever else they could be, but so many `real` ones."""
    lacking = {i for i, face in enumerate(span) if not there[face]}
    free = [i for i in range(len(span)) if i not in lacking]
    for more in range(min(there[JOKER] - len(lacking), len(free) - real) + 1):
        for chosen in combinations(free, more):
            yield tuple(JOKER if i in lacking or i in chosen else face for i, face in enumerate(span))
