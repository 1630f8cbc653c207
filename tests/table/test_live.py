"""The live table: one lock, one clock, and nothing is shown that is not written."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from structlog.testing import capture_logs

from house import House
from kameny.game import Refused
from kameny.play import sides
from kameny.play.events import Played, decode, unpack
from kameny.play.table import Table
from kameny.rummy.model import State
from kameny.store.base import StoreError
from kameny.web import frames
from laws.walks import FIELDS
from refusals import refused
from seating import Ear, Gate, Sitting, nonce, settle, token
from toy import TOY, Event, Swap, Swapped, Throw, Thrown, ToyDraft

MINUTE = {"seconds": 60}


@pytest.fixture
async def table(sitting: Sitting) -> Table:
    """Ann (seat 0) is on turn, Bob (seat 1) waits; the game is dealt and both phones are here."""
    found = await sitting.sit("toy", [None, None], MINUTE)
    for key in sitting.keys:
        found.enter(Ear(key))
    await sitting.deal(found)
    return found


def ears(table: Table) -> list[Ear]:
    """The phones of Ann and Bob, then of whoever looks on."""
    found = [phone for phone in table.phones if isinstance(phone, Ear)]
    return sorted(found, key=lambda ear: (ear.key is None, table.match.seat_of(ear.key) or 0))


async def played(sitting: Sitting) -> list[Event]:
    """Everything that happened in the game after the deal, as the journal has it."""
    rows = [decode(body) for _, body, _ in await sitting.rows()]
    return [event for row in rows if isinstance(row, Played) for event in unpack(TOY, row.events)]


# ---- two servers, one journal ----


async def test_a_conflict_lets_the_second_decide_again_on_what_the_first_did(sitting: Sitting) -> None:
    """Two people sit down at two servers at once: both saw seat 0 free, one gets it, the other gets seat 1."""
    table = await sitting.open("toy", [None, None])
    other = await sitting.again()
    seats = await asyncio.gather(table.join("Ann", token(0), nonce(0)), other.join("Bob", token(1), nonce(1)))
    assert tuple(seats) == (0, 1)
    assert [seat.name for seat in other.match.seats] == ["Ann", "Bob"]
    assert other.match == (await sitting.again()).match


async def test_who_loses_a_race_is_refused_and_shown_what_happened(sitting: Sitting, table: Table) -> None:
    """The second act of one turn finds the turn over; phones at the second server see the first act, its clock runs."""
    other = await sitting.again()
    ear = Ear(sitting.keys[0])
    other.enter(ear)
    await table.act(sitting.keys[0], "here", 1, Throw(), sitting.now())
    with refused("turn_is_over", turn=2):
        await other.act(sitting.keys[0], "there", 1, Swap(), sitting.now())
    assert other.match == table.match
    assert ear.moments[-1].match == table.match
    assert [type(event) for event in ear.moments[-1].events] == [Thrown]
    assert ear.moments[-1].armed
    assert ear.moments[-1].armed.due.turn == 2
    assert len(await played(sitting)) == 1


# ---- nothing is shown that is not written ----


async def test_nothing_is_shown_before_it_is_written(sitting: Sitting, table: Table, gate: Gate) -> None:
    """While the journal is busy the act is neither answered nor seen; then it is both."""
    gate.shut()
    act = asyncio.create_task(table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now()))
    await settle()
    before = table.match.version
    assert not act.done()
    assert all(ear.moments[-1].match.version == before for ear in ears(table))
    gate.open()
    assert await act == before + 1
    assert all(ear.moments[-1].match.version == before + 1 for ear in ears(table))


async def test_a_store_that_fails_changes_nothing(sitting: Sitting, table: Table, gate: Gate) -> None:
    """The act fails, no phone hears of it, and the same act succeeds once the store is back."""
    before, rows, heard = table.match, await sitting.rows(), [len(ear.moments) for ear in ears(table)]
    gate.broken = True
    with pytest.raises(StoreError):
        await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    assert (table.match, await sitting.rows()) == (before, rows)
    assert [len(ear.moments) for ear in ears(table)] == heard
    gate.broken = False
    assert await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now()) == before.version + 1


async def test_what_could_not_be_written_with_a_row_waits_for_the_next(
    sitting: Sitting, table: Table, gate: Gate
) -> None:
    """A note is not lost because the row it rode with was; the newest of two is kept."""
    table.note(sitting.keys[0], "old")
    table.note(sitting.keys[1], "order")
    gate.broken = True
    with pytest.raises(StoreError):
        await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    table.note(sitting.keys[0], "new")
    gate.broken = False
    await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    assert (await sitting.again()).notes == {sitting.keys[0]: "new", sitting.keys[1]: "order"}


async def test_a_write_that_failed_and_happened_all_the_same_counts_once(
    sitting: Sitting, table: Table, gate: Gate
) -> None:
    """The answer of the store was lost: the phone asks again, and the row that is there answers."""
    gate.mute = True
    with pytest.raises(StoreError):
        await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    gate.mute = False
    version = table.match.version + 1
    assert await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now()) == version
    assert len(await sitting.rows()) == version
    assert all(ear.moments[-1].match.version == version for ear in ears(table))


# ---- arranging ----


async def test_an_arranging_is_shown_to_everyone_else(sitting: Sitting, table: Table) -> None:
    """Every drop at once, to the other seats and to who looks on; the seat's own phones know."""
    eve, second = Ear(None), Ear(sitting.keys[0])
    table.enter(eve)
    table.enter(second)
    ann, _, bob, _ = ears(table)
    for draft in (ToyDraft("swap"), ToyDraft("thinking"), None):
        table.arrange(sitting.keys[0], 1, draft, sitting.now())
        assert table.draft == draft
        assert bob.drafts[-1] == eve.drafts[-1] == (0, 1, draft)
    assert ann.drafts == second.drafts == []


async def test_an_arranging_that_cannot_be_is_refused(sitting: Sitting, table: Table) -> None:
    """Of a spectator, of a seat not on turn, of another turn, of tiles one does not have, or without a game."""
    table.arrange(sitting.keys[0], 1, ToyDraft("thinking"), sitting.now())
    for key, turn, draft, code in (
        (None, 1, "swap", "not_seated"),
        ("stranger", 1, "swap", "not_seated"),
        (sitting.keys[1], 1, "swap", "not_your_turn"),
        (sitting.keys[0], 2, "swap", "turn_is_over"),
        (sitting.keys[0], 1, "impossible", "not_yours"),
    ):
        with refused(code):
            table.arrange(key, turn, ToyDraft(draft), sitting.now())
        assert table.draft == ToyDraft("thinking")
    assert len(ears(table)[1].drafts) == 1
    waiting = await sitting.sit("toy", [None, None])
    with refused("game_over"):
        waiting.arrange(sitting.keys[0], 0, ToyDraft("swap"), sitting.now())


async def test_an_update_shows_the_public_part_of_the_draft_that_lies(sitting: Sitting, table: Table) -> None:
    """Whoever comes in the middle of a turn sees what the others see; the seat itself gets all of it back."""
    table.arrange(sitting.keys[0], 1, ToyDraft("swap", "of nine"), sitting.now())
    moment = table.moment()
    for seat in (0, 1, None):
        assert b'"draft":{"open":"swap","secret":""}' in frames.update(TOY, moment, seat, sitting.now())
    for seat, draft in ((0, b'{"open":"swap","secret":"of nine"}'), (1, b"null")):
        assert bytes(frames.mine(TOY, moment, seat, None).draft) == draft


async def test_a_draft_ends_with_its_turn(sitting: Sitting, table: Table) -> None:
    """What lay is of no meaning to the next seat."""
    table.arrange(sitting.keys[0], 1, ToyDraft("swap"), sitting.now())
    await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    assert table.draft is None
    assert table.moment().draft is None


# ---- what comes back after a restart ----


async def test_notes_and_drafts_come_back_after_a_restart(sitting: Sitting, table: Table) -> None:
    """They ride with the next row, or are written within a second: the newest of each, and only that seat's."""
    table.note(sitting.keys[0], "r7a b3b")
    table.note(sitting.keys[1], "k1a")
    await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    table.note(sitting.keys[0], "b3b r7a")
    table.arrange(sitting.keys[1], 2, ToyDraft("swap", "of nine"), sitting.now())
    assert (await sitting.again()).notes == {sitting.keys[0]: "r7a b3b", sitting.keys[1]: "k1a"}
    await table.flush()
    again = await sitting.again()
    assert again.notes == {sitting.keys[0]: "b3b r7a", sitting.keys[1]: "k1a"}
    assert again.draft == ToyDraft("swap", "of nine")
    with refused("not_seated"):
        table.note(None, "note")


async def test_a_draft_of_an_earlier_turn_does_not_come_back(sitting: Sitting, table: Table) -> None:
    """The row that ends the turn may still carry it; it is of that turn."""
    table.arrange(sitting.keys[0], 1, ToyDraft("swap"), sitting.now())
    await table.act(sitting.keys[0], "rid", 1, Throw(), sitting.now())
    await table.flush()
    assert (await sitting.again()).draft is None


async def test_what_waits_is_written_within_a_second(
    sitting: Sitting, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any row to ride with."""
    await table.flush()
    monkeypatch.setattr(sides, "EVERY", 0.01)
    table.note(sitting.keys[0], "first")
    table.note(sitting.keys[0], "second")
    assert not any(key.startswith("note") for key in await sitting.journal.kept(sitting.code))
    await asyncio.sleep(0.05)
    kept = await sitting.journal.kept(sitting.code)
    assert kept[f"note {sitting.keys[0]}"] == b"second"


async def test_fault_13_a_game_is_the_same_after_a_restart_at_every_step(sitting: Sitting) -> None:
    """Fault 13: a whole game of tile rummy, found again in the journal after every turn, with who has opened."""
    table = await sitting.sit("rummy", [None, None, None], {"clock": "off"})
    await sitting.deal(table)
    random = Random(7)
    while table.match.running:
        state: State = table.match.state
        action = FIELDS["rummy"].play(table.game, state, state.seat, random)
        await table.act(sitting.keys[state.seat], f"rid {state.turn}", state.turn, action, sitting.now())
        assert (await sitting.again()).match == table.match
    assert any(table.match.state.opened)


# ---- who is here ----


async def test_everybody_sees_who_is_here(sitting: Sitting, table: Table) -> None:
    """Coming and going is shown at once; a seat with two phones is here while one of them is; spectators count."""
    ann, bob = ears(table)
    second, eve = Ear(sitting.keys[1]), Ear(None)
    moment = table.enter(second)
    assert moment.here == frozenset(sitting.keys)
    assert not second.moments, "who enters is told by what it gets back"
    table.enter(eve)
    assert ann.moments[-1].watching == 1
    table.leave(bob)
    assert ann.moments[-1].here == frozenset(sitting.keys)
    table.leave(second)
    assert ann.moments[-1].here == frozenset(sitting.keys[:1])
    table.leave(eve)
    assert (ann.moments[-1].watching, table.moment().watching) == (0, 0)


async def test_a_phone_of_no_seat_is_a_spectators(sitting: Sitting, table: Table) -> None:
    """A key that has no seat here counts as looking on, and may do nothing."""
    table.enter(Ear("stranger"))
    assert (table.moment().here, table.moment().watching) == (frozenset(sitting.keys), 1)
    for work in (
        table.act("stranger", "rid", 1, Throw(), sitting.now()),
        table.deal("stranger", "rid", 2, nonce(5)),
        table.reseat("stranger", "rid", 1, None),
    ):
        with refused("not_seated"):
            await work


# ---- tasks ----


async def test_a_task_that_fails_is_logged_and_gone(table: Table) -> None:
    """Nothing is swallowed, nothing is leaked, and the table goes on."""

    async def fail() -> None:
        raise ValueError("broken")

    with capture_logs() as logs:
        table.spawn(fail())
        assert table.busy
        await settle()
    assert [(entry["event"], entry["table"]) for entry in logs] == [("table_task_failed", table.match.code)]
    for ear in ears(table):
        table.leave(ear)
    await table.flush()
    assert not table.busy


async def test_the_lock_serves_in_the_order_of_asking(sitting: Sitting, table: Table, gate: Gate) -> None:
    """Of two acts of one turn the first is done and the second refused, whatever the journal takes its time for."""
    gate.shut()
    first = asyncio.create_task(table.act(sitting.keys[0], "one", 1, Swap(), sitting.now()))
    second = asyncio.create_task(table.act(sitting.keys[0], "two", 1, Throw(), sitting.now()))
    await settle()
    gate.open()
    done, late = await asyncio.gather(first, second, return_exceptions=True)
    assert done == table.match.version
    assert isinstance(late, Refused)
    assert (late.code, late.detail) == ("turn_is_over", {"turn": 2})
    assert [type(event) for event in await played(sitting)] == [Swapped]


# ---- through a socket ----


async def test_a_phone_is_told_that_the_store_failed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer names the version that still holds; the turn goes on, and the next try is done."""
    ann = await house.phone()
    code = await ann.open("toy", [None, "thrower"], MINUTE)
    await ann.join(code, "Ann")
    await ann.deal()
    before = await ann.until(lambda u: u.table.number == 1)

    async def fail(*_: object) -> None:
        raise StoreError("the disk is full: make room")

    with monkeypatch.context() as broken, capture_logs() as logs:
        broken.setattr(house.journal, "append", fail)
        with refused("store_failed"):
            await ann.act(Throw())
    assert [entry["event"] for entry in logs] == ["store_failed"]
    assert ann.update == before
    assert await ann.act(Throw()) == before.version + 1
