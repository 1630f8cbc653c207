"""Write `corpora/fair.json`: chance that anyone can check, worked out without Kameny.

    python tests/table/make_fair_corpus.py

Written from the description of `kameny.play.chance` and from the rules of the deal alone: nothing of Kameny is
imported, so that two programs must agree. `corpora/README.md` says what the parts are and how to check them by hand.
Whole numbers are strings where they may be larger than what every reader of JSON can take.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parents[2] / "corpora" / "fair.json"
HALF = 2**63 + 1
"""So many numbers that almost every second word is thrown away."""


@dataclass(frozen=True)
class Seed:
    """What one game's chance is made of."""

    secret: str
    nonces: tuple[str, ...]
    game: int

    def words(self, purpose: str) -> Iterator[int]:
        """HMAC-SHA256 of "nonces|game|purpose|counter" under the secret, the first 64 bits of each."""
        counter = 0
        while True:
            message = "|".join([",".join(self.nonces), str(self.game), purpose, str(counter)])
            digest = hmac.new(bytes.fromhex(self.secret), message.encode("utf-8"), hashlib.sha256).hexdigest()
            yield int(digest[:16], base=16)
            counter += 1


def below(words: Iterator[int], n: int) -> int:
    """The next word that lies below the last whole multiple of n, modulo n."""
    last = 2**64 - 2**64 % n
    return next(word for word in words if word < last) % n


def shuffled(words: Iterator[int], items: Sequence[Any]) -> list[Any]:
    """From the last place down to the second, each changes places with one up to itself."""
    order = list(items)
    for place in range(len(order), 1, -1):
        chosen = below(words, place)
        order[place - 1], order[chosen] = order[chosen], order[place - 1]
    return order


def secret(n: int) -> str:
    """A secret for the corpus; real ones are random."""
    return hashlib.sha256(f"Kameny {n}".encode()).hexdigest()


def nonce(n: int) -> str:
    """A nonce for the corpus; real ones are random."""
    return hashlib.sha256(f"phone {n}".encode()).hexdigest()[:32]


# ---- the deal of tile rummy ----


def tiles(jokers: int) -> list[str]:
    """Black, red, blue, plum, from 1 to 13, both copies of each; then the jokers."""
    return [s + str(v) + c for s in "krbp" for v in range(1, 14) for c in "ab"] + [f"*{c}" for c in "abcd"[:jokers]]


def deal(seed: Seed, seats: int, jokers: int, opener_before: int | None) -> dict[str, Any]:
    """A whole deal: the lots for the first turn of a series, fourteen tiles for each seat in turn, and the pool."""
    lots: list[list[Any]] = []
    if opener_before is None:
        opener, lots = draw_lots(seed, seats, jokers)
    else:
        opener = (opener_before + 1) % seats
    pool = shuffled(seed.words("deal"), tiles(jokers))
    hands = [[pool.pop(0) for _ in range(14)] for _ in range(seats)]
    return {"opener": opener, "lots": lots, "hands": hands, "pool": pool}


def draw_lots(seed: Seed, seats: int, jokers: int) -> tuple[int, list[list[Any]]]:
    """All draw from a bag shuffled for "lots 1"; who has a joker draws again; ties draw for "lots 2", and so on."""
    lots: list[list[Any]] = []
    drawing, attempt = list(range(seats)), 0
    while len(drawing) > 1:
        attempt += 1
        bag = shuffled(seed.words(f"lots {attempt}"), tiles(jokers))
        values: dict[int, int] = {}
        for seat in drawing:
            while seat not in values:
                tile = bag.pop(0)
                lots.append([seat, tile])
                if not tile.startswith("*"):
                    values[seat] = int(tile[1:-1])
        drawing = [seat for seat in drawing if values[seat] == max(values.values())]
    return drawing[0], lots


# ---- the corpus ----

BARE = Seed(secret(1), (), 1)
PAIR = Seed(secret(2), (nonce(1), nonce(2)), 3)
THREE = Seed(secret(1535), (nonce(1), nonce(2), nonce(3)), 1)
"""Its lots have two ties and a joker."""
SEEDS = (BARE, PAIR, Seed("00" * 32, (nonce(1),), 1), Seed("ff" * 32, (), 100))


def make_corpus() -> dict[str, list[dict[str, Any]]]:
    """Every case by the name of its part."""
    return {
        "commitments": [
            {"secret": each, "commitment": hashlib.sha256(bytes.fromhex(each)).hexdigest()}
            for each in ("00" * 32, "ff" * 32, secret(1), secret(2))
        ],
        "words": [
            {**seed.__dict__, "purpose": purpose, "words": [f"{next(words):016x}" for _ in range(4)]}
            for seed in SEEDS
            for purpose in ("deal", "lots 1", "příklad")
            for words in [seed.words(purpose)]
        ],
        "below": [
            {**seed.__dict__, "purpose": "throw", "n": str(n), "values": [str(below(words, n)) for _ in range(12)]}
            for seed in (BARE, PAIR)
            for n in (1, 2, 6, 13, 106, 10**12, 2**63, HALF, 2**64 - 1, 2**64)
            for words in [seed.words("throw")]
        ],
        "shuffles": [
            {**seed.__dict__, "purpose": "order", "items": items, "order": shuffled(seed.words("order"), items)}
            for seed in SEEDS
            for items in ([], ["a"], ["a", "b"], list("abcdefghij"))
        ],
        "deals": [
            {**seed.__dict__, "seats": seats, "jokers": jokers, "opener_before": before}
            | deal(seed, seats, jokers, before)
            for seed, seats, jokers, before in (
                (THREE, 3, 2, None),
                (BARE, 2, 2, None),
                (PAIR, 4, 4, 3),
            )
        ],
    }


def main() -> None:
    """Write the file, a case a line."""
    parts = [
        f'"{name}": [\n' + ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases) + "\n]"
        for name, cases in make_corpus().items()
    ]
    CORPUS.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
