"""SIGKILL of the server at any moment: what was acknowledged is there, what was shown was so, and all play on."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random

import msgspec
import pytest

from faults.phones import Ledger, Playing, Shown
from kameny.games import GAMES
from kameny.play import match as matches
from kameny.play.events import decode
from kameny.play.match import Match
from kameny.store.sqlite import read_only
from serving import free_port, serving

KILLS = 20
SEATS = (2, 3, 4) * 22 + (2,)
"""Of each table: 200 phones."""
BETWEEN = 300
"""Requests that are done between two kills, at most."""
OPTIONS: Sequence[Mapping[str, object]] = (
    {"clock": "off"},
    {"clock": "30"},
    {"clock": "off", "opening": 0},
    {"clock": "off", "opening": 0, "joker": "exchange", "playing_on": True, "official": True},
)
WITHIN = 40.0
"""Seconds in which something must have happened."""


@pytest.mark.timeout(240)
@pytest.mark.parametrize("seed", [20])
async def test_nothing_acknowledged_is_lost_and_nothing_shown_that_was_not_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """200 phones play while the server is killed twenty times; every game goes on after the last one."""
    monkeypatch.setattr("kameny.client.RETRY", (0.1, 0.4))  # the kills come fast, and so does everybody
    random, ledger, port = Random(seed), Ledger(), free_port()
    async with AsyncExitStack() as stack:
        with ExitStack() as running:
            process, url = await started(running, tmp_path, port)
            players = [await stack.enter_async_context(Playing(url, ledger, Random(f"{seed} {i}"))) for i in range(200)]
            codes = await seated(players)
            before = dict.fromkeys(codes, 0)
            async with asyncio.TaskGroup() as group:
                playing = [group.create_task(player.play_forever()) for player in players]
                for _ in range(KILLS):
                    async with asyncio.timeout(WITHIN):
                        await ledger.more(random.randrange(BETWEEN))
                    end(process, signal.SIGKILL)
                    before = {code: len(read_only(tmp_path, code)) for code in codes}
                    process, _ = await started(running, tmp_path, port)
                async with asyncio.timeout(WITHIN):
                    await ledger.beyond(before)
                for task in playing:
                    task.cancel()
            end(process, signal.SIGTERM)
    for code in codes:
        check(tmp_path, code, ledger)


async def started(running: ExitStack, data: Path, port: int) -> tuple[subprocess.Popen[str], str]:
    """The server, once phones can connect; meanwhile they try."""
    more = ("--crowd", "1000", "--log", "warning")
    return await asyncio.to_thread(running.enter_context, serving(data, port, *more))


def end(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """End it; it had nothing to complain of."""
    process.send_signal(number)
    _, errors = process.communicate(timeout=WITHIN)
    assert not errors


async def seated(players: Sequence[Playing]) -> list[str]:
    """The codes of the tables at which all sit now; each begins its first game."""
    waiting, codes = iter(players), list[str]()
    for i, seats in enumerate(SEATS):
        at_table = [next(waiting) for _ in range(seats)]
        codes.append(await at_table[0].open("rummy", [None] * seats, OPTIONS[i % len(OPTIONS)]))
        for player in at_table:
            await player.join(codes[-1], "Ann")
        await at_table[0].deal()
    return codes


def check(data: Path, code: str, ledger: Ledger) -> None:
    """The journal of a table against all that its phones were told."""
    game, match = GAMES["rummy"], None
    history, requests = list[Match](), list[tuple[str, str, int]]()
    rows = read_only(data, code)
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        event = decode(row.body)
        match, _ = matches.evolve(game, match, event)
        history.append(match)
        key, rid = getattr(event, "key", None), getattr(event, "rid", None)
        if key and rid:
            requests.append((key, rid, row.version))
    assert len({(key, rid) for key, rid, _ in requests}) == len(requests), "a request counts once"
    assert {(key, rid, version) for at, key, rid, version in ledger.done if at == code} <= set(requests)
    for at, key, rid in ledger.refused:
        assert at != code or (key, rid) not in {(k, r) for k, r, _ in requests}, "what is refused is not done"
    for (at, version, seat), shown in ledger.shown.items():
        if at == code:
            assert shown == {as_it_was(history[version - 1], seat)}


def as_it_was(match: Match, seat: int) -> Shown:
    """What this seat has to be shown of this moment."""
    game = GAMES[match.game]
    view = game.view(match.state, seat) if match.number else None
    turn = game.turn(match.state) if match.number else 0
    return Shown(msgspec.json.encode(view), match.number, turn, match.totals)
