"""One-time codes that open a seat on another phone: for a dead phone, or to move to a better one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from kameny.game import Refused
from kameny.play.seats import key_of, new_code

GOOD_FOR = 600.0
"""Seconds until a code is worth nothing."""
SIDE = "pass "


class Held(msgspec.Struct, frozen=True):
    """What is kept of a seat's code: its hash, whose seat it was then, which seat asked, and until when it is good."""

    code: str
    owner: str
    by: int
    until: float


class Passes:
    """The codes of one table, one for each seat; `put` keeps them as side values."""

    def __init__(self, put: Callable[[str, bytes | None], None]) -> None:
        self._put = put
        self._held: dict[int, Held] = {}

    def restore(self, sides: Mapping[str, bytes]) -> None:
        """Take up what an earlier run has kept."""
        for key, value in sides.items():
            if key.startswith(SIDE):
                self._held[int(key.removeprefix(SIDE))] = msgspec.json.decode(value, type=Held)

    def issue(self, seat: int, owner: str, by: int, now: float) -> tuple[str, float]:
        """A new code for this seat of this owner, and until when it is good; an older one is void."""
        code, until = new_code(), now + GOOD_FOR
        self._held[seat] = Held(key_of(code), owner, by, until)
        self._put(f"{SIDE}{seat}", msgspec.json.encode(self._held[seat]))
        return code, until

    def seat(self, code: str, keys: Mapping[int, str], now: float) -> int:
        """The seat that this code opens; refuses one that is wrong, old, used, or of an owner who is not there."""
        for seat, held in self._held.items():
            if held.code == key_of(code) and now <= held.until and keys.get(seat) == held.owner:
                return seat
        raise Refused("bad_pass")

    def returned(self, seat: int) -> None:
        """The seat's person is here: what another was shown for it is worth nothing any more."""
        if seat in self._held and self._held[seat].by != seat:
            self.void(seat)

    def void(self, seat: int) -> None:
        """The seat's code is worth nothing any more."""
        if self._held.pop(seat, None):
            self._put(f"{SIDE}{seat}", None)
