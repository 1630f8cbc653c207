"""The clock of a live table: only the server's counts, and it is decided once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random

import msgspec
import pytest

from kameny.play import alarm
from kameny.play.deadlines import GRACE
from kameny.play.events import Played, decode, unpack
from kameny.play.table import Table
from kameny.rummy.model import Draft, Draw, Drew, Passed, RanOut
from kameny.store.memory import MemoryJournal
from kameny.web import frames
from kameny.web.messages import FromPhone, ToPhone, Update
from refusals import refused
from seating import BEGIN, Ear, Gate, Sitting, settle
from table.clocks import LIMIT, act, armed, dealt, mine, played, ring, state_of
from toy import Late, Swapped, Throw, ToyDraft


@pytest.fixture
async def table(sitting: Sitting) -> Table:
    """Tile rummy with half a minute to the next tile; two people are here and the game is dealt."""
    return await dealt(sitting)


# ---- running out ----


async def test_three_expiries_end_a_turn_at_one_two_and_three_limits(sitting: Sitting, table: Table) -> None:
    """Each from the one before it, not from when it was handled; the next turn from when it began."""
    state, began = state_of(table), sitting.now()
    for count in (1, 2, 3):
        assert armed(table).at == began + count * LIMIT
        assert (armed(table).due.turn, armed(table).due.count) == (1, count)
        ring(sitting, table, GRACE + count)
        await settle()
    ran = [RanOut(state.seat, count, took=True, tile=state.pool[count - 1]) for count in (1, 2, 3)]
    assert await played(sitting) == [*ran, Passed(state.seat, "clock")]
    assert armed(table).at == sitting.now() + LIMIT
    assert armed(table).due.turn == 2


async def test_an_expiry_waits_for_a_draft_that_may_be_under_way(sitting: Sitting, table: Table) -> None:
    """Within 0.7 s after the deadline nothing happens yet, if the person on turn is connected."""
    ring(sitting, table, GRACE - 0.1)
    await settle()
    assert await played(sitting) == []
    ring(sitting, table)
    await settle()
    assert [type(event) for event in await played(sitting)] == [RanOut]


async def test_an_expiry_does_not_wait_for_a_phone_that_is_not_there(sitting: Sitting, table: Table) -> None:
    """Nothing can be under way from a seat whose phone is gone; another person's is here."""
    for phone in tuple(table.phones):
        if phone.key == mine(sitting, table):
            table.leave(phone)
    ring(sitting, table, 0.0)
    await settle()
    assert [type(event) for event in await played(sitting)] == [RanOut]


async def test_the_alarm_rings_by_itself(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to come in: real time passes and the turn runs out."""
    monkeypatch.setattr(alarm, "GRACE", 0.02)
    table = await sitting.sit("toy", [None, None], {"seconds": 1})
    table.enter(Ear(sitting.keys[0]))
    await sitting.deal(table)
    sitting.now.time += 0.99
    table.enter(Ear(sitting.keys[1]))
    assert table.match.state.turn == 1
    await asyncio.sleep(0.1)
    assert table.match.state.turn == 2


async def test_an_expiry_is_shown_to_every_phone_with_what_it_cost(sitting: Sitting, table: Table) -> None:
    """Fault 38: the moment carries the event, and the event that it was the first of three."""
    ears = [phone for phone in table.phones if isinstance(phone, Ear)]
    ring(sitting, table)
    await settle()
    for ear in ears:
        (event,) = ear.moments[-1].events
        assert isinstance(event, RanOut)
        assert (event.count, event.took) == (1, True)


# ---- whose clock counts ----


async def test_fault_32_no_phone_decides_that_time_is_out(sitting: Sitting, table: Table) -> None:
    """Fault 32: no frame says so, and a stamp from the future does not bring the deadline nearer."""
    for frame in (b'{"type":"expire"}', b'{"type":"ran_out","turn":1}', b'{"type":"time"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(frame, type=FromPhone)
    sitting.now.time += LIMIT - 0.1
    await act(sitting, table, sitting.now() + 1_000_000)
    assert [type(event) for event in await played(sitting)] == [Drew]


async def test_fault_33_the_deadline_is_absolute_time_of_the_server(sitting: Sitting, table: Table) -> None:
    """Fault 33: every update has the server's now beside the deadline, the same for all, so that skew cancels out."""
    sitting.now.time += 12.5
    for seat in (0, 1, None):
        painted = frames.update(table.game, table.moment(), seat, sitting.now())
        update = msgspec.json.decode(painted, type=ToPhone)
        assert isinstance(update, Update)
        clock = update.table.clock
        assert clock
        assert (update.now, clock.at) == (int((BEGIN + 12.5) * 1000), int((BEGIN + LIMIT) * 1000))
        assert (clock.turn, clock.count, clock.seconds, clock.paused) == (1, 1, 30, False)


async def test_fault_39_undo_never_buys_time(sitting: Sitting, table: Table) -> None:
    """Fault 39: arranging, going back to the start of the turn and refusals leave the deadline where it is."""
    before, state = armed(table), state_of(table)
    for seconds in range(1, 29, 3):
        sitting.now.time = BEGIN + seconds
        arranged = Draft((state.racks[state.seat][:1],)) if seconds % 2 else None
        table.arrange(mine(sitting, table), 1, arranged, sitting.now())
        with refused("turn_is_over"):
            await table.act(mine(sitting, table), f"rid {seconds}", 9, Draw(), sitting.now())
        assert armed(table) == before


# ---- the last second ----


@pytest.mark.parametrize("late", [0.01, GRACE - 0.1])
async def test_an_act_before_the_deadline_counts_if_it_arrives_within_the_grace(
    sitting: Sitting, table: Table, late: float
) -> None:
    """No tile for time: the finger was in time, the network was slow."""
    deadline = armed(table).at
    sitting.now.time = deadline + late
    await act(sitting, table, deadline - 0.2)
    assert [type(event) for event in await played(sitting)] == [Drew]


@pytest.mark.parametrize(("stamp", "late"), [(0.01, 0.02), (0.3, 0.4), (-5.0, GRACE + 0.01), (0.5, 20.0)])
async def test_an_act_after_the_deadline_pays_first(sitting: Sitting, table: Table, stamp: float, late: float) -> None:
    """A finger that was late, or a stamp nobody can believe any more: a tile for time, then the act is judged."""
    deadline = armed(table).at
    sitting.now.time = deadline + late
    await act(sitting, table, deadline + stamp)
    assert [type(event) for event in await played(sitting)] == [RanOut, Drew]
    assert armed(table).due.turn == 2


async def test_an_act_after_the_third_deadline_is_too_late(sitting: Sitting, table: Table) -> None:
    """The turn is over, and the refusal says which one runs."""
    for _ in range(2):
        ring(sitting, table)
        await settle()
    sitting.now.time = armed(table).at + 0.3
    with refused("turn_is_over", turn=2):
        await act(sitting, table, sitting.now())
    assert [type(event) for event in await played(sitting)] == [RanOut, RanOut, RanOut, Passed]


async def test_another_seats_act_does_not_cut_the_grace_short(sitting: Sitting, table: Table) -> None:
    """Who is not on turn is refused, and the draft that is under way still counts."""
    deadline, other = armed(table).at, next(key for key in sitting.keys if key != mine(sitting, table))
    sitting.now.time = deadline + 0.2
    with refused("not_your_turn"):
        await table.act(other, "rid", 1, Draw(), sitting.now())
    assert await played(sitting) == []
    await act(sitting, table, deadline - 0.1)
    assert [type(event) for event in await played(sitting)] == [Drew]


@pytest.mark.parametrize(
    ("stamp", "late", "counts"),
    [(-0.1, -0.05, True), (-0.1, 0.5, True), (0.01, 0.5, False), (-0.1, GRACE + 0.1, False), (99.0, 0.1, False)],
)
async def test_a_draft_counts_if_it_was_dropped_in_time(
    sitting: Sitting, stamp: float, late: float, *, counts: bool
) -> None:
    """Dropped before the deadline and here within the grace, it is judged by the expiry; else the one before is."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    bob = Ear(sitting.keys[1])
    table.enter(Ear(sitting.keys[0]))
    table.enter(bob)
    await sitting.deal(table)
    deadline = armed(table).at
    sitting.now.time = deadline + late
    table.arrange(sitting.keys[0], 1, ToyDraft("swap"), deadline + stamp)
    assert (table.draft is not None) == bool(bob.drafts) == counts
    ring(sitting, table)
    await settle()
    (event,) = bob.moments[-1].events or bob.moments[-2].events
    assert isinstance(event, Swapped if counts else Late)


# ---- once ----


async def test_fault_34_an_alarm_of_an_earlier_turn_never_ends_a_later_one(
    sitting: Sitting, table: Table, gate: Gate
) -> None:
    """Fault 34: the act of turn 1 is written in the very moment in which its alarm rings; turn 2 has its whole time."""
    sitting.now.time = armed(table).at - 0.1
    gate.shut()
    drawing = act(sitting, table, sitting.now())
    await settle()
    ring(sitting, table)
    asyncio.get_running_loop().call_soon(gate.open)
    await drawing
    await settle()
    assert [type(event) for event in await played(sitting)] == [Drew]
    assert (armed(table).due.turn, armed(table).due.count) == (2, 1)
    assert armed(table).at > sitting.now() + LIMIT - 1


async def test_fault_35_time_runs_out_once_however_many_notice(sitting: Sitting, table: Table, gate: Gate) -> None:
    """Fault 35: the alarm and late acts of both phones, all at once while the journal is busy: one tile."""
    state = state_of(table)
    gate.shut()
    ring(sitting, table)
    late = [act(sitting, table, sitting.now() + n) for n in range(3)]
    ring(sitting, table)
    other = next(key for key in sitting.keys if key != mine(sitting, table))
    foreign = asyncio.create_task(table.act(other, "rid", 1, Draw(), sitting.now()))
    await settle()
    gate.open()
    await asyncio.gather(*late, foreign, return_exceptions=True)
    await settle()
    first, second = state.pool[:2]
    assert await played(sitting) == [RanOut(state.seat, 1, took=True, tile=first), Drew(state.seat, second)]


class Jumpy(MemoryJournal):
    """A journal that takes now longer, now shorter."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random

    async def append(
        self, match: str, version: int, body: bytes, at: float, sides: Mapping[str, bytes | None] | None = None
    ) -> None:
        for _ in range(self._random.randrange(4)):
            await asyncio.sleep(0)
        await super().append(match, version, body, at, sides)


@pytest.mark.parametrize("part", range(4))
async def test_l10_the_clock_against_a_last_second_act_is_decided_once(part: int) -> None:
    """Over 1,000 interleavings of an alarm, an act that is repeated and a draft: one turn ends, once, for all."""
    late: set[bool] = set()
    for seed in range(part, 1000, 4):
        random = Random(seed)
        sitting = Sitting(Jumpy(random))
        table = await sitting.sit("toy", [None, None], {"seconds": 60})
        for key in sitting.keys:
            table.enter(Ear(key))
        await sitting.deal(table)
        deadline = armed(table).at
        stamp = deadline + random.choice((-0.1, 0.1))
        sitting.now.time = deadline + random.choice((-0.05, 0.3))
        work = [asyncio.create_task(table.act(sitting.keys[0], "rid", 1, Throw(), stamp)) for _ in range(2)]
        for _ in range(random.randrange(4)):
            await asyncio.sleep(0)
        for _ in range(random.choice((1, 2))):
            ring(sitting, table, random.choice((GRACE - 0.01, GRACE, GRACE + 1)), deadline)
        answers = await asyncio.gather(*work, return_exceptions=True)
        await settle()
        rows = [decode(body) for _, body, _ in await sitting.rows()]
        (row,) = [row for row in rows if isinstance(row, Played)]
        (event,) = unpack(table.game, row.events)
        late.add(isinstance(event, Late))
        assert table.match.state.turn == 2
        assert len({str(answer) for answer in answers}) == 1
        assert ("turn_is_over" in str(answers[0])) == isinstance(event, Late)
        await sitting.tables.close()
    assert late == {True, False}
