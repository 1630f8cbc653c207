"""Who may do how much: each phone, and each address that phones come from. The clock is handed in.

A flood costs the one who sends it, and guessing codes is slow. People behind one router share an address, so what
an address may do follows from how many of them there may be.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal

from kameny.game import Refused

Now = Callable[[], float]
"""Seconds that only go forward."""
Network = IPv4Network | IPv6Network
PhoneKind = Literal["acts", "drafts", "notes", "reactions", "frames"]
AddressKind = Literal["joins", "tables", "claims", "exports"]

ADDRESSES = 10_000
"""How many addresses are remembered; the one that has been quiet longest is forgotten first."""
LOOPBACK: Sequence[Network] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
"""The proxies that are trusted unasked: those on this machine."""

_ROUNDING = 1e-6
"""What sums of fractions may lack of a whole token."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and so many more each second."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is enough. The numbers of an address follow from `crowd`."""

    crowd: int = 50
    """People who may come from one address at once, as from a school behind one router."""
    acts: Rate = Rate(10, 40)
    """Nobody makes ten moves a second; a phone that was offline sends again what was not answered."""
    drafts: Rate = Rate(15, 60)
    """One at every drop; whole sets may be dragged, and undone, in a row."""
    notes: Rate = Rate(5, 20)
    """One for each time a rack is put in order."""
    reactions: Rate = Rate(0.5, 3)
    """A picture is fun, a stream of them is not."""
    frames: Rate = Rate(60, 300)
    """All together, read or unread: beyond this it is no phone of ours."""
    wrong_codes: int = 10
    """A minute, per address: at this pace 28^6 codes last for ninety years."""
    pause: float = 60.0
    """Seconds after the last of them in which nobody there is told whether a table exists."""

    @property
    def sockets(self) -> int:
        """At once, per address: each person's own, the one before it, and a screen for the room."""
        return 3 * self.crowd

    @property
    def joins(self) -> Rate:
        """Per address: all come at once, half of them twice; again after a minute."""
        return Rate(2 * self.crowd / 60, 2 * self.crowd)

    @property
    def tables(self) -> Rate:
        """Opened, per address: one for every two people, again after ten minutes; a family may try things out."""
        return Rate(self._half / 600, self._half)

    @property
    def claims(self) -> Rate:
        """Seats moved to another phone, per address: rare, and each is a guess at a code of one use."""
        return Rate(self._half / 60, self._half)

    @property
    def exports(self) -> Rate:
        """Per address: each reads a whole journal."""
        return Rate(self._half / 60, self._half)

    @property
    def _half(self) -> int:
        return max(10, self.crowd // 2)


USUAL = Limits()


class Bucket:
    """A bucket of tokens: full at first, refilled at a steady rate, one taken each time."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._level: float = rate.burst
        self._at = -math.inf

    def take(self, now: float) -> float:
        """0.0 if a token was there and is taken, else the seconds until there is one."""
        self._level = min(self._rate.burst, self._level + (now - self._at) * self._rate.per_second)
        self._at = now
        if self._level < 1 - _ROUNDING:
            return (1 - self._level) / self._rate.per_second
        self._level -= 1
        return 0.0


class PhoneLimits:
    """The buckets of one socket."""

    def __init__(self, limits: Limits, now: Now) -> None:
        self._now = now
        self._buckets: dict[PhoneKind, Bucket] = {
            "acts": Bucket(limits.acts),
            "drafts": Bucket(limits.drafts),
            "notes": Bucket(limits.notes),
            "reactions": Bucket(limits.reactions),
            "frames": Bucket(limits.frames),
        }

    def take(self, kind: PhoneKind) -> None:
        """One more of these; refuses what is too much. After `flood` the socket is to be closed."""
        if wait := self._buckets[kind].take(self._now()):
            raise Refused("flood") if kind == "frames" else _wait("too_fast", wait)


@dataclass(slots=True)
class _Visitor:
    """What is known of an address: its buckets, when it named codes that do not exist, and until when it pauses."""

    wrong: deque[float]
    buckets: dict[AddressKind, Bucket] = field(default_factory=dict[AddressKind, Bucket])
    paused: float = -math.inf


class Doorkeeper:
    """What every address may do. Open sockets are counted apart, so that none is forgotten while it is open."""

    def __init__(self, limits: Limits, now: Now, most: int = ADDRESSES) -> None:
        self.limits = limits
        self._now = now
        self._most = most
        self._visitors: OrderedDict[str, _Visitor] = OrderedDict()
        self._sockets: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._visitors)

    def admit(self, address: str, what: AddressKind) -> None:
        """One more of these; refuses what is too much."""
        rates = {
            "joins": self.limits.joins,
            "tables": self.limits.tables,
            "claims": self.limits.claims,
            "exports": self.limits.exports,
        }
        bucket = self._visitor(address).buckets.setdefault(what, Bucket(rates[what]))
        if wait := bucket.take(self._now()):
            raise _wait("too_fast", wait)

    def check_codes(self, address: str) -> None:
        """Before a code is looked up for somebody who has no key to that table; refuses in the pause."""
        left = self._visitor(address).paused - self._now()
        if left > 0:
            raise _wait("too_many_tries", left)

    def wrong_code(self, address: str) -> None:
        """There was no such code. Too many within a minute begin the pause; in it, more do not lengthen it."""
        now, visitor = self._now(), self._visitor(address)
        if visitor.paused > now:
            return
        visitor.wrong.append(now)
        if len(visitor.wrong) == self.limits.wrong_codes and visitor.wrong[0] > now - 60:
            visitor.wrong.clear()
            visitor.paused = now + self.limits.pause

    def enter(self, address: str) -> None:
        """A socket opens; refuses one too many. Whoever entered must leave."""
        household = _household(address)
        if self._sockets[household] >= self.limits.sockets:
            raise Refused("too_many_phones", most=self.limits.sockets)
        self._sockets[household] += 1

    def leave(self, address: str) -> None:
        """A socket that had entered is closed."""
        household = _household(address)
        self._sockets[household] -= 1
        if not self._sockets[household]:
            del self._sockets[household]

    def _visitor(self, address: str) -> _Visitor:
        """The state of an address, which is in use now: what is forgotten is what nobody has used for longest."""
        household = _household(address)
        if household not in self._visitors:
            self._visitors[household] = _Visitor(deque(maxlen=self.limits.wrong_codes))
        self._visitors.move_to_end(household)
        if len(self._visitors) > self._most:
            self._visitors.popitem(last=False)
        return self._visitors[household]


def address_of(peer: str, forwarded: str | None, proxies: Sequence[Network] = LOOPBACK) -> str:
    """Where a request comes from: its peer, or what trusted proxies say in X-Forwarded-For.

    Each proxy appends whom it heard from, so the list is read from the right and only as far as trusted proxies wrote
    it: what stands further left, or cannot be read, is anybody's invention. Several such headers are one list, joined
    by commas.
    """
    address = _address(peer)
    if address is None:
        return peer
    for entry in reversed(forwarded.split(",") if forwarded else ()):
        if not _within(address, proxies) or (before := _address(_without_port(entry))) is None:
            break
        address = before
    return str(address)


def parse_proxies(texts: Sequence[str]) -> Sequence[Network]:
    """The trusted proxies: those on this machine, and these; `ValueError` says what is wrong with one."""
    return (*LOOPBACK, *map(_proxy, texts))


def _proxy(text: str) -> Network:
    try:
        network = ip_network(text.strip())
    except ValueError as error:
        raise ValueError(
            f"{text!r} is no address of a proxy: give one as 10.0.0.2 or fd00::2, or a network as 10.0.0.0/24."
        ) from error
    if network.prefixlen == 0:
        raise ValueError(f"{text!r} would let everybody name any address: give the address of the proxy itself.")
    return network


def _within(address: IPv4Address | IPv6Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address; an IPv4 address in the clothes of IPv6 is itself."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _without_port(entry: str) -> str:
    """The address of `10.0.0.1:80`, `[fd00::1]:80` or of either without a port."""
    entry = entry.strip()
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    return entry.partition(":")[0] if entry.count(":") == 1 else entry


def _household(address: str) -> str:
    """What counts as one address: IPv4 as it is, IPv6 by its /64, of which any house has a whole one."""
    found = _address(address)
    return f"{int(found) >> 64:x}::/64" if isinstance(found, IPv6Address) else str(found or address)


def _wait(code: str, seconds: float) -> Refused:
    """The refusal that says how long to wait, in whole tenths of a second."""
    return Refused(code, wait=math.ceil(round(seconds * 10, 6)) / 10)
