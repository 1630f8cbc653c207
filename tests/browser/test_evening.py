"""A game evening: links, reloads, a killed server, the clock, and one guest too many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from msgspec.json import decode

from browser.conftest import NewScreen, Server
from browser.test_games import open_table, sit_down
from hands import TappingHand
from kameny.client import Phone
from kameny.rummy.model import View
from kameny.web.messages import Update
from screen import Screen


async def dealt(new_screen: NewScreen, size: tuple[int, int] = (390, 844), clock: str = "off") -> Screen:
    """A phone in a game against a calm computer, which is this phone's turn."""
    screen = await new_screen("/", size)
    await open_table(screen, "Ann", {1: "calm", 2: "nobody", 3: "nobody"}, clock)
    await screen.until(lambda u: u.table.number == 1)
    await screen.until(lambda _: screen.my_turn)
    await screen.sees('[data-my-turn="true"]')
    return screen


async def lay_two(screen: Screen) -> tuple[str, str]:
    """Begin a set of two own tiles on the table."""
    hand = TappingHand(screen, "calm")
    first, second = screen.view.rack[:2]
    await hand.to_empty_table(first)
    await hand.to_empty_table(second)
    return first, second


async def test_a_reload_in_mid_turn_restores_the_draft(new_screen: NewScreen, server: Server) -> None:
    """What was laid on the table lies there again, and can be taken back tile by tile."""
    assert server.url
    ann = await dealt(new_screen)
    first, second = await lay_two(ann)
    await ann.page.reload()
    await ann.sees(f'[data-set] [data-tile="{first}"]')
    await ann.sees(f'[data-set] [data-tile="{second}"]')
    await ann.tap('[data-act="undo"]')
    board = await ann.board()
    assert [second] not in board or [first] not in board
    assert len(ann.view.rack) == 14, "a draft changes nothing on the server"


async def test_the_draft_is_there_again_on_a_phone_that_forgot_it(new_screen: NewScreen, server: Server) -> None:
    """A phone whose session is gone gets the seat's draft from the server."""
    assert server.url
    ann = await dealt(new_screen)
    first, _ = await lay_two(ann)
    await asyncio.sleep(0.2)
    await ann.page.evaluate("sessionStorage.clear()")
    await ann.page.reload()
    await ann.sees(f'[data-set] [data-tile="{first}"]')


async def test_draw_is_always_there_and_asks_first(new_screen: NewScreen, server: Server) -> None:
    """Fault 28: tiles laid do not hide Draw. It asks; No keeps the draft, Yes returns the tiles and draws one."""
    assert server.url
    ann = await dealt(new_screen, (360, 640))
    first, second = await lay_two(ann)
    await ann.tap('[data-act="draw"]')
    await ann.tap('[data-act="draw-no"]')
    board = await ann.board()
    assert [first] in board
    assert [second] in board
    await ann.tap('[data-act="draw"]')
    await ann.tap('[data-act="draw-yes"]')
    await ann.until(lambda _: len(ann.view.rack) == 15)
    await ann.sees(f'[data-zone="rack"] [data-tile="{first}"]')


async def test_a_turn_that_is_not_legal_stays_as_it_is(new_screen: NewScreen, server: Server) -> None:
    """Faults 16 and 17: Done on broken sets says why and marks them; nothing is drawn, nothing flies back."""
    assert server.url
    ann = await dealt(new_screen)
    first, second = await lay_two(ann)
    await ann.sees("text=chybí 2")
    await ann.tap('[data-act="done"]')
    await ann.sees(".note.warns")
    assert ann.view.turn == 1 or ann.my_turn
    board = await ann.board()
    assert [first] in board
    assert [second] in board


async def test_phones_go_on_by_themselves_when_the_server_is_killed(new_screen: NewScreen, server: Server) -> None:
    """SIGKILL in mid-game and mid-draft; after a restart the phone is back with its draft and plays on."""
    ann = await dealt(new_screen)
    hand = TappingHand(ann, "exact")
    for _ in range(2):
        await ann.until(lambda _: ann.my_turn)
        await hand.turn()
    await ann.until(lambda _: ann.my_turn)
    await ann.sees('[data-my-turn="true"]')
    rack, sockets = ann.view.rack, ann.sockets
    await hand.to_empty_table(rack[0])
    server.kill()
    await asyncio.sleep(0.5)
    server.start()
    async with asyncio.timeout(30):
        while ann.sockets == sockets:
            await asyncio.sleep(0.05)
    await ann.sees(f'[data-set] [data-tile="{rack[0]}"]')
    assert ann.view.rack == rack
    await ann.tap('[data-act="undo"]')
    await hand.turn()
    await ann.until(lambda _: ann.my_turn, what="the computer's turn after the restart")


async def test_fault_51_the_waiting_room_says_who_is_there_and_how_others_come(
    new_screen: NewScreen, server: Server
) -> None:
    """Fault 51: no play screen yet; how many of how many are here, the code, its square, its link, a way to send it."""
    ann = await new_screen("/")
    code = await open_table(ann, "Ann", {1: "person", 2: "person", 3: "nobody"})
    assert server.url
    await ann.sees("text=1 ze 3 u stolu")
    assert await ann.page.locator('[data-zone="rack"]').count() == 0
    for way in ('[data-act="copy"]', f'img[src*="{code}"]', '[data-act="start"]'):
        await ann.sees(way)
    assert f"/t/{code}" in (await ann.page.locator('[data-act="link"]').get_attribute("href") or "")
    bob = await new_screen(f"/t/{code}", (360, 640))
    await sit_down(bob, "Bob")
    await ann.sees("text=2 ze 3 u stolu")


async def test_fault_9_the_opening_meter_is_always_shown(new_screen: NewScreen, server: Server) -> None:
    """Fault 9: "0 of 30" from the first turn on, before anything lies, and what lies counts as the judge counts it."""
    assert server.url
    ann = await dealt(new_screen, (360, 640))
    assert await ann.page.locator("[data-meter]").get_attribute("data-meter") == "0"
    await ann.sees("text=0 z 30")
    await lay_two(ann)
    assert await ann.page.locator("[data-meter]").get_attribute("data-meter") == "0"
    await ann.sees("text=0 z 30")


async def test_fault_56_what_is_pending_is_shown_as_pending(new_screen: NewScreen, server: Server) -> None:
    """Fault 56: a move made while the server is away looks like one on its way, and counts once when it is back."""
    ann = await dealt(new_screen)
    turn, rack = ann.view.turn, ann.view.rack
    server.kill()
    await ann.tap('[data-act="draw"]')
    await ann.sees('[data-sending="true"]')
    await ann.sees("text=Odesílá se")
    assert await ann.page.locator('[data-zone="rack"] [data-tile]').count() == len(rack)
    server.start()
    await ann.until(lambda u: u.table.turn > turn, within=30, what="the move after the restart")
    await ann.until(lambda _: len(ann.view.rack) == len(rack) + 1)


def _ran(turn: int, count: int) -> Callable[[Update], bool]:
    """Whether the hourglass has run out so often in this turn."""
    return lambda update: update.table.turn == turn and decode(update.view, type=View).glass.ran == count


@pytest.mark.timeout(300)
async def test_three_expiries_in_one_turn(new_screen: NewScreen, server: Server) -> None:
    """Two tiles for time, the third ends the turn; each is said, and the draft stays until the end."""
    assert server.url
    ann = await dealt(new_screen, clock="30")
    first, _ = await lay_two(ann)
    turn = ann.view.turn
    await ann.sees("[data-clock]")
    for count in (1, 2):
        await ann.until(_ran(turn, count), within=40)
        assert len(ann.view.rack) == 14 + count
        fresh = ann.view.fresh
        assert len(fresh) == count
        await ann.sees(f'[data-zone="rack"] [data-tile="{fresh[-1]}"]')
        await ann.sees(f"text={count}. ze 3")
        await ann.sees(f'[data-set] [data-tile="{first}"]')
    await ann.until(lambda u: u.table.turn > turn, within=40)
    assert len(ann.view.rack) == 17
    await ann.sees(f'[data-zone="rack"] [data-tile="{first}"]')


async def test_joining_by_a_pasted_link(new_screen: NewScreen, server: Server) -> None:
    """The whole link in the field for the code is enough."""
    ann = await new_screen("/")
    code = await open_table(ann, "Ann", {1: "person", 2: "person", 3: "nobody"})
    bob = await new_screen("/", (360, 640))
    await bob.page.fill('[data-field="code"]', f"  {server.url}/t/{code}  ")
    await sit_down(bob, "Bob")
    eve = await new_screen(f"/t/{code}", (1280, 800))
    await eve.page.fill('[data-field="name"]', "Eve")
    await eve.page.click('[data-act="sit"]')
    await ann.until(lambda u: [s.name for s in u.table.seats] == ["Ann", "Bob", "Eve"])


async def test_a_fifth_person_looks_on(new_screen: NewScreen, server: Server) -> None:
    """Four seats are taken: the fifth sees the table, is told so, holds no rack and has no buttons to play with."""
    ann = await new_screen("/")
    code = await open_table(ann, "Ann", {1: "person", 2: "person", 3: "person"})
    async with Phone(server.url) as bob, Phone(server.url) as cid, Phone(server.url) as dan:
        for phone, name in ((bob, "Bob"), (cid, "Cid"), (dan, "Dan")):
            await phone.join(code, name)
        eve = await new_screen(f"/t/{code}", (390, 844))
        await eve.until(lambda u: u.table.you is None)
        await ann.tap('[data-act="start"]')
        await eve.until(lambda u: u.table.number == 1)
        await eve.sees('[data-zone="table"]')
        await ann.until(lambda u: u.table.watching == 1)
        assert eve.view.rack == ()
        assert await eve.page.locator('[data-act="done"]').count() == 0
        assert await eve.page.locator('[data-zone="rack"] [data-tile]').count() == 0
