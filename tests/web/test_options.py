"""Every house rule of a rummy table through the socket: opened, told to whoever joins, kept, and at work."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from house import House
from kameny.client import Phone
from kameny.game import Standing
from kameny.games import GAMES
from kameny.rummy.model import Draw, Options, View
from kameny.terms import USUAL, Terms

RUMMY = GAMES["rummy"]
DEFAULTS = msgspec.to_builtins(Options())


async def dealt(house: House, options: dict[str, Any], terms: Terms = USUAL) -> tuple[Phone, Phone]:
    """Two people at a table of these rules, the first game dealt; the second has joined by code."""
    ann = await house.phone()
    code = await ann.open("rummy", [None, None], options, terms)
    await ann.join(code, "Ann")
    bob = await house.seated(code, "Bob")
    await ann.deal()
    await bob.until(lambda u: u.table.number == 1)
    return ann, bob


async def restarted(house: House, *phones: Phone) -> None:
    """The same house after these phones went and the server was stopped and started."""
    for phone in phones:
        await phone.close()
    await house.stop()
    await house.start()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("jokers", n) for n in range(5)),
        *(("opening", n) for n in (0, 30, 40, 50)),
        *(("clock", c) for c in ("off", "30", "45", "60", "120", "table")),
        *((flag, value) for flag in ("official", "playing_on", "redeal") for value in (True, False)),
        ("joker", "free"),
        ("joker", "exchange"),
    ],
)
async def test_an_option_is_told_to_whoever_joins_and_is_at_work(house: House, name: str, value: Any) -> None:
    """In the table's words, in the game's view, after a restart; and it does what it says from the first turn on."""
    ann, bob = await dealt(house, {name: value})
    for phone in (ann, bob):
        assert phone.update
        assert msgspec.json.decode(phone.update.table.options) == {**DEFAULTS, name: value}
        assert getattr(phone.view.options, name) == value
    await restarted(house, ann, bob)
    again = await house.phone(bob.token)
    await again.join(bob.code, "Bob")
    view: View = again.view
    assert getattr(view.options, name) == value
    _at_work(view, name, value)


def _at_work(view: View, name: str, value: Any) -> None:
    """What the first turn shows of an option."""
    if name == "jokers":
        assert sum(view.counts) + view.pool == 104 + value
    if name == "opening":
        assert view.opened == ((value == 0),) * 2
    if name == "clock":
        assert view.glass.limit == (None if value == "off" else 30 if value == "table" else int(value))


@pytest.mark.parametrize("preset", list(RUMMY.presets))
async def test_a_preset_is_played_to_its_end(house: House, preset: str) -> None:
    """A person who plays like a computer, and a computer, by each preset's rules: a whole game through the socket."""
    rules = RUMMY.presets[preset]
    ann = await house.phone()
    options = msgspec.to_builtins(rules.options)
    code = await ann.open("rummy", [None, rules.player or "exact"], options, rules.terms)
    await ann.join(code, "Ann")
    await ann.deal()
    player = RUMMY.players[rules.player or "exact"]
    while not (ann.update and ann.update.table.over):
        if ann.my_turn:
            assert ann.update
            await ann.act(player.choose(ann.view, Standing((0, 0)), 1.0))
        await ann.until(lambda u: u.table.over or ann.my_turn)
    assert ann.update
    assert ann.update.table.terms == rules.terms
    assert bool(ann.update.table.series_over) == (rules.terms.games == 1)
    assert sum(ann.update.table.totals) == 0


@pytest.mark.parametrize(
    "terms",
    [
        *(Terms(games=n) for n in (1, 3, 5, 10)),
        *(Terms(target=n) for n in (100, 200, 500)),
        *(Terms(pace=pace) for pace in ("quick", "usual", "slow")),
        Terms(live=False),
    ],
)
async def test_terms_are_told_to_whoever_joins(house: House, terms: Terms) -> None:
    """As they were agreed when the table was opened, also after a restart."""
    ann, bob = await dealt(house, {"clock": "off"}, terms)
    assert bob.update
    assert bob.update.table.terms == terms
    await restarted(house, ann, bob)
    again = await house.phone(bob.token)
    await again.join(bob.code, "Bob")
    assert again.update
    assert again.update.table.terms == terms


@pytest.mark.parametrize("live", [True, False])
async def test_a_turn_is_seen_being_arranged_if_the_table_wants_it(house: House, *, live: bool) -> None:
    """With live arranging off, others see the finished turn only; the owner's draft is kept all the same."""
    ann, bob = await dealt(house, {"clock": "off", "opening": 0}, Terms(live=live))
    actor, other = (ann, bob) if ann.my_turn else (bob, ann)
    tile = actor.view.rack[0]
    await actor.arrange({"sets": [[tile]]})
    await actor.ping()
    if live:
        assert msgspec.json.decode((await other.hears_arranging()).draft)["sets"] == [[tile]]
    again = await house.phone(other.token)
    await again.join(other.code, "again")
    owner = await house.phone(actor.token)
    await owner.join(actor.code, "again")
    assert again.update
    assert owner.update
    assert (msgspec.json.decode(again.update.draft) is not None) == live
    assert owner.update.mine
    assert msgspec.json.decode(owner.update.mine.draft)["sets"] == [[tile]]
    await actor.act(Draw())
