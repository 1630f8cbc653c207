"""From a plan back to sets: runs and groups as faces, then with the physical tiles in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kameny.rummy.solver.board import LAST, face
from kameny.rummy.solver.groups import dealt
from kameny.rummy.solver.lanes import LONG, Step
from kameny.rummy.solver.plan import Layer, Plan
from kameny.rummy.tiles import JOKER, SUITS, VALUES, Face


@dataclass
class Run:
    """A run that is being built: the face or joker at each value from `low` on."""

    low: int
    faces: list[Face] = field(default_factory=list[Face])

    @property
    def short(self) -> bool:
        return len(self.faces) < LONG

    def add_joker(self) -> bool:
        """Put a joker on top, or below where nothing follows 13; `False` if the run is full."""
        if self.low + len(self.faces) <= LAST:
            self.faces.append(JOKER)
        elif self.low > 1:
            self.faces.insert(0, JOKER)
            self.low -= 1
        else:
            return False
        return True


def sets_of(plan: Plan) -> list[list[Face]]:
    """The sets that the plan makes, apart from what it adds to kept sets. Spare jokers are in runs if there are any."""
    runs = [run for s in range(len(SUITS)) for run in _runs(s, plan.layers)]
    _seat(runs, plan.spare)
    groups = [group for v in VALUES for group in _groups(v, plan.layers[v - 1])]
    return [*(run.faces for run in runs), *groups]


def _runs(suit: int, layers: Sequence[Layer]) -> list[Run]:
    """The runs of one suit, grown as `lanes.grow` has counted them: short, then long, then new ones."""
    if not any(layer.steps[suit].runs for layer in layers):
        return []
    runs: list[Run] = []
    lanes: list[Run] = []
    for v, layer in zip(VALUES, layers, strict=True):
        step = layer.steps[suit]
        if not step.runs + step.fill:
            lanes = []
            continue
        growing = sorted(lanes, key=lambda run: not run.short)[: step.runs + step.fill]
        new = [Run(v) for _ in range(step.runs + step.fill - len(growing))]
        for i, run in enumerate(growing):
            run.faces.append(JOKER if i < step.fill else face(suit, v))
        for run in new:
            run.faces.append(face(suit, v))
        runs += new
        lanes = growing + new
    for run in runs:
        while run.short:
            run.add_joker()
    return runs


def _groups(value: int, layer: Layer) -> list[list[Face]]:
    suits = [step.group for step in layer.steps]
    if not any(suits):
        return []
    groups = dealt(suits, layer.jokers)
    assert groups is not None, "the plan counted its jokers"
    return [[JOKER if suit < 0 else face(suit, value) for suit in group] for group in groups]


def _seat(runs: list[Run], jokers: int) -> None:
    """Put jokers that nobody needs onto runs; a run from 1 to 13 has no end free, but it can be cut in two."""
    for _ in range(jokers if runs else 0):
        if not any(run.add_joker() for run in runs):
            full = runs[0]
            half = len(full.faces) // 2
            runs.append(Run(full.low + half, full.faces[half:]))
            del full.faces[half:]
            full.add_joker()


def grown(kept: Sequence[tuple[int, int]], steps: Sequence[Step]) -> Sequence[tuple[int, int]]:
    """How far own tiles extend the `kept` runs of a suit: (lowest, highest value) before and after."""
    if not any(step.heads or step.tails for step in steps):
        return kept
    low = [first for first, _ in kept]
    high = [last for _, last in kept]
    heads: list[int] = []
    tails: list[int] = []
    for v, step in zip(VALUES, steps, strict=True):
        for i, (first, _) in enumerate(kept):
            if first == v and heads:
                low[i] = heads.pop(0)
        heads += [v] * (step.heads - len(heads))
        del tails[step.tails :]
        for i in tails:
            high[i] = v
        tails += [i for i, (_, last) in enumerate(kept) if last == v]
    return list(zip(low, high, strict=True))
