"""Write `corpora/rummy-sets.json`: what `kameny.rummy.sets` says, for the phone's twin to agree with.

    python tests/rummy/make_sets_corpus.py

`faces` and `upto` span every multiset of so many of these faces, in the order of `faces`: those that are or
may become a set are in `all`, every other one never can. `orders` are sets in other orders, `larger` are
longer ones. A case is the tiles, then either the number of tiles it lacks (null: never a set), or the kind,
the order in which it is shown and the faces its tiles stand for.
"""

from __future__ import annotations

import json
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from kameny.rummy.sets import lacks, reading
from kameny.rummy.tiles import COPIES, JOKER, JOKER_COPIES, SUITS, VALUES, Tiles, full_set, is_joker, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CORPUS = Path(__file__).parents[2] / "corpora" / "rummy-sets.json"
FACES = (*(f"{s}{v}" for s in SUITS[:2] for v in VALUES), JOKER)
UPTO = 4

Case = list[str | int | None]


def main() -> None:
    """Write the file, a case a line."""
    corpus = make_corpus()
    lines = [f'"faces": {json.dumps(" ".join(FACES))},\n"upto": {UPTO}']
    lines += [
        f'"{name}": [\n' + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]"
        for name, cases in corpus.items()
    ]
    CORPUS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def make_corpus() -> dict[str, list[Case]]:
    """Every case by the name of its part."""
    return {
        "all": [case for tiles in multisets() if (case := ask(tiles))[1] is not None],
        "orders": [ask(tiles) for tiles in orders()],
        "larger": [ask(tiles) for tiles in larger(Random(2204))],
    }


def ask(tiles: Tiles) -> Case:
    """What Python says of these tiles."""
    read = reading(tiles)
    if read:
        return [" ".join(tiles), read.kind, " ".join(read.tiles), " ".join(read.stands)]
    return [" ".join(tiles), lacks(tiles)]


def multisets() -> Iterator[Tiles]:
    """Every multiset of up to `UPTO` of the faces that the game's tiles can make, once."""
    for n in range(1, UPTO + 1):
        yield from _existing(combinations_with_replacement(FACES, n))


def orders() -> Iterator[Tiles]:
    """Every order of some runs at both ends, and of the groups of one value, jokers among them."""
    yield from _existing(product(("k1", "k2", "k3", "r2", JOKER), repeat=3))
    yield from _existing(product(("k1", "k2", "k4", JOKER), repeat=4))
    yield from _existing(product(("b11", "b12", "b13", JOKER), repeat=4))
    yield from _existing(product((*(f"{s}7" for s in SUITS), JOKER), repeat=3))
    yield from _existing(product((*(f"{s}7" for s in SUITS), JOKER), repeat=4))


def larger(chance: Random) -> Iterator[Tiles]:
    """Runs and groups with jokers in them, holes, strangers and twins, in order and out of it."""
    tiles = full_set(4)
    for _ in range(1500):
        colour, low = chance.choice(SUITS), chance.choice(VALUES)
        high = min(low + chance.randint(2, 12), VALUES[-1])
        run = [f"{colour}{v}{chance.choice(COPIES)}" for v in range(low, high + 1)]
        jokers = chance.sample(JOKER_COPIES, chance.randint(0, min(4, len(run))))
        for joker in jokers:
            chance.choice((_replace, _insert))(run, JOKER + joker, chance)
        if chance.random() < 0.25:
            run.pop(chance.randrange(len(run)))
        if chance.random() < 0.2:
            run.append(chance.choice(tiles))
        if chance.random() < 0.5:
            chance.shuffle(run)
        if len(run) > UPTO and len(set(run)) == len(run):
            yield tuple(run)
    for _ in range(150):
        number = chance.choice(VALUES)
        group = [tile for tile in tiles if is_joker(tile) or value(tile) == number]
        yield tuple(chance.sample(group, 5))


def _replace(run: list[str], joker: str, chance: Random) -> None:
    run[chance.randrange(len(run))] = joker


def _insert(run: list[str], joker: str, chance: Random) -> None:
    run.insert(chance.randint(0, len(run)), joker)


def _existing(choices: Iterable[Sequence[str]]) -> Iterator[Tiles]:
    """These faces as tiles, each with the next copy of it, as long as there are so many."""
    for faces in choices:
        copies = {face: iter(JOKER_COPIES if is_joker(face) else COPIES) for face in faces}
        tiles = tuple(face + next(copies[face], "") for face in faces)
        if all(len(tile) > len(face) for tile, face in zip(tiles, faces, strict=True)):
            yield tiles


if __name__ == "__main__":
    main()
