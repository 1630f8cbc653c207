"""Looking into a data folder that may be a running server's: what is committed is seen, and nothing is touched."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

import apsw
import pytest

from kameny.store.base import Row, StoreError
from kameny.store.folder import NAME, Database, open_folder
from kameny.store.sqlite import open_sqlite, read_only

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [Row(version, b"{}", float(version)) for version in (1, 2, 3)]


def written(folder: Path) -> None:
    """A folder that a server has used and closed."""
    asyncio.run(_write(folder))


async def _write(folder: Path) -> None:
    journal = await open_sqlite(folder)
    for row in ROWS:
        await journal.append("CODE", row.version, row.body, row.at)
    await journal.close()


def foreign(folder: Path) -> Database:
    """A plain connection, as any other program would make it."""
    return apsw.Connection(str(folder / NAME))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, byte for byte."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refusal(folder: Path) -> str:
    """What reading there says, which must be one sentence."""
    with pytest.raises(StoreError) as caught:
        read_only(folder, "CODE")
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def test_the_rows_of_a_running_server_are_read(tmp_path: Path) -> None:
    """Each as soon as it is committed, while the server has the folder's lock, and goes on."""
    journal = await open_sqlite(tmp_path)
    for count, row in enumerate(ROWS, start=1):
        await journal.append("CODE", row.version, row.body, row.at)
        assert list(read_only(tmp_path, "CODE")) == ROWS[:count]
    assert list(read_only(tmp_path, "OTHER")) == []
    await journal.close()
    assert list(read_only(tmp_path, "CODE")) == ROWS


def test_reading_leaves_no_trace(tmp_path: Path) -> None:
    """No file comes, goes or changes, and the folder may belong to somebody who lets us only read."""
    written(tmp_path)
    before = contents(tmp_path)
    tmp_path.chmod(0o500)
    assert list(read_only(tmp_path, "CODE")) == ROWS
    tmp_path.chmod(0o700)
    assert contents(tmp_path) == before


def test_what_a_killed_server_left_is_read(tmp_path: Path) -> None:
    """Rows that are only in the write-ahead log were acknowledged, so they are there."""
    written(tmp_path / "live")
    folder = open_folder(tmp_path / "live")
    folder.writer.execute("INSERT INTO journal VALUES ('CODE', 4, 4.0, x'7b7d')")
    shutil.copytree(tmp_path / "live", tmp_path / "dead")
    folder.held.close()
    (tmp_path / "dead" / f"{NAME}-shm").unlink()
    database = (tmp_path / "dead" / NAME).read_bytes()
    assert [row.version for row in read_only(tmp_path / "dead", "CODE")] == [1, 2, 3, 4]
    assert (tmp_path / "dead" / NAME).read_bytes() == database


def test_names_that_mean_something_in_an_address_are_names(tmp_path: Path) -> None:
    """A folder may be called anything."""
    folder = tmp_path / "50% of what? #1 & more"
    written(folder)
    assert list(read_only(folder, "CODE")) == ROWS


def test_a_folder_without_tables_is_told_with_what_to_do(tmp_path: Path) -> None:
    """It is not there, or nothing is in it, or what a server left in its first moment: say --data."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert "--data" in refusal(folder)
        assert str(folder) in refusal(folder)
    (tmp_path / NAME).write_bytes(b"")
    assert "there are no tables" in refusal(tmp_path)
    assert not (tmp_path / "nowhere").exists()


def test_a_newer_or_damaged_file_is_told_as_when_a_server_opens_it(tmp_path: Path) -> None:
    """The same sentences."""
    written(tmp_path)
    foreign(tmp_path).execute("PRAGMA user_version = 99")
    assert "newer Kameny" in refusal(tmp_path)
    (tmp_path / NAME).write_bytes(b"This is no database, and never was one." * 100)
    for log in tmp_path.glob(f"{NAME}-*"):
        log.unlink()
    assert "is damaged" in refusal(tmp_path)
