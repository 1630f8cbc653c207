"""How often a hand can open at once: a figure anyone can check, and that depends on every part of the rules."""

from __future__ import annotations

from random import Random

from kameny.rummy.model import HAND, Options
from kameny.rummy.solver import can_open
from kameny.rummy.tiles import full_set

DEALS = 60_000
FEWER = 6_000
"""With jokers a deal takes ten times as long."""


def test_a_third_of_all_hands_can_open_at_once() -> None:
    """14 of 106 tiles, 30 points without a joker: 33.0 % (± 0.6, three times the standard error)."""
    random, box, options = Random(1), full_set(), Options()
    able = sum(can_open(random.sample(box, HAND), options.opening) for _ in range(DEALS))
    assert abs(able / DEALS - 0.330) < 0.006


def test_half_of_all_hands_can_open_at_once_where_jokers_count() -> None:
    """A joker counts as the tile it stands for: 49.7 % (± 1.9, three times the standard error of so few deals)."""
    random, box = Random(1), full_set()
    able = sum(can_open(random.sample(box, HAND), 30, jokers=True) for _ in range(FEWER))
    assert abs(able / FEWER - 0.497) < 0.019
