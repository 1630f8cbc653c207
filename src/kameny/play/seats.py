"""Seats, the codes people join by and the tokens that keep a seat theirs."""

from __future__ import annotations

import hashlib
import secrets

import msgspec

CODE_ALPHABET = "ABCDEFGHJKMNPQRTUVWXYZ346789"
"""28 signs that nobody mistakes for one another."""
CODE_LENGTH = 6


class Seat(msgspec.Struct, frozen=True):
    """One seat of a match: a computer (`player`), a person (`key`, the hash of a token), or free (neither).

    `stand_in` is the computer that plays for a person who is away or has left.
    """

    player: str | None = None
    name: str = ""
    key: str | None = None
    stand_in: str | None = None

    @property
    def free(self) -> bool:
        """Whether a person may still sit down here."""
        return self.player is None and self.key is None

    @property
    def driver(self) -> str | None:
        """The computer that plays this seat now."""
        return self.player or self.stand_in


def key_of(token: str) -> str:
    """What the server keeps of a seat's token: its SHA-256."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_code() -> str:
    """A random code, one of 28^6."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def new_secret() -> str:
    """A random secret for a shuffle, 256 bits in hexadecimal."""
    return secrets.token_hex(32)
