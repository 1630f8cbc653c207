"""Dead batteries, closed tabs and new phones, in real browsers."""

from __future__ import annotations

import asyncio

import pytest

from browser.conftest import NewScreen, Server
from browser.test_games import open_table, sit_down
from hands import TappingHand
from screen import Screen

AWAY = 60.0


async def two(new_screen: NewScreen) -> tuple[Screen, Screen, str]:
    """Ann and Bob in a game without a clock."""
    ann = await new_screen("/", (390, 844))
    code = await open_table(ann, "Ann", {1: "person", 2: "nobody", 3: "nobody"})
    bob = await new_screen(f"/t/{code}", (360, 640))
    await sit_down(bob, "Bob")
    await ann.until(lambda u: all(seat.here for seat in u.table.seats), what="Bob")
    await ann.tap('[data-act="start"]')
    await asyncio.gather(*(screen.until(lambda u: u.table.number == 1) for screen in (ann, bob)))
    return ann, bob, code


async def turn(*screens: Screen) -> Screen:
    """Whose turn it is."""
    async with asyncio.timeout(20):
        while not any(screen.my_turn for screen in screens):
            await asyncio.sleep(0.05)
    return next(screen for screen in screens if screen.my_turn)


async def again(new_screen: NewScreen, server: Server, old: Screen, path: str) -> Screen:
    """The same phone in a new window: what it keeps for good, it still has."""
    state = await old.page.context.storage_state()
    fresh = await new_screen("/", (390, 844))
    await fresh.page.context.add_init_script(
        "".join(
            f"localStorage.getItem({item['name']!r}) ?? localStorage.setItem({item['name']!r}, {item['value']!r});"
            for origin in state.get("origins", [])
            for item in origin.get("localStorage", [])
        )
    )
    await fresh.page.goto(server.url + path)
    return fresh


@pytest.mark.timeout(300)
async def test_a_computer_stands_in_for_a_phone_that_is_gone_for_a_minute(
    new_screen: NewScreen, server: Server
) -> None:
    """Faults 45, 47, 48: gone in its own turn; another lets a computer play; back, with seat and rack, by itself."""
    ann, bob, code = await two(new_screen)
    actor = await turn(ann, bob)
    other = bob if actor is ann else ann
    assert actor.update
    seat = actor.update.table.you or 0
    held = await again(new_screen, server, actor, "/")
    await actor.page.close()
    await other.until(lambda u: not u.table.seats[seat].here, what="the loss")
    await other.tap(f'[data-seat="{seat}"]')
    await other.sees('[data-act="stand-in"]')
    assert await other.page.locator('[data-act="stand-in"]').is_disabled()
    async with asyncio.timeout(AWAY + 20):
        while await other.page.locator('[data-act="stand-in"]').is_disabled():
            await asyncio.sleep(0.25)
    await other.tap('[data-act="stand-in"]')
    await other.until(lambda u: bool(u.table.seats[seat].stand_in), what="the computer")
    await other.until(lambda _: other.my_turn, what="the computer's turn")
    await held.page.goto(f"{server.url}/t/{code}")
    await held.until(lambda u: u.table.you == seat and u.table.seats[seat].stand_in is None, what="the return")
    await other.until(lambda u: u.table.seats[seat].here, what="the return")
    assert held.view.you == seat
    assert held.view.rack
    await TappingHand(other, "exact").turn()
    await held.until(lambda _: held.my_turn)
    await TappingHand(held, "exact").turn()


async def test_a_second_tab_says_so_and_offers_to_play_here(new_screen: NewScreen, server: Server) -> None:
    """Two tabs of one phone: one plays, the other says where, and they change places by a tap, without a loop."""
    ann, _, code = await two(new_screen)
    second = Screen(await ann.page.context.new_page())
    await second.page.goto(f"{server.url}/t/{code}")
    await second.sees('[data-act="play-here"]')
    await second.tap('[data-act="play-here"]')
    await second.sees('[data-zone="rack"]')
    await ann.sees('[data-act="play-here"]')
    sockets = ann.sockets + second.sockets
    await asyncio.sleep(1.5)
    assert ann.sockets + second.sockets == sockets, "the tabs fight for the table"
    await ann.tap('[data-act="play-here"]')
    await ann.sees('[data-zone="rack"]')
    await second.sees('[data-act="play-here"]')


async def test_moving_to_another_phone_by_its_qr_code(new_screen: NewScreen) -> None:
    """The link under the square opens the seat on the tablet; the old phone says so and has the seat no more."""
    ann, bob, code = await two(new_screen)
    rack = ann.view.rack
    await ann.tap('[data-act="menu"]')
    await ann.tap('[data-act="move"]')
    await ann.sees('[data-act="link"]')
    link = await ann.page.locator('[data-act="link"]').get_attribute("href")
    assert link
    path, _, secret = link.partition("#")
    assert path.endswith(f"/t/{code}")
    assert len(secret) == 6
    tablet = await new_screen(f"/t/{code}#{secret}", (1280, 800))
    await tablet.until(lambda u: u.table.you == 0, what="the seat")
    assert tablet.view.rack == rack
    assert "#" not in tablet.page.url
    await ann.sees('[data-act="home"]')
    await bob.until(lambda u: u.table.seats[0].here)
    actor = await turn(tablet, bob)
    await actor.page.locator('[data-act="draw"]').click()
    await actor.until(lambda u: u.table.turn == 2)
    late = await new_screen(f"/t/{code}#{secret}", (360, 640))
    await late.sees('[data-act="again"]')
    assert late.update is None
    late.errors.clear()  # the browser calls the refusal an error


async def test_an_away_seat_gets_a_new_code(new_screen: NewScreen, server: Server) -> None:
    """Bob's phone is dead: Ann shows a code for his seat, and he types it into another phone at the door."""
    ann, bob, code = await two(new_screen)
    rack = bob.view.rack
    await bob.page.close()
    await ann.until(lambda u: not u.table.seats[1].here)
    await ann.tap('[data-seat="1"]')
    await ann.tap('[data-act="new-code"]')
    await ann.sees('[data-act="link"]')
    link = await ann.page.locator('[data-act="link"]').get_attribute("href")
    assert link
    assert server.url
    other = await new_screen(f"/t/{code}", (390, 844))
    await other.tap('[data-seat="1"]')
    await other.page.fill('[data-field="pass"]', link.partition("#")[2].lower())
    await other.tap('[data-act="claim"]')
    await other.until(lambda u: u.table.you == 1, what="the seat")
    assert other.view.rack == rack
    await ann.until(lambda u: u.table.seats[1].here)


async def test_leaving_and_coming_back_from_my_tables(new_screen: NewScreen, server: Server) -> None:
    """Leaving asks once; a computer plays on; the table is in My tables and says whose turn it is."""
    ann, bob, _ = await two(new_screen)
    await ann.tap('[data-act="menu"]')
    await ann.tap('[data-act="leave"]')
    await ann.tap('[data-act="leave-yes"]')
    await bob.until(lambda u: bool(u.table.seats[0].stand_in), what="the computer")
    assert server.url
    await ann.page.goto(server.url)
    await bob.until(lambda _: bob.my_turn, what="the computer's turn")
    await ann.sees('[data-act="mine"]')
    await ann.tap('[data-act="mine"]')
    await ann.until(lambda u: u.table.you == 0 and u.table.seats[0].stand_in is None, what="the return")


async def test_a_newcomer_takes_a_computers_seat(new_screen: NewScreen, server: Server) -> None:
    """In the middle of a game, at the door."""
    ann = await new_screen("/", (390, 844))
    code = await open_table(ann, "Ann", {1: "calm", 2: "nobody", 3: "nobody"})
    await ann.until(lambda u: u.table.number == 1)
    eve = await new_screen(f"/t/{code}", (360, 640))
    await eve.page.fill('[data-field="name"]', "Eve")
    await eve.tap('[data-act="sit"]')
    await eve.until(lambda u: u.table.you == 1, what="the seat")
    assert server.url
    await ann.until(lambda u: u.table.seats[1].name == "Eve")
    actor = await turn(ann, eve)
    await TappingHand(actor, "exact").turn()


async def test_reactions_show_on_the_chip_and_cover_nothing(new_screen: NewScreen, server: Server) -> None:
    """A tap on one's own seat, a tap on a picture; the other sees it where the face was, and reads it aloud."""
    ann, bob, _ = await two(new_screen)
    assert server.url
    before = await bob.page.locator('[data-zone="rack"]').bounding_box()
    await ann.tap('[data-act="menu"]')
    await ann.tap('[data-react="bravo"]')
    await bob.sees('[data-reaction="bravo"]')
    assert await bob.page.locator('[data-zone="rack"]').bounding_box() == before


async def test_fault_55_a_phone_in_the_background_for_ten_seconds_is_not_lost(new_screen: NewScreen) -> None:
    """Fault 55: a seat looks away only once it has been without a phone for a while; it is held all the time."""
    ann, bob, _ = await two(new_screen)
    await bob.page.close()
    await ann.until(lambda u: not u.table.seats[1].here)
    await asyncio.sleep(10)
    assert await ann.page.locator(".players .away").count() == 0
    await ann.sees(".players .away")
    assert ann.update
    assert ann.update.table.seats[1].taken
