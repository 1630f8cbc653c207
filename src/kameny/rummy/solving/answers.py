"""What is found for a position, and how a line of JSON is answered by another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, cast

import msgspec

from kameny.game import Refused
from kameny.rummy.sets import reading
from kameny.rummy.solver import POINTS, TILES, Solution, least_disturbed, open_lay
from kameny.rummy.solver import solve as best_lay
from kameny.rummy.solving.faces import Puzzle, in_faces, in_tiles
from kameny.rummy.tiles import Face, Sets, Tiles, is_joker, points

Objective = Literal["tiles", "points"]


class Aim(NamedTuple):
    """What is looked for: most tiles or most points; with a `minimum`, an opening worth that much."""

    objective: Objective = "tiles"
    minimum: int | None = None


class Found(NamedTuple):
    """A position in tiles, and the best lay in it."""

    table: Sets
    rack: Tiles
    best: Solution

    @property
    def points(self) -> int:
        """What the laid tiles are worth, a joker 30."""
        return sum(map(points, self.best.tiles))

    @property
    def disturbed(self) -> int:
        """How many sets of the table are not now a set that is they themselves and laid tiles."""
        laid = set(self.best.tiles)
        kept = {frozenset(tiles) - laid for tiles in self.best.sets}
        return sum(frozenset(tiles) not in kept for tiles in self.table)


class Answer(msgspec.Struct, frozen=True):
    """A solved line."""

    id: Any
    tiles: int
    points: int
    laid: tuple[Face, ...]
    sets: tuple[tuple[Face, ...], ...]
    disturbed: int


class Failure(msgspec.Struct, frozen=True):
    """A line that has no answer: why, as a code and what it is about."""

    id: Any
    error: str
    detail: Mapping[str, Any]


def read(line: bytes, number: int) -> Puzzle | Failure:
    """The position of a line; `number` says where a bad one is."""
    name = None
    try:
        fields = msgspec.json.decode(line, type=dict[str, Any])
        name = fields.get("id")
        return msgspec.convert(fields, Puzzle)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Failure(name, "bad_line", {"line": number, "why": str(error)})


def find(puzzle: Puzzle, aim: Aim) -> Found | Failure:
    """The best lay of a position, or why there can be none."""
    try:
        table, rack = in_tiles(puzzle)
        return Found(table, rack, _best(table, rack, aim))
    except Refused as refused:
        return Failure(puzzle.id, refused.code, refused.detail)


def answer(puzzle: Puzzle, found: Found) -> Answer:
    """The same in faces."""
    laid, sets = in_faces(found.best.tiles), tuple(map(in_faces, found.best.sets))
    return Answer(puzzle.id, len(laid), found.points, laid, sets, found.disturbed)


def _best(table: Sets, rack: Tiles, aim: Aim) -> Solution:
    if aim.minimum is not None:
        return _opening(table, rack, aim.objective, aim.minimum)
    try:
        found = best_lay(table, rack, POINTS if aim.objective == "points" else TILES)
    except Refused as refused:
        raise Refused(refused.code, tiles=in_faces(cast("Tiles", refused.detail["tiles"]))) from refused
    return least_disturbed(table, found)


def _opening(table: Sets, rack: Tiles, objective: Objective, minimum: int) -> Solution:
    """Own sets without a joker beside a table that stays as it is; nothing if they are not worth the minimum."""
    if broken := tuple(tile for tiles in table if not reading(tiles) for tile in tiles):
        raise Refused("impossible_table", tiles=in_faces(broken))
    if objective == "tiles":
        found = open_lay(rack, minimum)
    else:
        found = best_lay((), tuple(tile for tile in rack if not is_joker(tile)), POINTS)
    if not found or sum(map(points, found.tiles)) < minimum:
        return Solution(table, ())
    return Solution((*table, *found.sets), found.tiles)
