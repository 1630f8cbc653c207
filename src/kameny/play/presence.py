"""Who is here: the phones at a table, and since when a seat has been without one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, Protocol

from kameny.game import Refused

PHONES_OF_A_SEAT = 6
"""Old Wi-Fi and new LTE, a tablet beside the phone: more than that is a mistake, and the oldest goes."""
SPECTATORS = 40
AWAY = 60.0
"""Seconds without a phone after which the others may let a computer play a seat."""

Reaction = Literal["bravo", "wow", "laugh", "think", "hurry", "oops"]
News = Literal["joined", "left", "new_code", "moved", "stood_in", "back"]


class Phone(Protocol):
    """A connected phone. No method may wait: a slow phone must not hold the table."""

    @property
    def key(self) -> str | None:
        """The hash of its seat's token; `None` for a spectator."""
        ...

    def show(self, moment: Any) -> None:
        """The table has changed; only the newest `Moment` matters."""
        ...

    def arranged(self, seat: int, turn: int, draft: Any) -> None:
        """Another seat has moved something in its draft; `None`: back at the start of the turn."""
        ...

    def told(self, what: News, seat: int, by: int | None) -> None:
        """Something happened at a seat that is heard of once."""
        ...

    def reacted(self, seat: int, reaction: Reaction) -> None:
        """A seat shows a reaction."""
        ...

    def part(self, code: str) -> None:
        """Say goodbye for this reason and hang up."""
        ...


class Presence:
    """The phones at one table, in the order they came, and when the seats' last ones went."""

    def __init__(self, now: float) -> None:
        self.phones: dict[Phone, None] = {}
        self._began = now
        self._gone: dict[str, float] = {}

    def enter(self, phone: Phone, keys: Collection[str]) -> None:
        """A phone comes. Refuses a spectator too many; of a seat's phones too many the oldest has to go."""
        if phone.key not in keys:
            if self.watching(keys) >= SPECTATORS:
                raise Refused("no_place")
        elif len(own := [each for each in self.phones if each.key == phone.key]) >= PHONES_OF_A_SEAT:
            own[0].part("too_many_phones")
            self.phones.pop(own[0])
        self.phones[phone] = None

    def leave(self, phone: Phone, now: float) -> bool:
        """A phone is gone; whether it was still counted."""
        if phone not in self.phones:
            return False
        del self.phones[phone]
        if phone.key and not any(each.key == phone.key for each in self.phones):
            self._gone[phone.key] = now
        return True

    def part(self, key: str, code: str, now: float) -> None:
        """All phones of this key are told goodbye."""
        for phone in [each for each in self.phones if each.key == key]:
            phone.part(code)
            self.leave(phone, now)

    def here(self, keys: Collection[str]) -> frozenset[str]:
        """The keys of the seats with a phone connected."""
        return frozenset(phone.key for phone in self.phones if phone.key and phone.key in keys)

    def watching(self, keys: Collection[str]) -> int:
        """How many phones belong to no seat."""
        return sum(phone.key not in keys for phone in self.phones)

    def away(self, keys: Collection[str]) -> Mapping[str, float]:
        """Since when each of these keys has been without a phone; from a table's loading on, at the earliest."""
        here = self.here(keys)
        self._gone = {key: since for key, since in self._gone.items() if key in keys}
        return {key: self._gone.get(key, self._began) for key in keys if key not in here}
