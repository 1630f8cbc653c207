"""All tables of a server: opened with a code of their own, found again by it, forgotten while nobody is there."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from kameny.play import tables as module
from kameny.play.seats import CODE_ALPHABET, Seat, new_code
from kameny.play.tables import Tables
from refusals import refused
from seating import Ear, Sitting
from toy import TOY, Throw


def test_a_code_is_six_signs_that_nobody_mistakes() -> None:
    """No I, L, O, S, 0, 1, 2 or 5 in any of a thousand."""
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert {len(code) for code in codes} == {6}
    assert set("".join(codes)) == set(CODE_ALPHABET)
    assert not set(CODE_ALPHABET) & set("ILOS0125")


async def test_a_table_gets_a_code_that_no_other_ever_had(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """A code that is taken, by a table of any age, is drawn again."""
    codes = iter(("AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB"))
    monkeypatch.setattr(module, "new_code", lambda: next(codes))
    first = await sitting.open("toy", [None, None])
    second = await sitting.open("toy", [None, None])
    assert (first.match.code, second.match.code) == ("AAAAAA", "BBBBBB")


async def test_fault_54_a_table_that_does_not_exist_is_refused(sitting: Sitting) -> None:
    """Fault 54: an unknown code, and a table of a game that this server does not know."""
    with refused("no_place"):
        await sitting.tables.get("ZZZZZZ")
    with refused("unknown_game", game="chess"):
        await sitting.tables.open("chess", msgspec.Raw(b"{}"), [Seat(), Seat()])
    table = await sitting.open("toy", [None, None])
    with refused("unknown_game", game="toy", known=[]):
        await Tables(sitting.journal, {}, sitting.now).get(table.match.code)


async def test_a_code_is_one_table_however_many_ask(sitting: Sitting) -> None:
    """Phones that come back together after a restart meet at the same table."""
    await sitting.open("toy", [None, None])
    again = Tables(sitting.journal, {"toy": TOY}, sitting.now)
    found = await asyncio.gather(*(again.get(sitting.code) for _ in range(5)))
    assert len(set(map(id, found))) == len(again) == 1


async def test_a_table_is_forgotten_while_nobody_is_there_and_found_again(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minute without a phone, and it lives in the journal only; with a phone it stays."""
    monkeypatch.setattr(module, "FORGET_AFTER", 0.02)
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    ear = Ear(sitting.keys[0])
    table.enter(ear)
    await sitting.deal(table)
    await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    await table.flush()
    sitting.now.time += 3600
    await asyncio.sleep(0.05)
    assert len(sitting.tables) == 1
    table.leave(ear)
    await table.flush()
    sitting.now.time += 3600
    await asyncio.sleep(0.05)
    assert len(sitting.tables) == 0
    found = await sitting.tables.get(sitting.code)
    assert found is not table
    assert found.match == table.match


async def test_tables_that_nobody_visits_are_forgotten_for_good(sitting: Sitting) -> None:
    """By the last row or the last visit, whichever was later; never one that is open now."""
    day = 24 * 3600.0
    begin = sitting.now.time
    codes = [(await sitting.sit("toy", [None, None])).match.code for _ in range(3)]
    old, visited, here = codes
    sitting.now.time = begin + 20 * day
    later = Tables(sitting.journal, sitting.games, sitting.now)
    table = await later.get(visited)
    ear = Ear(None)
    table.enter(ear)
    table.leave(ear)
    await table.flush()
    await later.close()
    sitting.now.time = begin + 31 * day
    now = Tables(sitting.journal, sitting.games, sitting.now)
    await now.get(here)
    assert await now.forget(sitting.now() - 30 * day) == 1
    with refused("no_place"):
        await now.get(old)
    for code in (visited, here):
        assert (await now.get(code)).match.code == code
    sitting.now.time = begin + 60 * day
    assert await Tables(sitting.journal, sitting.games, sitting.now).forget(sitting.now() - 30 * day) == 2
