"""Who may do how much: the limits of phones and addresses, by a clock that the tests set."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.game import Refused
from kameny.web.limits import (
    AddressKind,
    Bucket,
    Doorkeeper,
    Limits,
    PhoneKind,
    PhoneLimits,
    Rate,
    address_of,
    parse_proxies,
)
from refusals import refused

HOME = "192.0.2.1"
ELSEWHERE = "192.0.2.2"


class Clock:
    """Seconds as a test sets them."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    """A clock that stands."""
    return Clock()


@pytest.fixture
def door(clock: Clock) -> Doorkeeper:
    """A doorkeeper for the usual crowd."""
    return Doorkeeper(Limits(), clock)


# ---- the bucket ----


@given(st.floats(0.01, 100), st.integers(1, 100), st.lists(st.floats(0, 50), max_size=200), st.floats(0, 1e6))
def test_a_bucket_never_gives_more_than_its_burst_and_its_rate(
    rate: float, burst: int, steps: list[float], now: float
) -> None:
    """From any moment on: at most the burst, and the rate times the seconds since."""
    bucket, began, given_away = Bucket(Rate(rate, burst)), now, 0
    for step in steps:
        now += step
        given_away += bucket.take(now) == 0.0
        assert given_away <= burst + (now - began) * rate + 0.001


@given(st.floats(0.01, 100), st.integers(1, 100), st.floats(0, 1e6), st.integers(1, 50))
def test_who_waits_as_long_as_told_is_served(rate: float, burst: int, now: float, times: int) -> None:
    """The wait is neither too short, so that asking again would fail, nor longer than one token takes."""
    bucket = Bucket(Rate(rate, burst))
    assert [bucket.take(now) for _ in range(burst)] == [0.0] * burst
    for _ in range(times):
        wait = bucket.take(now)
        assert 0 < wait <= 1 / rate + 1e-6
        now += wait
        assert bucket.take(now) == 0.0


def test_a_refused_try_costs_nothing() -> None:
    """Whoever asks again and again is served no later than who waits."""
    bucket = Bucket(Rate(1, 1))
    assert bucket.take(0) == 0.0
    assert [bucket.take(tenths / 10) == 0.0 for tenths in range(1, 11)] == [False] * 9 + [True]


# ---- one phone ----


@pytest.mark.parametrize(
    ("kind", "burst", "wait"), [("acts", 40, 0.1), ("drafts", 60, 0.1), ("notes", 20, 0.2), ("reactions", 3, 2.0)]
)
def test_a_phone_is_told_how_long_to_wait(clock: Clock, kind: PhoneKind, burst: int, wait: float) -> None:
    """So many at once; then the seconds, rounded up to a tenth, after which the next one is taken."""
    phone = PhoneLimits(Limits(), clock)
    for _ in range(burst):
        phone.take(kind)
    with refused("too_fast", wait=wait):
        phone.take(kind)
    clock.time += wait
    phone.take(kind)


def test_a_flood_is_told_apart_from_haste(clock: Clock) -> None:
    """Three hundred frames at once, sixty a second on: beyond that the socket is to be closed."""
    phone = PhoneLimits(Limits(), clock)
    for _ in range(300):
        phone.take("frames")
    with refused("flood"):
        phone.take("frames")
    clock.time += 1
    for _ in range(60):
        phone.take("frames")
    with refused("flood"):
        phone.take("frames")


def test_kinds_and_phones_do_not_share_a_bucket(clock: Clock) -> None:
    """Who reacts too much may still play, and so may everybody else."""
    phone, other = PhoneLimits(Limits(), clock), PhoneLimits(Limits(), clock)
    for _ in range(3):
        phone.take("reactions")
    with refused("too_fast"):
        phone.take("reactions")
    phone.take("acts")
    other.take("reactions")


# ---- one address ----


@pytest.mark.parametrize(
    ("what", "crowd", "burst", "wait"),
    [
        ("joins", 50, 100, 0.6),
        ("joins", 4, 8, 7.5),
        ("tables", 50, 25, 24.0),
        ("tables", 4, 10, 60.0),
        ("claims", 50, 25, 2.4),
        ("exports", 50, 25, 2.4),
        ("exports", 4, 10, 6.0),
    ],
)
def test_what_an_address_may_do_follows_from_its_crowd(
    clock: Clock, what: AddressKind, crowd: int, burst: int, wait: float
) -> None:
    """A school behind one router gets a school's share, a family a family's; another address has its own."""
    door = Doorkeeper(Limits(crowd=crowd), clock)
    for _ in range(burst):
        door.admit(HOME, what)
    with refused("too_fast", wait=wait):
        door.admit(HOME, what)
    door.admit(ELSEWHERE, what)
    clock.time += wait
    door.admit(HOME, what)


def test_sockets_are_counted_while_they_are_open(door: Doorkeeper) -> None:
    """Three for each of the crowd at once; one that leaves makes room for one."""
    for _ in range(150):
        door.enter(HOME)
    with refused("too_many_phones", most=150):
        door.enter(HOME)
    door.enter(ELSEWHERE)
    door.leave(HOME)
    door.enter(HOME)
    with refused("too_many_phones"):
        door.enter(HOME)


def test_ten_wrong_codes_in_a_minute_begin_a_pause(door: Doorkeeper, clock: Clock) -> None:
    """For sixty seconds nobody there is told anything; then ten more. Others are not touched."""
    for _ in range(9):
        door.wrong_code(HOME)
        door.check_codes(HOME)
    door.wrong_code(HOME)
    with refused("too_many_tries", wait=60.0):
        door.check_codes(HOME)
    door.check_codes(ELSEWHERE)
    clock.time += 59.99
    with refused("too_many_tries", wait=0.1):
        door.check_codes(HOME)
    clock.time += 0.01
    for _ in range(9):
        door.check_codes(HOME)
        door.wrong_code(HOME)
    door.check_codes(HOME)


def test_mistyping_now_and_then_begins_no_pause(door: Doorkeeper, clock: Clock) -> None:
    """One every seven seconds for an hour, as on a long evening of many people."""
    for _ in range(500):
        door.wrong_code(HOME)
        door.check_codes(HOME)
        clock.time += 7


def test_wrong_codes_within_the_pause_do_not_lengthen_it(door: Doorkeeper, clock: Clock) -> None:
    """One phone with an old link cannot keep the whole house out for ever."""
    for _ in range(30):
        door.wrong_code(HOME)
    clock.time += 60
    door.check_codes(HOME)


@given(st.lists(st.floats(0, 200), max_size=300))
def test_no_rhythm_gets_more_than_ten_guesses_into_a_minute(steps: list[float]) -> None:
    """However the tries are spread: at most ten looked up between one moment and the sixty seconds after it."""
    clock = Clock()
    door = Doorkeeper(Limits(), clock)
    looked_up: list[float] = []
    for step in steps:
        clock.time += step / 20
        try:
            door.check_codes(HOME)
        except Refused:
            continue
        looked_up.append(clock.time)
        door.wrong_code(HOME)
    for at in looked_up:
        assert sum(at <= other < at + 60 for other in looked_up) <= 10


# ---- which addresses are one ----


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("", "", True),
    ],
)
def test_an_ipv6_household_is_one_address(clock: Clock, one: str, other: str, same: bool) -> None:  # noqa: FBT001
    """A /64 is what every house has; an IPv4 address is itself in any notation."""
    door = Doorkeeper(Limits(), clock)
    for _ in range(10):
        door.wrong_code(one)
    for _ in range(150):
        door.enter(one)
    if same:
        with refused("too_many_tries"):
            door.check_codes(other)
        with refused("too_many_phones"):
            door.enter(other)
    else:
        door.check_codes(other)
        door.enter(other)


def test_a_million_addresses_take_no_more_room_than_some(clock: Clock) -> None:
    """The one that has been quiet longest is forgotten; who goes on knocking is not."""
    door = Doorkeeper(Limits(), clock, most=100)
    for _ in range(10):
        door.wrong_code(HOME)
    for n in range(2000):
        door.admit(f"10.0.{n // 250}.{n % 250}", "joins")
        with refused("too_many_tries"):
            door.check_codes(HOME)
        assert len(door) <= 100


def test_one_address_cannot_have_itself_forgotten(clock: Clock) -> None:
    """A whole /64 of addresses is one entry, and an open socket is counted until it closes."""
    door = Doorkeeper(Limits(crowd=1), clock, most=2)
    for _ in range(10):
        door.wrong_code("2001:db8::1")
    for _ in range(3):
        door.enter("2001:db8::1")
    for n in range(1000):
        with refused("too_many_tries"):
            door.check_codes(f"2001:db8::{n:x}")
    for n in range(10):
        door.admit(f"10.0.0.{n}", "joins")
    with refused("too_many_phones"):
        door.enter("2001:db8::1")


# ---- through proxies ----

PROXIES = parse_proxies(["10.0.0.0/24", "fd00::2"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("192.0.2.1", None, "192.0.2.1"),
        ("192.0.2.1", "203.0.113.9", "192.0.2.1"),
        ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("::1", "203.0.113.9", "203.0.113.9"),
        ("::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.2", "203.0.113.9", "203.0.113.9"),
        ("10.0.1.2", "203.0.113.9", "10.0.1.2"),
        ("10.0.0.2", "198.51.100.7, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.2", "198.51.100.7, 203.0.113.9, 10.0.0.3", "203.0.113.9"),
        ("10.0.0.2", "198.51.100.7,203.0.113.9,fd00::2,127.0.0.1", "203.0.113.9"),
        ("10.0.0.2", "10.0.0.4, 10.0.0.3", "10.0.0.4"),
        ("10.0.0.2", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.2", "[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.2", "[2001:db8::1]", "2001:db8::1"),
        ("10.0.0.2", "2001:DB8::1", "2001:db8::1"),
        ("10.0.0.2", "::ffff:203.0.113.9", "203.0.113.9"),
        ("10.0.0.2", "198.51.100.7, unknown", "10.0.0.2"),
        ("10.0.0.2", "198.51.100.7, unknown, 10.0.0.3", "10.0.0.3"),
        ("10.0.0.2", "198.51.100.7,,10.0.0.3", "10.0.0.3"),
        ("10.0.0.2", "", "10.0.0.2"),
        ("10.0.0.2", " , ", "10.0.0.2"),
        ("", "203.0.113.9", ""),
        ("a socket file", "203.0.113.9", "a socket file"),
    ],
)
def test_what_is_forwarded_is_believed_as_far_as_proxies_wrote_it(peer: str, forwarded: str | None, found: str) -> None:
    """From the right, past trusted proxies, up to the first stranger or the first nonsense, and no further."""
    assert address_of(peer, forwarded, PROXIES) == found


def test_only_this_machine_is_trusted_unasked() -> None:
    """Without settings a proxy beside the server is believed, and one in the local network is not."""
    assert address_of("127.0.0.1", "203.0.113.9") == "203.0.113.9"
    assert address_of("10.0.0.2", "203.0.113.9") == "10.0.0.2"


addresses = st.ip_addresses().map(str)


@given(addresses, st.lists(addresses | st.text(max_size=20), max_size=6), addresses)
def test_what_a_stranger_writes_into_the_list_changes_nothing(peer: str, invented: list[str], true: str) -> None:
    """Whatever stands left of what the proxy appended: the address is the one the proxy saw."""
    expected = address_of(true, None)
    proxies = parse_proxies(["10.0.0.2"])
    if address_of(expected, "198.51.100.7", proxies) == expected:
        assert address_of("10.0.0.2", ",".join([*invented, true]), proxies) == expected
    if address_of(peer, "198.51.100.7", proxies) != "198.51.100.7":
        assert address_of(peer, ",".join([*invented, true]), proxies) == address_of(peer, None)


@given(st.text(max_size=50), st.none() | st.text(max_size=50))
def test_nonsense_is_no_error(peer: str, forwarded: str | None) -> None:
    """A header is written by anybody: it may be ignored, never break a request."""
    address_of(peer, forwarded, parse_proxies(["10.0.0.0/8"]))
    Doorkeeper(Limits(), Clock()).check_codes(peer)


def test_proxies_are_addresses_or_networks() -> None:
    """A single address is a network of one; this machine is always among them."""
    found = parse_proxies(["10.0.0.2", " fd00::/8"])
    for address in (IPv4Address("127.0.0.9"), IPv6Address("::1"), IPv4Address("10.0.0.2"), IPv6Address("fd12::1")):
        assert any(address in network for network in found)
    assert not any(IPv4Address("10.0.0.3") in network for network in found)


@pytest.mark.parametrize("text", ["", "nginx", "10.0.0.300", "10.0.0.7/8", "10.0.0.0/33", "0.0.0.0/0", "::/0"])
def test_a_bad_proxy_is_told_with_what_to_write_instead(text: str) -> None:
    """One sentence that quotes it; a network of everybody is refused too, for then nobody's address is known."""
    with pytest.raises(ValueError, match="give ") as caught:
        parse_proxies([text])
    assert repr(text) in str(caught.value)
    assert "\n" not in str(caught.value)
