"""What the SQLite journal promises beyond the contract: durability, shared commits, and no error lost."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import apsw
import pytest

from kameny.store.base import Conflict, Row, StoreError
from kameny.store.folder import NAME, Cursor, Database, Value, open_folder
from kameny.store.sqlite import SqliteJournal, open_sqlite

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Sequence

WRITER = Path(__file__).with_name("endless_writer.py")


@pytest.fixture
async def journal(tmp_path: Path) -> AsyncGenerator[SqliteJournal]:
    """A journal in an empty folder."""
    store = await open_sqlite(tmp_path)
    yield store
    await store.close()


def connect(folder: Path) -> Database:
    """A connection of another program to the same file."""
    return apsw.Connection(str(folder / NAME))


class Stumbling:
    """A database whose next commit fails as if the disk had, with the transaction still open."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.falls = 1

    @property
    def in_transaction(self) -> bool:
        return self.database.in_transaction

    def execute(self, statements: str, bindings: Sequence[Value] = ()) -> Cursor:
        if statements == "COMMIT" and self.falls > 0:
            self.falls -= 1
            raise apsw.IOError("disk I/O error")
        return self.database.execute(statements, bindings)

    def pragma(self, name: str, value: str | int | None = None) -> Any:
        return self.database.pragma(name, value)

    def close(self) -> None:
        self.database.close()


@contextmanager
def largest_file(size: int) -> Generator[None]:
    """No file of this process may grow past `size` bytes, as if the disk ended there."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_what_was_written_survives_reopening(tmp_path: Path) -> None:
    """Rows and side values are there again after close and open, and the versions go on."""
    first = await open_sqlite(tmp_path)
    await first.append("M", 1, b"opened", 1.5, {"clock": b"30"})
    await first.close()
    second = await open_sqlite(tmp_path)
    await second.append("M", 2, b"joined", 2.5)
    assert list(await second.read("M")) == [Row(1, b"opened", 1.5), Row(2, b"joined", 2.5)]
    assert dict(await second.kept("M")) == {"clock": b"30"}
    await second.close()


async def test_no_acknowledged_row_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    """After SIGKILL in the middle of appending every acknowledged row is there, without a gap, with its side."""
    child = await asyncio.create_subprocess_exec(sys.executable, WRITER, tmp_path, stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    said = [await child.stdout.readline() for _ in range(60)]
    with pytest.raises(StoreError, match="another Kameny"):
        await open_sqlite(tmp_path)
    os.kill(child.pid, signal.SIGKILL)
    said += [line async for line in child.stdout]
    assert await child.wait() == -signal.SIGKILL

    journal = await open_sqlite(tmp_path)
    acknowledged = {match.decode(): int(version) for match, version in (line.split() for line in said)}
    assert acknowledged.keys() == {"north", "east", "south", "west"}
    for match, version in acknowledged.items():
        rows = await journal.read(match)
        assert [int(row.body) for row in rows] == [row.version for row in rows] == list(range(1, len(rows) + 1))
        assert len(rows) - version in {0, 1}, "only the append that was under way may be there unacknowledged"
        assert dict(await journal.kept(match)) == {"last": rows[-1].body}
    await journal.close()


async def test_what_waits_together_is_committed_together(tmp_path: Path, journal: SqliteJournal) -> None:
    """While one commit is held up all further appends wait for the next one, which takes them all."""
    other = connect(tmp_path)
    other.execute("BEGIN IMMEDIATE")
    appends = [asyncio.ensure_future(journal.append(f"M{n}", 1, b"", 0.0)) for n in range(300)]
    await asyncio.sleep(0)
    other.execute("ROLLBACK")
    await asyncio.gather(*appends)
    assert journal.tally.changes == 300
    assert journal.tally.commits <= 2
    assert journal.tally.largest >= 150


async def test_a_batch_is_bounded(tmp_path: Path) -> None:
    """However much is waiting, one transaction takes no more than a batch."""
    journal = SqliteJournal(open_folder(tmp_path), batch=8)
    await asyncio.gather(*(journal.append(f"M{n}", 1, b"", 0.0) for n in range(100)))
    await journal.close()
    assert journal.tally.changes == 100
    assert journal.tally.largest <= 8
    assert journal.tally.commits >= 13


async def test_a_conflict_leaves_the_others_of_its_batch_alone(tmp_path: Path, journal: SqliteJournal) -> None:
    """In one transaction of good and late appends, each caller gets its own answer."""
    other = connect(tmp_path)
    other.execute("BEGIN IMMEDIATE")
    versions = [1, 1, 2, 4, 3, 3, 2, 4]
    appends = [asyncio.ensure_future(journal.append("M", version, b"", 0.0)) for version in versions]
    await asyncio.sleep(0)
    other.execute("ROLLBACK")
    answers = await asyncio.gather(*appends, return_exceptions=True)
    assert [isinstance(answer, Conflict) for answer in answers] == [False, True, False, True, False, True, True, False]
    assert [row.version for row in await journal.read("M")] == [1, 2, 3, 4]


async def test_a_bug_reaches_its_caller_and_nobody_else(journal: SqliteJournal) -> None:
    """A value that cannot be stored fails its own append as what it is, with nothing of it written."""
    wrong = cast("bytes", object())
    answers = await asyncio.gather(
        journal.append("good", 1, b"", 0.0),
        journal.append("bad", 1, b"", 0.0, {"clock": b"30", "draft": wrong}),
        journal.append("text", 1, cast("bytes", "text"), 0.0),
        journal.keep("good", {"clock": b"45"}),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), TypeError, apsw.ConstraintError, type(None)]
    assert len(await journal.read("good")) == 1
    assert list(await journal.read("bad")) == []
    assert dict(await journal.kept("bad")) == {}


async def test_a_failing_transaction_reaches_every_caller(tmp_path: Path) -> None:
    """If the writer cannot even begin, all who wait are told, later ones too, and close still works."""
    folder = open_folder(tmp_path)
    journal = SqliteJournal(folder)
    folder.writer.close()
    for _ in range(2):
        uses = (journal.append("M", 1, b"", 0.0), journal.keep("M", {"clock": b""}))
        answers = await asyncio.gather(*uses, return_exceptions=True)
        assert [type(answer) for answer in answers] == [apsw.ConnectionClosedError] * 2
    assert journal.tally.commits == 0
    await journal.close()


async def test_a_cancelled_append_harms_nobody(journal: SqliteJournal) -> None:
    """A caller that gives up before the answer leaves the writer and the others as they were."""
    given_up = asyncio.ensure_future(journal.append("M", 1, b"", 0.0))
    await asyncio.sleep(0)
    given_up.cancel()
    with suppress(asyncio.CancelledError):
        await given_up
    await journal.append("other", 1, b"", 0.0)
    assert len(await journal.read("other")) == 1


async def test_after_a_failed_commit_the_next_one_starts_afresh(tmp_path: Path) -> None:
    """Nothing of a transaction that failed is left for the next one to commit."""
    folder = open_folder(tmp_path)
    journal = SqliteJournal(replace(folder, writer=Stumbling(folder.writer)))
    with pytest.raises(StoreError, match="full or failing"):
        await journal.append("M", 1, b"lost", 0.0, {"clock": b"30"})
    assert list(await journal.read("M")) == []
    await journal.append("M", 1, b"kept", 0.0)
    assert [row.body for row in await journal.read("M")] == [b"kept"]
    assert dict(await journal.kept("M")) == {}
    await journal.close()


async def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path, journal: SqliteJournal) -> None:
    """A commit for which the disk has no room fails as a whole, and may be repeated when there is room."""
    await journal.append("M", 1, b"before", 0.0)
    with largest_file((tmp_path / f"{NAME}-wal").stat().st_size + 10_000):
        for _ in range(2):
            with pytest.raises(StoreError, match=r"kameny\.sqlite3 .*full"):
                await journal.append("M", 2, bytes(100_000), 0.0, {"clock": b"30"})
    assert [row.body for row in await journal.read("M")] == [b"before"]
    assert dict(await journal.kept("M")) == {}
    await journal.append("M", 2, b"after", 0.0)
    assert [row.body for row in await journal.read("M")] == [b"before", b"after"]


async def test_only_what_is_saved_is_acknowledged_when_room_runs_out(tmp_path: Path) -> None:
    """If one append of a batch finds no room, SQLite gives up the batch: each caller hears what is true for it."""
    folder = open_folder(tmp_path)
    folder.writer.pragma("max_page_count", folder.writer.pragma("page_count"))
    journal = SqliteJournal(folder)
    other = connect(tmp_path)
    other.execute("BEGIN IMMEDIATE")
    first = asyncio.ensure_future(journal.keep("first", {}))
    await asyncio.sleep(0.02)  # the writer has taken it, so that the others share the next batch
    sizes = [0, 0, 100_000, 0, 0]
    appends = [asyncio.ensure_future(journal.append(f"M{n}", 1, bytes(size), 0.0)) for n, size in enumerate(sizes)]
    await asyncio.sleep(0)
    other.execute("ROLLBACK")
    await first
    answers = await asyncio.gather(*appends, return_exceptions=True)
    assert isinstance(answers[2], StoreError)
    assert "free some space" in str(answers[2])
    for match, answer in enumerate(answers):
        assert (answer is None) == (len(await journal.read(f"M{match}")) == 1)
    await journal.append("small", 1, b"", 0.0)
    await journal.close()


async def test_a_file_locked_by_another_program_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup or a database browser that holds the file is named as the reason, and waiting for it may help."""
    monkeypatch.setattr("kameny.store.folder.PATIENCE", 20)
    journal = await open_sqlite(tmp_path)
    other = connect(tmp_path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked by another program"):
        await journal.append("M", 1, b"", 0.0)
    other.execute("ROLLBACK")
    await journal.append("M", 1, b"", 0.0)
    await journal.close()


async def test_a_file_that_may_only_be_read_is_told(tmp_path: Path) -> None:
    """Losing the right to write is told to the caller with what to do."""
    folder = open_folder(tmp_path)
    folder.writer.pragma("query_only", 1)
    journal = SqliteJournal(folder)
    with pytest.raises(StoreError, match="give this user the right to write"):
        await journal.append("M", 1, b"", 0.0)
    await journal.close()


async def test_a_forgotten_close_does_not_keep_the_process(tmp_path: Path) -> None:
    """A program that ends without closing its journal ends at once, and has lost nothing."""
    program = (
        "import asyncio, pathlib, sys\n"
        "from kameny.store.sqlite import open_sqlite\n"
        "async def main():\n"
        "    journal = await open_sqlite(pathlib.Path(sys.argv[1]))\n"
        "    await journal.append('M', 1, b'', 0.0)\n"
        "    await journal.read('M')\n"
        "asyncio.run(main())\n"
    )
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", program, tmp_path)
    assert await child.wait() == 0
    journal = await open_sqlite(tmp_path)
    assert len(await journal.read("M")) == 1
    await journal.close()
