"""Names as people type them, made fit to be shown to others: short, visible, and told apart.

A name is read sign by sign as a person sees it: a letter with its marks, a whole emoji. What is cut or dropped
is always a whole sign, and what only steers the text (direction overrides, fillers, joiners) never comes through.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from unicodedata import category, normalize

from kameny.game import Refused

LONGEST = 20
"""Code points of a name."""

_RUN = 8
"""Marks in a row that are read at all: normalizing sorts them, in the square of their number."""

_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0" + "".join(
    map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)))
)
"""Fillers, a Braille cell and variation selectors: letters, pictures and marks that show nothing."""

_KIND = {
    **dict.fromkeys(_UNSEEN, ""),
    **dict.fromkeys(map(chr, range(0x1F1E6, 0x1F200)), "r"),  # regional letters: two are a flag
    **dict.fromkeys("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff", "s"),  # skin colours
    **dict.fromkeys("0123456789#*", "d"),
    "\u200d": "j",
    "\ufe0f": "v",
    "\u2194": "p",  # mathematics to Unicode, and part of an emoji
}
_KIND_OF_CATEGORY = {
    "So": "p",
    **dict.fromkeys(("Mn", "Mc", "Me"), "m"),
    **dict.fromkeys(("Cc", "Cf", "Cs", "Co", "Cn"), ""),
}

_PICTURE = "ps?v?m{0,2}"
_SIGN = re.compile(rf"{_PICTURE}(?:j{_PICTURE}){{0,3}}|rr|dvm|[odrs]m{{0,2}}|b")
"""One sign in the letters of `_kind`; four pictures joined are the largest family. The rest is never shown."""


def tidy(name: str) -> str:
    """The name in NFC, without what cannot be seen, at most `LONGEST` long; refuses one that shows nothing."""
    kinds, marks = list[str](), 0
    for char in name:
        kind = _kind(char)
        marks = marks + 1 if kind == "m" else 0
        if kind and marks <= _RUN:
            kinds.append(" " if kind == "b" else char)
    shown = _cut(_signs(normalize("NFC", "".join(kinds))), LONGEST)
    if not shown:
        raise Refused("bad_name")
    return normalize("NFC", shown)  # what was dropped may have kept two letters apart


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, or with the first free number if somebody has it: "Ann", "Ann 2", "Ann 3"."""
    taken = set(map(_alike, others))
    if _alike(name) not in taken:
        return name
    for number in count(2):
        end = f" {number}"
        numbered = _cut(_signs(name), LONGEST - len(end)) + end
        if _alike(numbered) not in taken:
            return numbered
    raise AssertionError("there is always another number")


def _alike(name: str) -> str:
    """The same text for names that people take for the same."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def _signs(text: str) -> Iterator[str]:
    """What a person sees, one after another."""
    kinds = "".join(map(_kind, text))
    for found in _SIGN.finditer(kinds):
        yield text[found.start() : found.end()]


def _cut(signs: Iterable[str], most: int) -> str:
    """As many whole signs as fit, with single blanks and none at the ends."""
    text = ""
    for sign in signs:
        if sign == " " and (not text or text.endswith(" ")):
            continue
        if len(text) + len(sign) > most:
            break
        text += sign
    return text.rstrip()


def _kind(char: str) -> str:
    """One letter: blank, picture, mark, regional letter, skin colour, digit, joiner, selector, other; or nothing."""
    if char.isspace():
        return "b"
    found = _KIND.get(char)
    return _KIND_OF_CATEGORY.get(category(char), "o") if found is None else found
