"""How often a hand can open at once: a figure anyone can check, and that depends on every part of the rules."""

from __future__ import annotations

from random import Random

from kameny.rummy.model import HAND, Options
from kameny.rummy.solver import can_open
from kameny.rummy.tiles import full_set

DEALS = 60_000


def test_a_third_of_all_hands_can_open_at_once() -> None:
    """14 of 106 tiles, 30 points without a joker: 33.0 % (± 0.6, three times the standard error)."""
    random, box, options = Random(1), full_set(), Options()
    able = sum(can_open(random.sample(box, HAND), options.opening) for _ in range(DEALS))
    assert abs(able / DEALS - 0.330) < 0.006
