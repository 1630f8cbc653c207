"""Chance that anyone can check: fair, repeatable from what is shown, and fixed before anybody could choose."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.play.chance import Fair, Scripted, commitment
from kameny.play.seats import new_secret

SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
NONCES = ("a" * 32, "b" * 32)


def words(purpose: str, *, nonces: tuple[str, ...] = NONCES, game: int = 1) -> Iterator[int]:
    """The stream as anybody with the secret works it out: HMAC-SHA256 of nonces, game, purpose and a counter."""
    for counter in range(10_000):
        message = f"{','.join(nonces)}|{game}|{purpose}|{counter}"
        digest = hmac.new(bytes.fromhex(SECRET), message.encode(), hashlib.sha256).hexdigest()
        yield int(digest[:16], 16)


def below(stream: Iterator[int], n: int) -> int:
    """The next number of the stream below n; a word that would make small numbers likelier is thrown away."""
    fair = 2**64 // n * n
    return next(word % n for word in stream if word < fair)


# ---- test vectors ----


def test_the_published_vectors() -> None:
    """These numbers never change: they check every other implementation, and old games."""
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    throws = Fair(SECRET, NONCES, 1)
    assert [throws.below(6, "throw") for _ in range(10)] == [1, 1, 3, 1, 5, 0, 2, 0, 3, 3]
    assert Fair(SECRET, NONCES, 1).shuffled(range(10), "deal") == (8, 7, 4, 6, 0, 1, 9, 2, 5, 3)
    assert Fair(SECRET, (), 2).below(2**63 + 1, "large") == 3616746732231863256


@given(st.integers(1, 2**64), st.text(max_size=20), st.integers(1, 50))
def test_below_is_the_stream_of_the_hmac(n: int, purpose: str, game: int) -> None:
    """Number for number, whatever the range, the purpose and the game."""
    fair, stream = Fair(SECRET, NONCES, game), words(purpose, game=game)
    for _ in range(5):
        assert fair.below(n, purpose) == below(stream, n)


@given(st.lists(st.integers(), max_size=30))
def test_shuffling_is_fisher_and_yates_from_the_last_place_down(items: list[int]) -> None:
    """Every place from the last takes one of those before it; nothing comes or goes."""
    stream = words("deal")
    expected = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = below(stream, last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert Fair(SECRET, NONCES, 1).shuffled(items, "deal") == tuple(expected)


def test_words_beyond_the_last_whole_multiple_are_thrown_away() -> None:
    """With n just above half of all words every second one is rejected, and the rest is used as it is."""
    n = 2**63 + 1
    stream, fair = words("half"), Fair(SECRET, NONCES, 1)
    kept = [word for word, _ in zip(stream, range(64), strict=False) if word < n]
    assert 20 < len(kept) < 44
    assert [fair.below(n, "half") for _ in kept] == kept


# ---- fairness ----


@pytest.mark.parametrize(("n", "bound"), [(2, 10.83), (6, 20.52), (13, 32.91), (106, 155.5)])
def test_all_numbers_are_equally_likely(n: int, bound: float) -> None:
    """Chi-square over fixed draws stays below what one in a thousand fair streams exceeds."""
    fair, each = Fair(SECRET, NONCES, 1), 100
    counts = Counter(fair.below(n, "uniform") for _ in range(n * each))
    assert set(counts) == set(range(n))
    assert sum((count - each) ** 2 / each for count in counts.values()) < bound


def test_all_orders_are_equally_likely() -> None:
    """The 24 orders of four tiles over 4,800 shuffles: chi-square below 49.73 (one in a thousand)."""
    fair = Fair(SECRET, NONCES, 1)
    counts = Counter(fair.shuffled("abcd", "orders") for _ in range(4800))
    assert set(counts) == set(permutations("abcd"))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.73


# ---- who decides ----


def test_the_same_command_gets_the_same_chance_on_any_server() -> None:
    """Two instances agree, whatever one of them drew for other purposes before."""
    one, other = Fair(SECRET, NONCES, 3), Fair(SECRET, NONCES, 3)
    one.below(6, "throw 1")
    assert one.shuffled(range(106), "deal") == other.shuffled(range(106), "deal")
    assert one.below(6, "throw 2") == other.below(6, "throw 2")


def test_every_part_of_the_seed_matters() -> None:
    """Another secret, another nonce, their order, another game or purpose: another shuffle."""
    deals = [
        Fair(SECRET, NONCES, 1).shuffled(range(52), "deal"),
        Fair("ff" * 32, NONCES, 1).shuffled(range(52), "deal"),
        Fair(SECRET, (NONCES[0], "c" * 32), 1).shuffled(range(52), "deal"),
        Fair(SECRET, NONCES[::-1], 1).shuffled(range(52), "deal"),
        Fair(SECRET, (), 1).shuffled(range(52), "deal"),
        Fair(SECRET, NONCES, 2).shuffled(range(52), "deal"),
        Fair(SECRET, NONCES, 1).shuffled(range(52), "lots 1"),
    ]
    assert len(set(deals)) == len(deals)


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    """SHA-256 of the secret's bytes: it tells nothing, and no other secret fits it."""
    secret = new_secret()
    assert len(bytes.fromhex(secret)) == 32
    assert commitment(secret) == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    assert commitment(secret) != commitment(new_secret())


def test_scripted_chance_repeats_itself() -> None:
    """The same seed is the same chance, for tests and the arena; another seed is another."""
    orders = [Scripted(seed).shuffled(range(30), "deal") for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert Scripted(5).below(10**9, "a") == Scripted(5).below(10**9, "b")
