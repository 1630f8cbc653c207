"""A position as an integer programme: how often each set lies, so that every tile of the table is used.

Nothing of the solver is in it: `columns` writes the sets out, and HiGHS decides.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import NamedTuple

import highspy
import numpy as np

from kameny.rummy.tiles import JOKER, JOKER_POINTS, Face
from oracle.columns import LAST, LONGEST, Column, Faces, added_to, columns, with_stand_ins

MOST = 4
"""Times the same set can lie: each holds a tile that there are two of, so twice; more does no harm."""
COUNT = 1000
"""What a tile is worth in an opening: more than all points together."""


class Best(NamedTuple):
    """The optimum: the score that was asked for, the number of tiles laid, and their points (a joker's are 30)."""

    score: int
    tiles: int
    points: int


@dataclass(frozen=True)
class Question:
    """Faces on the table and on the rack, the worth of a tile of each value and of a joker, sets only to be added to.

    With a minimum it is an opening: the sets must show so many points, and as many tiles, then points, as they can.
    """

    table: Faces
    rack: Faces
    values: tuple[int, ...] = ()
    joker: int = 0
    kept: tuple[Faces, ...] = ()
    minimum: int = 0

    def worth(self, face: Face) -> int:
        """What it is worth to lay a tile that shows this."""
        if self.minimum:
            return COUNT
        return self.joker if face == JOKER else self.values[int(face[1:])]


def alone(workers: int = 1) -> ProcessPoolExecutor:
    """Processes that HiGHS has to itself: it returns nothing where another package has used it before."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_quiet)


def _quiet() -> None:
    """HiGHS says its name on standard output whatever it is told."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


@dataclass(frozen=True)
class Programme:
    """The sets and the faces of the rack, a variable each, and the model that HiGHS solves."""

    sets: tuple[Column, ...]
    own: Faces
    model: highspy.HighsLp


def optimum(question: Question) -> Best | None:
    """The best that can be laid, or `None` if nothing completes the table, or opens."""
    programme = written(question)
    found = solved(programme.model)
    if found is None:
        return None
    lying = list(zip(programme.sets, map(round, found), strict=False))
    laid = Counter(dict(zip(programme.own, map(round, found[len(programme.sets) :]), strict=True)))
    used = Counter[Face]()
    for column, often in lying:
        used.update({face: often * times for face, times in Counter(column.faces).items()})
        used.subtract({column.given: often} if column.given else {})
    assert used == Counter(question.table) + laid, "the sets are of the tiles that there are"
    shown = sum(often * column.points for column, often in lying) if question.minimum else 0
    points = shown or sum(n * (JOKER_POINTS if face == JOKER else int(face[1:])) for face, n in laid.items())
    return Best(shown + sum(n * question.worth(face) for face, n in laid.items()), laid.total(), points)


def written(question: Question) -> Programme:
    """The dearest part of the rack with which every tile lies in a set is asked for, in an opening points shown too.

    Variables: how often each set lies, then how many tiles of each face are laid, which are whole if the sets are.
    Rows: a face each; each kept set once and once only, and own tiles added to it; the points shown.
    """
    table, rack = Counter(question.table), Counter(question.rack)
    there = table + rack
    few = there[JOKER] <= 2 and not question.minimum
    sets = [*(with_stand_ins(there) if few else columns(there, LAST if question.minimum else LONGEST))]
    sets += [column for number, shown in enumerate(question.kept) for column in added_to(number, shown, rack)]
    own = sorted(rack)
    faces = sorted({*there, *(face for column in sets for face in column.faces)})
    row = {face: number for number, face in enumerate(faces)}
    once = len(faces)
    last = once + len(question.kept)
    added = {face: last + 1 + i for i, face in enumerate(own)} if question.kept else {}
    entries: list[dict[int, float]] = []
    for column in sets:
        entry = dict[int, float](Counter(row[face] for face in column.faces))
        if column.given:
            entry[row[column.given]] = -1
        if column.kept is not None:
            entry[once + column.kept] = 1
            entry |= {added[face]: -times for face, times in Counter(column.faces).items()}
        if column.points:
            entry[last] = column.points
        entries.append(entry)
    entries += [{row[face]: -1.0} | ({added[face]: 1.0} if added else {}) for face in own]
    exact = [float(table[face]) for face in faces] + [1.0] * len(question.kept)

    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(entries), last + 1 + len(added)
    model.sense_ = highspy.ObjSense.kMaximize
    shown = [float(column.points) if question.minimum else 0.0 for column in sets]
    model.col_cost_ = np.array(shown + [float(question.worth(face)) for face in own])
    model.col_lower_ = np.zeros(len(entries))
    often = [float(1 if column.kept is not None else MOST) for column in sets]
    model.col_upper_ = np.array(often + [float(rack[face]) for face in own])
    model.row_lower_ = np.array([*exact, float(question.minimum), *[0.0] * len(added)])
    model.row_upper_ = np.array([*exact, *[highspy.kHighsInf] * (1 + len(added))])
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = np.cumsum([0, *map(len, entries)], dtype=np.int32)
    matrix.index_ = np.array([number for entry in entries for number in entry], dtype=np.int32)
    matrix.value_ = np.array([times for entry in entries for times in entry.values()], dtype=np.float64)
    whole, any_part = highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous
    model.integrality_ = [whole] * len(sets) + [any_part] * len(own)
    return Programme(tuple(sets), tuple(own), model)


def solved(model: highspy.HighsLp) -> list[float] | None:
    """The variables of an optimum, or `None` if there is no solution."""
    if not model.num_col_:
        return None if any(model.row_lower_) else []
    highs = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.passModel(model)
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    assert status == highspy.HighsModelStatus.kOptimal, status
    return list(highs.getSolution().col_value)
