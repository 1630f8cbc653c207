"""The door: who comes in from which address, how often, and how many wrong codes they may try."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from aiohttp import web

from kameny.game import Refused
from kameny.play.seats import key_of
from kameny.play.table import Table
from kameny.play.tables import Tables
from kameny.web.limits import LOOPBACK, USUAL, AddressKind, Doorkeeper, Limits, Network, PhoneLimits, address_of

FORWARDED = "X-Forwarded-For"


class Door:
    """What the limits mean for a request. `proxies` are the networks whose word for an address is taken."""

    def __init__(
        self,
        limits: Limits = USUAL,
        proxies: Sequence[Network] = LOOPBACK,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits
        self._proxies = proxies
        self._now = now
        self._keeper = Doorkeeper(limits, now)

    def phone(self) -> PhoneLimits:
        """The limits of one more socket."""
        return PhoneLimits(self._limits, self._now)

    @contextmanager
    def visitor(self, request: web.Request) -> Generator[None]:
        """One more socket of this address, for as long as it is open."""
        address = self._address(request)
        self._keeper.enter(address)
        try:
            yield
        finally:
            self._keeper.leave(address)

    def admit(self, request: web.Request, what: AddressKind) -> None:
        """Count one of these; refuses with the seconds to wait."""
        self._keeper.admit(self._address(request), what)

    def check_codes(self, request: web.Request) -> None:
        """Refuse an address that has tried too many wrong codes."""
        self._keeper.check_codes(self._address(request))

    def wrong_code(self, request: web.Request) -> None:
        """One more wrong code of this address."""
        self._keeper.wrong_code(self._address(request))

    async def find(self, request: web.Request, tables: Tables, code: str, token: str | None) -> Table:
        """The table of this code. While an address has to pause, right and wrong codes look the same to it.

        Whoever has a key to the table is let in all the same: guessing one is hopeless.
        """
        try:
            table = await tables.get(code)
        except Refused as refused:
            if refused.code == "no_place":
                self.check_codes(request)
                self.wrong_code(request)
            raise
        if not token or table.match.seat_of(key_of(token)) is None:
            self.check_codes(request)
        return table

    def _address(self, request: web.Request) -> str:
        return address_of(request.remote or "", ",".join(request.headers.getall(FORWARDED, [])), self._proxies)


DOOR = web.AppKey("door", Door)
