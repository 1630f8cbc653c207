"""What if this tile were drawn? One walk up and one walk down answer for all faces at once.

With one more tile of a face, the best lay is the best way to the value below it, one step with that tile, and the
best way down from 13 to the value above. The ways up and down are the same for all faces. They are searched
with a little more freedom than the position has: a tile that is not there yet may be the one that is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kameny.rummy.solver.best import best
from kameny.rummy.solver.board import Board, Grid, face
from kameny.rummy.solver.joints import LACK
from kameny.rummy.solver.lanes import HAS_RUN, Slot
from kameny.rummy.solver.plan import TILES, Effort, Weights
from kameny.rummy.solver.position import Position
from kameny.rummy.solver.runless import with_one_more
from kameny.rummy.solver.search import States, Way, hope, layers, left_to_lay, spared, stepped, suits_of, undominated
from kameny.rummy.tiles import COPIES, JOKER, JOKER_COPIES, SUITS, VALUES, Face, Tile, Tiles
from kameny.rummy.tiles import face as face_of

_FACES = [(s, v) for s in range(len(SUITS)) for v in VALUES]


def what_if_drawn(table: Iterable[Tiles], rack: Iterable[Tile], weights: Weights = TILES) -> Mapping[Face, int]:
    """What the best lay would be worth with one more tile of each face; without those of which no tile is left."""
    position = Position.of(table, rack)
    lying = [tile for laid in position.table for tile in laid]
    seen = Counter(map(face_of, (*position.rack, *lying)))
    now = weights.of(best(position, weights).tiles)
    ask = _Question(position.board(), weights, now)
    found = {name: ask.with_one(s, v) for s, v in _FACES if seen[name := face(s, v)] < len(COPIES)}
    if seen[JOKER] < len(JOKER_COPIES):
        joker = next(f"{JOKER}{copy}" for copy in JOKER_COPIES if f"{JOKER}{copy}" not in (*position.rack, *lying))
        more = Position.of(position.table, (*position.rack, joker))
        found[JOKER] = weights.of(best(more, weights).tiles)
    return found


class _End(NamedTuple):
    """Where a walk has come to: score, jokers used, whether there is a run, the codes of the suits."""

    score: int
    used: int
    run: int
    suits: tuple[int, ...]


class _Question:
    """The walks from below and from above of one position, which is worth `now`."""

    def __init__(self, board: Board, weights: Weights, now: int) -> None:
        self.board = board
        self.weights = weights
        self.now = now
        self.may = _may(board)
        self.slots = board.slots(self.may)
        self.below = self._walk(board, weights)
        self.above = [_ends(layer) for layer in self._walk(board.mirrored(), weights.mirrored())]
        self.runless = with_one_more(board, weights) if board.jokers else {}

    def _walk(self, board: Board, weights: Weights) -> list[States]:
        """The layers of states from which one more tile could make it worth more than now."""
        may = _may(board)
        slots = [tuple(map(_freer, four)) for four in board.slots(may)]
        least = self.now + 1 - hope(board, weights) - max(weights.tiles)
        return layers(slots, weights, board.jokers, [least - rest for rest in left_to_lay(may, weights)], Effort())

    def with_one(self, suit: int, value: int) -> int:
        """What the best lay is worth with one more tile of this face."""
        best = max(self.now, self.runless.get((suit, value), self.now))
        if value > len(self.below) or len(VALUES) - value >= len(self.above):
            return best
        above = self.above[len(VALUES) - value]
        if not above:
            return best
        weight = self.weights.tiles[value]
        at_most = above[0].score + hope(self.board, self.weights) + weight
        here = weight * sum(row[value] for row in self.may)
        low = {state: way for state, way in self.below[value - 1].items() if way[0] + here + at_most > best}
        slots = tuple(slot._replace(must=slot.must + (s == suit)) for s, slot in enumerate(self.slots[value - 1]))
        layer = stepped(low, slots, weight, self.board.jokers, 0)
        layer = undominated({state: way for state, way in layer.items() if way[0] + at_most > best})
        for low_end in _ends(layer):
            best = self._joined(low_end, above, weight, best)
        return best

    def _joined(self, low: _End, above: Sequence[_End], more: int, best: int) -> int:
        """The best of all that the upper half can be for this lower one, if it is better than `best`."""
        one, two, three, four = (LACK[code] for code in low.suits)
        could = low.score + more + hope(self.board, self.weights)
        for high in above:
            if could + high.score <= best:
                break
            a, b, c, d = high.suits
            used = low.used + high.used + one[a] + two[b] + three[c] + four[d]
            spare = spared(self.board, self.weights, used, low.run | high.run)
            if used <= self.board.jokers and spare is not None:
                jokers = (used + spare - self.board.must_jokers) * self.weights.joker
                best = max(best, low.score + more + high.score + jokers)
        return best


def _may(board: Board) -> Grid:
    """The own tiles that could be of use with one more tile, which helps a window of three as much as a joker."""
    return board.useful(board.jokers + 1)


def _freer(slot: Slot) -> Slot:
    """As if one more tile were there at either of the next two values."""
    return slot._replace(next=slot.next + 1, after=slot.after + 1)


def _ends(layer: States) -> list[_End]:
    """The states of a layer as ends, the best first."""
    return sorted((_end(state, way) for state, way in layer.items()), key=lambda end: -end.score)


def _end(state: int, way: Way) -> _End:
    return _End(way[0], way[1], state & HAS_RUN, tuple(suits_of(state)))
