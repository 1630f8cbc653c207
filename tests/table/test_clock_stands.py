"""The clock of a live table stands while nobody is here, and outlives the server."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from kameny.play import live
from kameny.play.deadlines import Armed
from kameny.play.table import Table
from kameny.rummy.model import Draft, Drew, RanOut
from seating import BEGIN, Ear, Gate, Sitting, settle
from table.clocks import LIMIT, act, armed, dealt, mine, played, ring
from toy import Swapped, ToyDraft


@pytest.fixture
async def table(sitting: Sitting) -> Table:
    """Tile rummy with half a minute to the next tile; two people are here and the game is dealt."""
    return await dealt(sitting)


# ---- nobody is here ----


async def test_the_clock_stands_while_nobody_is_here(sitting: Sitting) -> None:
    """Dealt without a phone it stands with its whole time; a person lets it run, the last one to go stops it."""
    table = await sitting.sit("rummy", [None, None], {"clock": "30"})
    await sitting.deal(table)
    assert armed(table).left == LIMIT
    eve, ann, bob = Ear(None), Ear(sitting.keys[0]), Ear(sitting.keys[1])
    sitting.now.time += 500
    table.enter(eve)
    assert armed(table).left == LIMIT, "who looks on is no player"
    table.enter(ann)
    assert armed(table) == Armed(armed(table).due, sitting.now() + LIMIT)
    sitting.now.time += 12
    table.enter(bob)
    table.leave(ann)
    assert armed(table).left is None, "one person is enough, on turn or not"
    table.leave(bob)
    assert armed(table).left == LIMIT - 12
    sitting.now.time += 10_000
    await settle()
    assert await played(sitting) == []
    table.enter(bob)
    assert armed(table) == Armed(armed(table).due, sitting.now() + LIMIT - 12)


async def test_a_clock_that_stands_is_never_overdue(sitting: Sitting, table: Table) -> None:
    """An act that comes from nowhere, long after, costs nothing: nobody was there."""
    for phone in tuple(table.phones):
        table.leave(phone)
    sitting.now.time += 10_000
    await act(sitting, table, sitting.now())
    assert [type(event) for event in await played(sitting)] == [Drew]
    assert armed(table).left == LIMIT


async def test_who_goes_while_a_row_is_written_stops_the_clock_of_the_next_turn(
    sitting: Sitting, table: Table, gate: Gate
) -> None:
    """Both phones are put away while the journal is busy: the turn that then begins stands."""
    gate.shut()
    drawing = act(sitting, table, sitting.now())
    await settle()
    for phone in tuple(table.phones):
        table.leave(phone)
    gate.open()
    await drawing
    assert (armed(table).due.turn, armed(table).left) == (2, LIMIT)


async def test_who_comes_while_a_row_is_written_lets_the_next_turn_run(sitting: Sitting, gate: Gate) -> None:
    """The deal was under way when the first phone came back."""
    table = await sitting.sit("rummy", [None, None], {"clock": "30"})
    gate.shut()
    dealing = asyncio.create_task(sitting.deal(table))
    await settle()
    table.enter(Ear(sitting.keys[0]))
    gate.open()
    await dealing
    assert armed(table).left is None


# ---- after a restart ----


@pytest.mark.parametrize(
    ("signs", "away", "left"),
    [(0, 20, 10), (0, 600, LIMIT), (12, 600, 18), (25, 600, 10), (29.9, 600, 10), (25, 29, 1)],
    ids=["not overdue", "overdue", "18 left", "5 left", "nothing left", "not overdue, 1 left"],
)
async def test_after_an_outage_an_overdue_turn_gets_what_was_left_of_it(
    sitting: Sitting, table: Table, signs: float, away: float, left: float
) -> None:
    """Counted from the last thing the server wrote, at least ten seconds; what is not overdue still stands."""
    sitting.now.time = BEGIN + signs
    table.arrange(mine(sitting, table), 1, Draft(()), sitting.now())
    await table.flush()
    sitting.now.time = BEGIN + away
    again = await sitting.again()
    assert armed(again).left == pytest.approx(left)
    sitting.now.time += 40
    again.enter(Ear(sitting.keys[0]))
    assert armed(again).at == pytest.approx(sitting.now() + left)


async def test_a_server_that_is_stopped_keeps_what_was_left(sitting: Sitting, table: Table) -> None:
    """To the second, however long it stays away."""
    sitting.now.time += 26
    await table.close()
    sitting.now.time += 86_400
    assert armed(await sitting.again()).left == pytest.approx(4)


async def test_the_count_of_a_turn_survives_a_restart(sitting: Sitting, table: Table) -> None:
    """The second expiry stays the second, and the third ends the turn."""
    ring(sitting, table)
    await settle()
    again = await sitting.again()
    assert (armed(again).due.turn, armed(again).due.count) == (1, 2)


async def test_a_draft_that_came_back_is_judged(sitting: Sitting) -> None:
    """The server went away, the phone did not return, another did: the expiry finds the draft that lay."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    table.enter(Ear(sitting.keys[0]))
    await sitting.deal(table)
    table.arrange(sitting.keys[0], 1, ToyDraft("swap"), sitting.now())
    await table.flush()
    again = await sitting.again()
    bob = Ear(sitting.keys[1])
    again.enter(bob)
    ring(sitting, again)
    await settle()
    assert isinstance(bob.moments[-1].events[0], Swapped)


# ---- a store that fails ----


async def test_an_expiry_that_cannot_be_written_is_tried_again(
    sitting: Sitting, table: Table, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 33: the turn does not stick at nought; nothing changes meanwhile, and the log says what happened."""
    monkeypatch.setattr(live, "TRY_AGAIN", 0.01)
    gate.broken = True
    with capture_logs() as logs:
        ring(sitting, table)
        await asyncio.sleep(0.03)
    assert {entry["event"] for entry in logs} == {"table_task_failed"}
    assert await played(sitting) == []
    gate.broken = False
    await asyncio.sleep(0.03)
    assert [type(event) for event in await played(sitting)] == [RanOut]
