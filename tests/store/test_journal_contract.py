"""What every journal promises, whatever it is made of."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kameny.store.base import Conflict, Journal, Row, StoreError
from kameny.store.memory import MemoryJournal
from kameny.store.sqlite import open_sqlite

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

Sides = dict[str, bytes | None]

FRESH = count()


@pytest.fixture(params=["memory", "sqlite"])
async def journal(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Journal]:
    """An empty journal of each kind."""
    store: Journal = MemoryJournal() if request.param == "memory" else await open_sqlite(tmp_path / "data")
    yield store
    await store.close()


async def attempt(journal: Journal, match: str, version: int, body: bytes = b"{}", sides: Sides | None = None) -> bool:
    """Append; whether it was not a conflict."""
    try:
        await journal.append(match, version, body, 1.5, sides)
    except Conflict:
        return False
    return True


async def versions(journal: Journal, match: str) -> list[int]:
    """The versions a match has, in the order read."""
    return [row.version for row in await journal.read(match)]


async def test_rows_are_read_in_the_order_they_were_appended(journal: Journal) -> None:
    """What was appended comes back whole, in order, and can be read from any version on."""
    rows = [Row(version, f"event {version}".encode(), 1000.25 + version) for version in range(1, 13)]
    for row in rows:
        await journal.append("M", row.version, row.body, row.at)
    assert list(await journal.read("M")) == rows
    for after in range(14):
        assert list(await journal.read("M", after)) == rows[after:]


async def test_an_unknown_match_is_empty(journal: Journal) -> None:
    """Asking for a match that nobody opened finds nothing, makes nothing and is no error."""
    assert list(await journal.read("nobody")) == []
    assert list(await journal.read("nobody", 7)) == []
    assert dict(await journal.kept("nobody")) == {}
    assert await attempt(journal, "nobody", 1)


@pytest.mark.parametrize("version", [-1, 0, 1, 2, 4, 5, 2**40])
async def test_only_the_next_version_is_accepted(journal: Journal, version: int) -> None:
    """Versions have no gap, no double and no start but 1."""
    for following in (1, 2):
        await journal.append("M", following, b"", 0.0)
    assert not await attempt(journal, "M", version)
    assert not await attempt(journal, "other", 2)
    assert await versions(journal, "M") == [1, 2]
    assert await versions(journal, "other") == []
    assert await attempt(journal, "M", 3)


async def test_a_conflict_changes_nothing(journal: Journal) -> None:
    """The loser of a race leaves neither a row nor a side value behind."""
    await journal.append("M", 1, b"first", 1.0, {"clock": b"30", "draft": b"r7a"})
    for version in (1, 3):
        with pytest.raises(Conflict):
            await journal.append("M", version, b"second", 2.0, {"clock": b"60", "draft": None, "rack": b"x"})
    assert list(await journal.read("M")) == [Row(1, b"first", 1.0)]
    assert dict(await journal.kept("M")) == {"clock": b"30", "draft": b"r7a"}


async def test_of_many_writers_of_one_version_exactly_one_wins(journal: Journal) -> None:
    """The pair (match, version) is the only arbiter, and the winner's row and side value belong together."""
    for version in range(1, 6):
        bodies = [f"{version}:{writer}".encode() for writer in range(30)]
        won = await asyncio.gather(*(attempt(journal, "M", version, body, {"by": body}) for body in bodies))
        assert won.count(True) == 1
        winner = bodies[won.index(True)]
        assert [row.body for row in await journal.read("M", version - 1)] == [winner]
        assert dict(await journal.kept("M")) == {"by": winner}


async def test_matches_do_not_disturb_each_other(journal: Journal) -> None:
    """Many tables are written at once, and each keeps its own rows and side values."""

    async def play(match: str) -> None:
        for version in range(1, 6):
            await journal.append(match, version, f"{match} {version}".encode(), 0.0, {"clock": match.encode()})

    matches = [f"M{number}" for number in range(40)]
    await asyncio.gather(*(play(match) for match in matches))
    for match in matches:
        assert [row.body.decode() for row in await journal.read(match)] == [f"{match} {n}" for n in range(1, 6)]
        assert dict(await journal.kept(match)) == {"clock": match.encode()}


async def test_what_is_acknowledged_is_read(journal: Journal) -> None:
    """A read that starts after an append has returned sees its row, every time."""
    for version in range(1, 30):
        await journal.append("M", version, b"", 0.0, {"at": b"%d" % version})
        assert [row.version for row in await journal.read("M", version - 1)] == [version]
        assert dict(await journal.kept("M")) == {"at": b"%d" % version}


async def test_side_values_are_set_and_deleted_with_the_row(journal: Journal) -> None:
    """One append may set, overwrite and delete side values; deleting a missing one is no error."""
    await journal.append("M", 1, b"", 0.0, {"clock": b"30", "draft": b"r7a"})
    await journal.append("M", 2, b"", 0.0, {"clock": b"45", "draft": None, "rack": b"b1a", "nothing": None})
    await journal.append("M", 3, b"", 0.0)
    assert dict(await journal.kept("M")) == {"clock": b"45", "rack": b"b1a"}


async def test_side_values_are_kept_without_a_row(journal: Journal) -> None:
    """`keep` overwrites and deletes like `append`, takes no version and works before the first row."""
    await journal.keep("M", {"clock": b"30", "draft": b"r7a"})
    await journal.keep("M", {"clock": b"29", "draft": None})
    await journal.keep("M", {})
    assert dict(await journal.kept("M")) == {"clock": b"29"}
    assert await versions(journal, "M") == []
    assert await attempt(journal, "M", 1)


async def test_the_caller_may_change_its_side_values_afterwards(journal: Journal) -> None:
    """What was handed in and what was handed out are the caller's own."""
    sides: Sides = {"clock": b"30"}
    keeping = asyncio.ensure_future(journal.keep("M", sides))
    await asyncio.sleep(0)
    sides["clock"] = b"99"
    await keeping
    first = await journal.kept("M")
    await journal.keep("M", {"clock": b"45"})
    assert dict(first) == {"clock": b"30"}
    rows = await journal.read("M")
    await journal.append("M", 1, b"", 0.0)
    assert list(rows) == []


NAMES = st.text(st.sampled_from("aZ09-_/ '\"%?\0\n\u00e9\u0416\u6f22\U0001f3b2"), max_size=12)


@given(body=st.binary(max_size=3000), at=st.floats(allow_nan=False), key=NAMES, value=st.binary(max_size=50))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_bytes_come_back_exactly(journal: Journal, body: bytes, at: float, key: str, value: bytes) -> None:
    """No byte, no time and no name is altered: zero bytes, quotes and non-ASCII included."""
    match = f"{key}/{next(FRESH)}"
    await journal.append(match, 1, body, at, {key: value})
    assert list(await journal.read(match)) == [Row(1, body, at)]
    assert dict(await journal.kept(match)) == {key: value}


class Append(msgspec.Struct, frozen=True):
    """Append `ahead` versions past the last one (1 is right), with side values."""

    match: str
    ahead: int
    body: bytes
    sides: Sides


class Keep(msgspec.Struct, frozen=True):
    """Set side values alone."""

    match: str
    sides: Sides


MATCHES = st.sampled_from("ab")
SIDES = st.dictionaries(st.sampled_from(["clock", "draft", "rack"]), st.none() | st.binary(max_size=4), max_size=3)
STEPS = st.lists(
    st.builds(Append, MATCHES, st.sampled_from([1, 1, 1, 0, 2]), st.binary(max_size=8), SIDES)
    | st.builds(Keep, MATCHES, SIDES),
    max_size=12,
)


@given(steps=STEPS)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_a_journal_is_a_list_and_a_dict_per_match(journal: Journal, steps: list[Append | Keep]) -> None:
    """Whatever is done in whatever order, a journal holds what a list and a dict would hold."""
    run = next(FRESH)
    rows: dict[str, list[Row]] = {"a": [], "b": []}
    sides: dict[str, dict[str, bytes]] = {"a": {}, "b": {}}
    for step in steps:
        name = f"{run}{step.match}"
        if isinstance(step, Append):
            version = len(rows[step.match]) + step.ahead
            accepted = await attempt(journal, name, version, step.body, step.sides)
            assert accepted == (step.ahead == 1)
            if not accepted:
                continue
            rows[step.match].append(Row(version, step.body, 1.5))
        else:
            await journal.keep(name, step.sides)
        merged: Sides = {**sides[step.match], **step.sides}
        sides[step.match] = {key: value for key, value in merged.items() if value is not None}
    for match in "ab":
        assert list(await journal.read(f"{run}{match}")) == rows[match]
        assert dict(await journal.kept(f"{run}{match}")) == sides[match]


async def test_closing_twice_is_harmless(journal: Journal) -> None:
    """Close may be called again, and by several tasks at once."""
    await asyncio.gather(journal.close(), journal.close())
    await journal.close()


async def test_a_closed_journal_refuses_everything(journal: Journal) -> None:
    """After close every method says that the journal is closed, instead of waiting for ever."""
    await journal.close()
    for use in (journal.append("M", 1, b"", 0.0), journal.read("M"), journal.keep("M", {}), journal.kept("M")):
        with pytest.raises(StoreError, match="closed"):
            await use


async def test_closing_finishes_what_was_accepted(journal: Journal) -> None:
    """Appends that were under way when the journal was closed are all acknowledged."""
    appends = [asyncio.ensure_future(journal.append(f"M{n}", 1, b"", 0.0)) for n in range(100)]
    await asyncio.sleep(0)
    await journal.close()
    assert await asyncio.gather(*appends) == [None] * 100


async def test_a_match_that_nothing_was_written_to_is_idle(journal: Journal) -> None:
    """By its last row alone; a match without rows is none."""
    for match, times in (("OLD", (1.0, 2.0)), ("NEW", (1.0, 9.0)), ("EDGE", (5.0,))):
        for version, at in enumerate(times, 1):
            await journal.append(match, version, b"{}", at)
    await journal.keep("SIDE", {"key": b"value"})
    assert sorted(await journal.idle(5.0)) == ["OLD"]
    assert sorted(await journal.idle(100.0)) == ["EDGE", "NEW", "OLD"]


async def test_an_erased_match_is_as_if_it_had_never_been(journal: Journal) -> None:
    """Rows and side values go, those of others stay, and the name may be used again."""
    for match in ("M", "N"):
        await journal.append(match, 1, b"{}", 1.0, {"key": b"value"})
    await journal.erase("M")
    await journal.erase("M")
    assert (list(await journal.read("M")), dict(await journal.kept("M"))) == ([], {})
    assert (len(await journal.read("N")), dict(await journal.kept("N"))) == (1, {"key": b"value"})
    await journal.append("M", 1, b"{}", 2.0)
