"""Whole games in real browsers: what counts is that people can play."""

from __future__ import annotations

import asyncio

import pytest

from browser.conftest import NewScreen, Server
from hands import DraggingHand, Hand, TappingHand
from screen import Screen

GAME = 420.0
"""Seconds a whole game may take."""


async def open_table(screen: Screen, name: str, seats: dict[int, str], clock: str = "off") -> str:
    """From the home screen to an open table, by touch; returns the code."""
    await screen.tap('[data-act="play"]')
    await screen.page.fill('[data-field="name"]', name)
    await screen.tap('[data-act="name-ok"]')
    for seat, who in seats.items():
        await screen.tap(f'[data-seat="{seat}"]')
        await screen.tap(f'[data-option="seat"] [data-value="{who}"]')
    await screen.page.locator(f'[data-option="clock"] [data-value="{clock}"]').scroll_into_view_if_needed()
    await screen.tap(f'[data-option="clock"] [data-value="{clock}"]')
    await screen.tap('[data-act="open"]')
    await screen.until(lambda u: u.table.you == 0, what="the seat")
    assert screen.update
    return screen.update.table.code


async def sit_down(screen: Screen, name: str) -> None:
    """From the door of a table to a seat."""
    await screen.page.fill('[data-field="name"]', name)
    await screen.tap('[data-act="sit"]')
    await screen.until(lambda u: u.table.you is not None, what="the seat")


async def one_turn(hand: Hand) -> None:
    """Play this hand's next turn."""
    await hand.screen.until(lambda _: hand.screen.my_turn, within=60)
    await hand.turn()


async def play_on(hand: Hand) -> None:
    """Play this hand's turns until the game is over."""
    screen = hand.screen
    while True:
        await screen.until(lambda u: u.table.over or screen.my_turn, within=120)
        assert screen.update
        if screen.update.table.over:
            return
        await hand.turn()


@pytest.mark.timeout(GAME + 180)
async def test_two_phones_and_two_computers_play_into_the_next_game(new_screen: NewScreen, server: Server) -> None:
    """One hand taps, one holds and drags; to the end, the result, and on into the second game of the series."""
    ann = await new_screen("/", (360, 640))
    code = await open_table(ann, "Ann", {1: "person", 2: "exact", 3: "calm"})
    assert server.url
    await ann.sees(f"text={code[:3]}")
    bob = await new_screen("/", (390, 844))
    await bob.page.fill('[data-field="code"]', code.lower())
    await bob.tap('[data-act="join"]')
    await sit_down(bob, "Bob")
    await ann.until(lambda u: all(seat.here for seat in u.table.seats), what="Bob")
    await bob.tap('[data-act="start"]')
    await asyncio.gather(*(screen.until(lambda u: u.table.number == 1) for screen in (ann, bob)))

    hands = [TappingHand(ann, "exact"), DraggingHand(bob, "exact")]
    async with asyncio.timeout(GAME):
        await asyncio.gather(*map(play_on, hands))
    assert sum(hand.laid for hand in hands) > 0, "somebody laid something by hand"

    for screen in (ann, bob):
        assert screen.update
        assert len(screen.update.table.results) == 1
        assert sum(screen.update.table.totals) == 0
        await screen.sees('[data-act="next"]')
    await ann.tap('[data-act="next"]')
    for screen in (ann, bob):
        await screen.until(lambda u: u.table.number == 2 and not u.table.over)
        await screen.sees('[data-zone="rack"]')
    async with asyncio.timeout(60):
        await asyncio.gather(*map(one_turn, hands))
