"""House rules in real browsers: chosen when the table is opened, read by whoever joins, played to the end."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from browser.conftest import NewScreen, Server
from browser.test_games import GAME, play_on
from hands import DraggingHand, TappingHand
from kameny.games import GAMES
from screen import Screen

RULES = "[...document.querySelectorAll('section:has([data-rules]) li')].map(e => e.innerText.trim())"

CHOICES: dict[str, list[str]] = {
    "opening": ["0", "30", "40", "50"],
    "clock": ["off", "30", "45", "60", "120", "table"],
    "jokers": ["0", "1", "2", "3", "4"],
    "joker": ["free", "exchange"],
    "series": ["endless", "1", "3", "5", "10", "100", "200", "500"],
    "pace": ["quick", "usual", "slow"],
}
SWITCHES = ["official", "playing_on", "redeal", "live"]


async def new_table(screen: Screen, seats: dict[int, str]) -> None:
    """From the home screen to the page where a table is set up, all its rules unfolded."""
    await screen.tap('[data-act="play"]')
    await screen.page.fill('[data-field="name"]', "Ann")
    await screen.tap('[data-act="name-ok"]')
    for seat, who in seats.items():
        await screen.tap(f'[data-seat="{seat}"]')
        await screen.tap(f'[data-option="seat"] [data-value="{who}"]')
    await screen.page.locator('[data-act="more"] summary').click()


async def words(screen: Screen) -> list[str]:
    """The rules of the table as they are written on the page."""
    found: list[str] = await screen.page.evaluate(RULES)
    return found


async def choose(screen: Screen, option: str, value: str) -> None:
    """One value of one option."""
    await screen.page.locator(f'[data-option="{option}"] [data-value="{value}"]').click()


@pytest.mark.timeout(180)
async def test_every_option_is_offered_and_said_in_words(new_screen: NewScreen, server: Server) -> None:
    """Each value of each option changes the written rules (what is usual goes without saying), and back."""
    assert server.url
    ann = await new_screen("/", (360, 640), "en")
    await new_table(ann, {1: "person", 2: "nobody", 3: "nobody"})
    usual = await words(ann)
    for option, values in CHOICES.items():
        seen: dict[str, tuple[str, ...]] = {}
        for value in values:
            await choose(ann, option, value)
            seen[value] = tuple(await words(ann))
        assert len(set(seen.values())) == len(values), f"{option}: {seen}"
        back = {"opening": "30", "clock": "table", "jokers": "2", "joker": "free", "series": "endless", "pace": "usual"}
        await choose(ann, option, back[option])
        assert await words(ann) == usual
    for switch in SWITCHES:
        await ann.page.locator(f'[data-act="{switch}"]').click()
        assert await words(ann) != usual
        await ann.page.locator(f'[data-act="{switch}"]').click()
        assert await words(ann) == usual


@pytest.mark.timeout(180)
@pytest.mark.parametrize(
    ("chosen", "switched", "expected"),
    [
        (
            {"opening": "50", "clock": "120", "jokers": "4", "joker": "exchange", "series": "3", "pace": "slow"},
            SWITCHES,
            {
                "options": {
                    "opening": 50,
                    "clock": "120",
                    "jokers": 4,
                    "joker": "exchange",
                    "official": True,
                    "playing_on": True,
                    "redeal": True,
                },
                "terms": {"games": 3, "target": None, "pace": "slow", "live": False},
            },
        ),
        (
            {"opening": "40", "clock": "off", "jokers": "0", "series": "200", "pace": "quick"},
            [],
            {
                "options": {
                    "opening": 40,
                    "clock": "off",
                    "jokers": 0,
                    "joker": "free",
                    "official": False,
                    "playing_on": False,
                    "redeal": False,
                },
                "terms": {"games": None, "target": 200, "pace": "quick", "live": True},
            },
        ),
    ],
)
async def test_whoever_joins_reads_the_rules_that_were_chosen(
    new_screen: NewScreen, server: Server, chosen: dict[str, str], switched: list[str], expected: dict[str, Any]
) -> None:
    """The same sentences at the door and in the waiting room as where the table was set up."""
    assert server.url
    ann = await new_screen("/", (390, 844), "en")
    await new_table(ann, {1: "person", 2: "nobody", 3: "nobody"})
    for option, value in chosen.items():
        await choose(ann, option, value)
    for switch in switched:
        await ann.page.locator(f'[data-act="{switch}"]').click()
    wanted = await words(ann)
    await ann.tap('[data-act="open"]')
    await ann.until(lambda u: u.table.you == 0)
    assert ann.update
    assert msgspec.json.decode(ann.update.table.options) == expected["options"]
    assert msgspec.to_builtins(ann.update.table.terms) == expected["terms"]
    bob = await new_screen(f"/t/{ann.update.table.code}", (1280, 800), "en")
    for screen in (ann, bob):
        await screen.sees("section:has([data-rules]) li")
        assert await words(screen) == wanted


@pytest.mark.timeout(GAME + 180)
@pytest.mark.parametrize("preset", ["official", "children"])
async def test_a_preset_is_played_to_its_end(new_screen: NewScreen, server: Server, preset: str) -> None:
    """One tap chooses the rules; two people and the preset's computer play a whole game by them."""
    ann = await new_screen("/", (360, 640))
    await ann.tap('[data-act="play"]')
    await ann.page.fill('[data-field="name"]', "Ann")
    await ann.tap('[data-act="name-ok"]')
    for seat, who in ((1, "person"), (2, "exact"), (3, "nobody")):
        await ann.tap(f'[data-seat="{seat}"]')
        await ann.tap(f'[data-option="seat"] [data-value="{who}"]')
    await ann.page.locator(f'[data-preset="{preset}"]').click()
    await ann.tap('[data-act="open"]')
    await ann.until(lambda u: u.table.you == 0)
    assert ann.update
    rules = GAMES["rummy"].presets[preset]
    table = ann.update.table
    assert msgspec.json.decode(table.options, type=GAMES["rummy"].options) == rules.options
    assert table.terms == rules.terms
    assert table.seats[2].player == (rules.player or "exact")
    bob = await new_screen(f"/t/{table.code}", (390, 844))
    assert server.url
    await bob.sees(f'[data-rules="{preset}"]')
    await bob.page.fill('[data-field="name"]', "Bob")
    await bob.tap('[data-act="sit"]')
    await bob.until(lambda u: u.table.you == 1)
    await ann.tap('[data-act="start"]')
    await asyncio.gather(*(screen.until(lambda u: u.table.number == 1) for screen in (ann, bob)))
    hands = [TappingHand(ann, "exact"), DraggingHand(bob, "exact")]
    async with asyncio.timeout(GAME):
        await asyncio.gather(*map(play_on, hands))
    assert sum(hand.laid for hand in hands) > 0
    for screen in (ann, bob):
        assert screen.update
        assert sum(screen.update.table.totals) == 0
        await screen.sees('[data-act="next"]')
