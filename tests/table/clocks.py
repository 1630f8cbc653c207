"""A table of tile rummy with half a minute to the next tile, and what its clock does."""

from __future__ import annotations

import asyncio

from kameny.play.deadlines import GRACE, Armed
from kameny.play.events import Played, decode, unpack
from kameny.play.table import Table
from kameny.rummy import RUMMY
from kameny.rummy.model import Draw, Event, State
from seating import Ear, Sitting

LIMIT = 30.0


async def dealt(sitting: Sitting) -> Table:
    """Two people are here, and the game is dealt."""
    found = await sitting.sit("rummy", [None, None], {"clock": "30"})
    for key in sitting.keys:
        found.enter(Ear(key))
    await sitting.deal(found)
    return found


def state_of(table: Table) -> State:
    """The game."""
    assert isinstance(table.match.state, State)
    return table.match.state


def armed(table: Table) -> Armed:
    """The clock that runs or stands."""
    found = table.moment().armed
    assert found
    return found


def mine(sitting: Sitting, table: Table) -> str:
    """The key of the seat on turn."""
    return sitting.keys[state_of(table).seat]


def act(sitting: Sitting, table: Table, at: float) -> asyncio.Task[int]:
    """The seat on turn draws, by a finger that touched at this time."""
    state = state_of(table)
    rid = f"rid {state.turn} {at}"
    return asyncio.create_task(table.act(mine(sitting, table), rid, state.turn, Draw(), at))


def ring(sitting: Sitting, table: Table, late: float = GRACE, deadline: float | None = None) -> None:
    """It is so late after the deadline now. Whoever comes in has the clock looked at."""
    sitting.now.time = (armed(table).at if deadline is None else deadline) + late
    lookout = Ear(None)
    table.enter(lookout)
    table.leave(lookout)


async def played(sitting: Sitting) -> list[Event]:
    """Everything that happened in the game after the deal, as the journal has it."""
    rows = [decode(body) for _, body, _ in await sitting.rows()]
    return [event for row in rows if isinstance(row, Played) for event in unpack(RUMMY, row.events)]
