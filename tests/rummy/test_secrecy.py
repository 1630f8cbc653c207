"""Fault 53: what leaves the server, on the wire or into its log, holds nothing that its reader may not know."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any, cast

import pytest
from aiohttp import web
from structlog.processors import format_exc_info
from structlog.testing import capture_logs

from house import Here, House
from kameny.client import Phone
from kameny.game import Player, Refused, Standing
from kameny.play import match as matches
from kameny.play.events import decode
from kameny.play.match import Match
from kameny.players.runner import Runner
from kameny.rummy import RUMMY
from kameny.rummy.model import Action, Draft, Draw, Lay, State, View
from kameny.rummy.tiles import full_set
from seating import Clock, Ear, Sitting, settle

TILE = re.compile(r"(?<![0-9a-zA-Z])(?:[krbp](?:[1-9]|1[0-3])[ab]|\*[a-d])(?![0-9a-zA-Z])")

Sent = list[tuple[int | None, dict[str, Any]]]


class Tap:
    """Every text frame that the server sends, with the seat it goes to."""

    def __init__(self) -> None:
        self.frames: Sent = []
        self._seats: dict[int, int | None] = {}

    def hear(self, socket: web.WebSocketResponse, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "update":
            self._seats[id(socket)] = message["table"]["you"]
        self.frames.append((self._seats.get(id(socket)), message))


@pytest.fixture
def tap(monkeypatch: pytest.MonkeyPatch) -> Tap:
    """What the server sends while the test runs."""
    found, send = Tap(), web.WebSocketResponse.send_str

    async def heard(socket: web.WebSocketResponse, data: str, compress: int | None = None) -> None:
        found.hear(socket, data)
        await send(socket, data, compress)

    monkeypatch.setattr(web.WebSocketResponse, "send_str", heard)
    return found


@pytest.fixture
async def timed() -> AsyncIterator[tuple[House, Clock]]:
    """A house whose clock is set by the test."""
    async with AsyncExitStack() as stack:
        house, clock = House(stack), Clock()
        house.now = clock
        await house.start()
        yield house, clock
        await stack.aclose()
        await house.stop()


class Evening:
    """A whole game: two people, a computer and somebody who looks on; all that can be sent is sent."""

    def __init__(self, house: House, clock: Clock) -> None:
        self.house, self.clock = house, clock
        self.code = ""
        self.phones: list[Phone] = []
        self.laid: dict[int, set[str]] = defaultdict(set)
        """The tiles that anybody arranged on the table, by turn: from then on they may be seen."""

    async def play(self) -> None:
        """From opening the table to the end of the game."""
        ann = await self.house.phone()
        self.code = await ann.open("rummy", [None, "exact", None], {"clock": "30"})
        await ann.join(self.code, "Ann")
        bob = await self.house.seated(self.code, "Bob")
        eve = await self.house.phone()
        await eve.watch(self.code)
        self.phones = [ann, bob, eve]
        await ann.deal()
        for phone in self.phones:
            await phone.until(lambda u: u.table.number == 1)
        while not (await ann.until(lambda u: u.table.over or 1 not in u.table.awaited)).table.over:
            for phone in (ann, bob):
                await phone.until(lambda u: u.version >= max(p.update.version for p in self.phones if p.update))
                if phone.my_turn:
                    await self.turn(phone)
        for phone in self.phones:
            await phone.until(lambda u: u.table.over)

    async def turn(self, phone: Phone) -> None:
        """Arrange, be refused, now and then let the time run out, come back, and do what a computer would."""
        view: View = phone.view
        await self.arrange(phone, Draft((*view.table, view.rack[:1])))
        await self.arrange(phone, Draft((*view.table, view.rack[:1], view.rack[1:3])))
        with pytest.raises(Refused):
            await phone.act(Lay((*view.table, view.rack[:1])))
        with pytest.raises(Refused):
            await phone.act(Lay(((*view.rack[:1], *view.rack[:1]),)))
        if view.turn % 4 == 1:
            self.clock.time += 31
            late = await self.house.phone()
            await late.watch(self.code)
            await phone.until(lambda u: u.table.clock is not None and u.table.clock.count == 2)
            await late.close()
        player = RUMMY.players["calm" if view.pool > 20 else "exact"]
        action: Action = player.choose(phone.view, Standing(()), 1.0)
        if isinstance(action, Lay):
            await self.arrange(phone, Draft(action.sets))
        await phone.act(action)

    async def arrange(self, phone: Phone, draft: Draft) -> None:
        view: View = phone.view
        self.laid[view.turn].update(tile for laid in draft.sets for tile in laid)
        await phone.arrange(draft)


async def matches_of(house: House, code: str) -> dict[int, Match]:
    """The match at every version, as the journal has it."""
    found: dict[int, Match] = {}
    match: Match | None = None
    for row in await house.journal.read(code):
        match, _ = matches.evolve(RUMMY, match, decode(row.body))
        found[row.version] = match
    return found


def secrets_of(state: State, seat: int | None) -> set[str]:
    """The tiles that this viewer may not know of: other racks and the pool, until the game is over."""
    if state.outcome:
        return set()
    others = {tile for whose, rack in enumerate(state.racks) if whose != seat for tile in rack}
    return others.union(state.pool)


def without_lots(value: Any) -> Any:
    """The message without the lots for the first turn: they were shown and went back before the deal."""
    if isinstance(value, dict):
        return {key: without_lots(part) for key, part in cast("dict[str, Any]", value).items() if key != "lots"}
    if isinstance(value, list):
        return [without_lots(part) for part in cast("list[object]", value)]
    return value


async def test_fault_53_no_frame_of_a_whole_game_holds_a_hidden_tile(timed: tuple[House, Clock], tap: Tap) -> None:
    """Fault 53: updates, answers, arrangings, to seats and to who looks on; nor a secret, a token or its hash."""
    evening = Evening(*timed)
    with capture_logs(processors=[format_exc_info]) as logs:
        await evening.play()
    by_version = await matches_of(evening.house, evening.code)
    by_turn = {match.state.turn: match.state for match in by_version.values() if match.number}
    kinds: set[str] = set()
    for seat, message in tap.frames:
        kinds.add(message["type"])
        if message["type"] == "update":
            match = by_version[message["version"]]
            state, over = match.state, bool(match.results)
        elif message["type"] == "arranged":
            state, over = by_turn[message["turn"]], False
        else:
            assert not TILE.search(json.dumps(message)) or message["refused"] in {"tile_twice", "bad_sets"}
            continue
        text = json.dumps(without_lots(message))
        seen = set(TILE.findall(text))
        if match_dealt := isinstance(state, State):
            allowed = evening.laid[state.turn]
            assert not (seen & secrets_of(state, seat)) - allowed, message
        assert match_dealt or not seen
        assert over or not any(secret in text for secret in secrets_in(by_version))
    assert kinds >= {"update", "answer", "arranged"}
    assert {seat for seat, _ in tap.frames} >= {0, 2, None}
    everything = json.dumps([message for _, message in tap.frames])
    for private in (phone.token for phone in evening.phones):
        assert private not in everything
    for match in by_version.values():
        assert not any(seat.key and seat.key in everything for seat in match.seats)
    nothing_secret(logs, evening, by_version)


def secrets_in(by_version: dict[int, Match]) -> set[str]:
    """The secret of the game that was played."""
    return {match.shuffle.secret for match in by_version.values() if match.shuffle}


def nothing_secret(logs: Any, evening: Evening, by_version: dict[int, Match]) -> None:
    """The log of a whole game names no tile, no token, no key and no secret."""
    text = "\n".join(map(repr, logs))
    assert "table_opened" in text
    assert not TILE.search(text)
    last = by_version[max(by_version)]
    private = [phone.token for phone in evening.phones] + [seat.key for seat in last.seats if seat.key]
    private += [last.secret, *secrets_in(by_version), *(nonce for _, nonce in last.nonces)]
    assert not [word for word in private if word and word in text]


async def test_fault_53_a_refused_computer_leaves_no_tile_in_the_log() -> None:
    """Fault 53: a player with a fault is played for, and the log says which and why, not with what."""

    def cheat(view: View, _standing: Standing, _budget: float) -> Action:
        others = [tile for tile in full_set() if tile not in view.rack]
        return Lay((*view.table, tuple(others[:3])))

    game = replace(RUMMY, players={"cheat": Player("cheat", cheat)})
    sitting = Sitting(games={"rummy": game})
    runner = Runner(Here(), 0)
    sitting.tables.watcher = runner.notice
    with capture_logs(processors=[format_exc_info]) as logs:
        table = await sitting.sit("rummy", ["cheat", None], {"clock": "off"})
        table.enter(Ear(sitting.keys[0]))
        await sitting.deal(table)
        while 1 not in game.to_act(table.match.state):
            await settle()
        for _ in range(3):
            await table.act(sitting.keys[0], f"rid {table.match.version}", table.match.state.turn, Draw(), 0)
            while 1 not in game.to_act(table.match.state):
                await settle()
    await sitting.tables.close()
    assert {(entry["event"], entry["player"], entry["refused"]) for entry in logs} == {
        ("computer_refused", "cheat", "not_yours")
    }
    assert not TILE.search("\n".join(map(repr, logs)))


def test_the_pattern_finds_tiles() -> None:
    """The test above can fail: every tile is found in a message and in a sentence, a hexadecimal number is not."""
    for tile in full_set(4):
        assert TILE.findall(json.dumps({"tiles": [tile, tile]})) == [tile, tile]
        assert TILE.search(f"not_yours {{'tiles': ('{tile}',)}}")
    assert not TILE.search("b1a4f" * 12)
