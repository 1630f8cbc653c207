"""Chance that anyone can check, and chance for tests.

`Fair` draws everything from HMAC-SHA256(secret, nonces | game | purpose | counter). The secret's SHA-256 is
shown before any phone's nonce is accepted, and the secret itself after the game: so neither the server nor a
phone can have chosen the shuffle, and any node that decides the same command gets the same outcome.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from kameny.game import Item

_WORD = 1 << 64


@lru_cache(1024)
def commitment(secret: str) -> str:
    """SHA-256 of a secret, both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


class Fair:
    """The chance of one game: `secret` in hexadecimal, the phones' `nonces` in seat order, the game's number.

    One instance serves one command; a `purpose` names one drawing of the whole game.
    """

    def __init__(self, secret: str, nonces: Sequence[str], game: int) -> None:
        self._secret = bytes.fromhex(secret)
        self._prefix = f"{','.join(nonces)}|{game}|"
        self._counters: Counter[str] = Counter()

    def below(self, n: int, purpose: str) -> int:
        """An integer in `range(n)`: 64-bit words of the stream, words past the last multiple of n thrown away."""
        while True:
            message = f"{self._prefix}{purpose}|{self._counters[purpose]}".encode()
            self._counters[purpose] += 1
            word = int.from_bytes(hmac.digest(self._secret, message, "sha256")[:8], "big")
            if word < _WORD - _WORD % n:
                return word % n

    def shuffled(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        """The items in random order, by Fisher and Yates from the last place down."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1, purpose)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)


class Scripted:
    """Repeatable chance for tests and the arena: the same seed, the same game. Never for people."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - not for people

    def below(self, n: int, purpose: str) -> int:
        """An integer in `range(n)`."""
        del purpose
        return self._random.randrange(n)

    def shuffled(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        """The items in an order that depends on the seed and on what was drawn before."""
        del purpose
        return tuple(self._random.sample(items, len(items)))
