"""Messages as no phone of ours would send them: each is one of a few honest ones, with something wrong done to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from kameny.rummy.tiles import full_set
from kameny.web.reading import MAX_MESSAGE

Json = dict[str, "Json"] | list["Json"] | str | float | None
Frame = bytes | str
"""Bytes go out as a text frame whatever they are; a `str` goes out as a binary frame."""

RAW = (
    *(b"null", b"true", b"-1", b"0", b"1", b"2", b"3", b"1.5", b"-0.0", b"2147483647", b"2147483648", b"1e400"),
    *(b"9007199254740992", b"18446744073709551616", b"9" * 500, b"1e308", b"NaN", b"Infinity", b"0x1", b"01"),
    *(b'""', b'"x"', b'"1"', b'"\\u0000"', b'"\\ud800"', b'"calm"', b'"r1a"', b'"r14a"', b'"*a"', b'"*"'),
    *(b"[]", b"[[]]", b"[[[]]]", b"{}", b'{"kind":"draw"}', b'[["*a","r1"]]', b"[null]"),
)
"""What may stand in the place of any value."""
KEYS = ("token", "code", "seat", "key", "type", "kind", "rid", "sets", "__proto__", "", "\U0001f0cf")
TYPES = (
    "act",
    "draft",
    "deal",
    "part",
    "reseat",
    "stand_in",
    "leave",
    "react",
    "note",
    "ping",
    "hello",
    "update",
    "bye",
)
PLACEHOLDER = "@@"
TILES = (*full_set(4), "r14a", "k0b", "*e", "x1a", "r1", "")
"""Every tile of the richest game, and some of no game."""


class Mutants:
    """An endless stream of them, made of these honest messages; the same for the same `random`."""

    def __init__(
        self, random: Random, honest: Sequence[Any], sets: Sequence[Sequence[str]], own: Sequence[str]
    ) -> None:
        self._random = random
        self._honest = [json.dumps(message).encode() for message in honest]
        self._laying = [json.dumps(message).encode() for message in honest if message["type"] in {"act", "draft"}]
        self._sets = [list(tiles) for tiles in sets]
        """A table as it might be left, and the tiles that might be laid there."""
        self._tiles = (TILES, own)
        self._ways = (
            *(self._as_it_is, self._replaced, self._replaced, self._without, self._with_more, self._of_another_turn),
            *(self._cut, self._flipped, self._wild, self._spliced),
        )
        self._rare = (self._deep, self._long, self._binary, self._many)

    def next(self) -> Frame:
        """One more."""
        luck = self._random.random()
        if luck < 0.4:
            return self._with_other_tiles(self._random.choice(self._laying))
        ways = self._rare if luck > 0.99 else self._ways
        return self._random.choice(ways)(self._random.choice(self._honest))

    def _as_it_is(self, honest: bytes) -> Frame:
        """Nothing wrong with it."""
        return honest

    # ---- wrong values ----

    def _replaced(self, honest: bytes) -> Frame:
        """A value of another type, size or meaning anywhere."""
        message = json.loads(honest)
        where, key = self._random.choice(_places(message))
        where[key] = PLACEHOLDER
        return json.dumps(message).encode().replace(b'"@@"', self._random.choice(RAW))

    def _with_more(self, honest: bytes) -> Frame:
        """A field that is not known, or a type that it is not."""
        message = json.loads(honest)
        inside = [where for where, key in _places(message) if isinstance(key, str)]
        self._random.choice(inside)[self._random.choice(KEYS)] = self._random.choice((None, 1, "x", *TYPES))
        return json.dumps(message).encode()

    def _without(self, honest: bytes) -> Frame:
        """Something left out."""
        message = json.loads(honest)
        where, key = self._random.choice(_places(message))
        del where[key]
        return json.dumps(message).encode()

    def _of_another_turn(self, honest: bytes) -> Frame:
        """Meant for another turn, game or seat, made in another year."""
        message = json.loads(honest)
        for key in ("turn", "number", "seat", "at", "sent"):
            if key in message and self._random.random() < 0.7:
                message[key] = max(0, message[key] + self._random.choice((-100, -1, 1, 2, 100, 1 << 30)))
        return json.dumps(message).encode()

    # ---- tiles ----

    def _with_other_tiles(self, honest: bytes) -> Frame:
        """A lay or a draft of tiles that are not one's own, lie twice, are missing, or do not make sets."""
        message, random = json.loads(honest), self._random
        sets = [list(tiles) for tiles in self._sets]
        for _ in range(random.randrange(1, 4)):
            random.choice((self._tile_in, self._tile_out, self._tile_over, self._tile_changed, self._set_out))(sets)
        laid: dict[str, Any] = {"sets": sets}
        if random.random() < 0.2:
            laid["stands"] = [[random.choice(("*a", "*b", "r1a")), random.choice(("r1", "k7", "*"))]]
        message.update({"draft": laid} if message["type"] == "draft" else {"action": {"kind": "lay", **laid}})
        return json.dumps(message).encode()

    def _tile_in(self, sets: list[list[str]]) -> None:
        if self._random.random() < 0.5 or not sets:
            sets.append([])
        self._random.choice(sets).append(self._tile())

    def _tile_out(self, sets: list[list[str]]) -> None:
        if tiles := self._some(sets):
            tiles.pop(self._random.randrange(len(tiles)))

    def _tile_over(self, sets: list[list[str]]) -> None:
        if tiles := self._some(sets):
            self._random.choice(sets).append(tiles.pop(self._random.randrange(len(tiles))))

    def _tile_changed(self, sets: list[list[str]]) -> None:
        if tiles := self._some(sets):
            tiles[self._random.randrange(len(tiles))] = self._tile()

    def _set_out(self, sets: list[list[str]]) -> None:
        if sets:
            sets.pop(self._random.randrange(len(sets)))

    def _tile(self) -> str:
        return self._random.choice(self._random.choice(self._tiles))

    def _some(self, sets: list[list[str]]) -> list[str]:
        """One of the sets that have any tiles; empty if none has."""
        return self._random.choice([tiles for tiles in sets if tiles] or [[]])

    # ---- wrong bytes ----

    def _cut(self, honest: bytes) -> Frame:
        """The beginning or the end of a message."""
        where = self._random.randrange(len(honest))
        return self._random.choice((honest[:where], honest[where:]))

    def _flipped(self, honest: bytes) -> Frame:
        """Some bits fell over."""
        data = bytearray(honest)
        for _ in range(self._random.randrange(1, 5)):
            data[self._random.randrange(len(data))] ^= 1 << self._random.randrange(8)
        return bytes(data)

    def _wild(self, honest: bytes) -> Frame:
        """Bytes in it that are no UTF-8."""
        where = self._random.randrange(len(honest) + 1)
        return (
            honest[:where]
            + self._random.choice((b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x80", b"\xf8"))
            + honest[where:]
        )

    def _spliced(self, honest: bytes) -> Frame:
        """Half of one and half of another."""
        other = self._random.choice(self._honest)
        return honest[: self._random.randrange(len(honest))] + other[self._random.randrange(len(other)) :]

    # ---- too much ----

    def _deep(self, honest: bytes) -> Frame:
        """Nested as deeply as a message can be."""
        message = json.loads(honest)
        where, key = self._random.choice(_places(message))
        where[key] = PLACEHOLDER
        depth, (opening, closing) = (
            self._random.choice((100, 1_000, 7_000)),
            self._random.choice(((b"[", b"]"), (b'{"a":', b"}"))),
        )
        deep = opening * depth + b"0" + closing * self._random.choice((depth, 0))
        return json.dumps(message).encode().replace(b'"@@"', deep)

    def _long(self, honest: bytes) -> Frame:
        """Longer than any message, or with a text that is longer than it may be."""
        message = json.loads(honest)
        where, key = self._random.choice(_places(message))
        where[key] = self._random.choice(("x" * 33, "x" * 2_049, "x" * 2 * MAX_MESSAGE, "ě" * 65, "ě" * 9_000))
        return json.dumps(message, ensure_ascii=self._random.random() < 0.2).encode()

    def _binary(self, honest: bytes) -> Frame:
        """All as it should be, but in a binary frame."""
        return honest.decode()

    def _many(self, honest: bytes) -> Frame:
        """A set of very many tiles, very many sets, or every tile of the game."""
        message = json.loads(honest)
        tables: Sequence[list[list[str]]] = ([["r1a"] * 2_000], [[] for _ in range(4_000)], [list(full_set(4))])
        laid = {"kind": "lay", "sets": self._random.choice(tables)}
        message["action" if message["type"] == "act" else "draft"] = laid
        return json.dumps(message).encode()


def _places(message: Json) -> list[tuple[Any, Any]]:
    """Every place in a message where something stands: what it stands in, and by which key or index."""
    found, waiting = list[tuple[Any, Any]](), [message]
    for inside in waiting:
        for key, held in _pairs(inside):
            found.append((inside, key))
            waiting.append(held)
    return found


def _pairs(value: Json) -> Iterable[tuple[str | int, Json]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()
