"""Opening the data folder: what it sets, and a sentence that helps for everything that may be wrong."""

from __future__ import annotations

import shutil
from importlib.resources import files
from typing import TYPE_CHECKING

import apsw
import pytest

from kameny.store.base import StoreError
from kameny.store.folder import NAME, Database, Folder, migrate, migrations, open_folder
from kameny.store.sqlite import SqliteJournal

if TYPE_CHECKING:
    from pathlib import Path


def connect(file: Path | str) -> Database:
    """A plain connection, as any other program would make it."""
    return apsw.Connection(str(file))


def fill(folder: Folder, matches: int) -> None:
    """Write rows enough for many pages."""
    folder.writer.execute("BEGIN")
    for match in range(matches):
        folder.writer.execute("INSERT INTO journal VALUES (?, 1, 0.0, ?)", (f"match {match:05}", bytes(300)))
    folder.writer.execute("COMMIT")


def contents(folder: Path) -> dict[str, bytes]:
    """What the files of a folder hold, without the index that SQLite rebuilds at every opening."""
    held = {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}
    return {name: data for name, data in held.items() if data}


def refusal(folder: Path) -> str:
    """What opening this folder says, which must be one sentence."""
    with pytest.raises(StoreError) as caught:
        open_folder(folder)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_commits_reach_the_disk(tmp_path: Path) -> None:
    """WAL, FULL and foreign keys are in force on the connection that writes; the other one cannot write."""
    folder = open_folder(tmp_path)
    in_force = {name: folder.writer.pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")}
    assert in_force == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    with pytest.raises(apsw.ReadOnlyError):
        folder.reader.execute("DELETE FROM journal")
    folder.held.close()


def test_a_missing_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    """The folder is created with its parents, and nobody else may look into running games."""
    where = tmp_path / "some" / "where"
    open_folder(where).held.close()
    assert where.stat().st_mode & 0o777 == 0o700
    assert (where / NAME).is_file()


def test_closing_leaves_one_file_to_copy(tmp_path: Path) -> None:
    """After close everything is in the database itself, and the folder may be opened again."""
    folder = open_folder(tmp_path)
    fill(folder, 5)
    folder.held.close()
    assert set(contents(tmp_path)) == {NAME}
    open_folder(tmp_path).held.close()


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    """A file where the folder or one of its parents should be is named, and stays."""
    file = tmp_path / "data"
    file.write_text("letters")
    for where in (file, file / "deeper"):
        sentence = refusal(where)
        assert str(where) in sentence
        assert "file is in its place" in sentence
        assert "--data" in sentence
    assert file.read_text() == "letters"


@pytest.mark.parametrize("where", ["/proc/kameny", "/proc/self"])
def test_a_folder_that_cannot_be_written_is_told(where: str, tmp_path: Path) -> None:
    """Where nothing can be created (not even by root) the folder and the way out are named."""
    sentence = refusal(tmp_path / where)
    assert f"data folder {where} cannot be created or written" in sentence
    assert "--data" in sentence


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    """A database that cannot be opened at all is named."""
    (tmp_path / NAME).mkdir()
    assert f"{tmp_path / NAME} cannot be opened for writing" in refusal(tmp_path)


def test_a_second_kameny_on_one_folder_is_refused(tmp_path: Path) -> None:
    """Only one process may serve a folder; when it has closed, the next one may."""
    first = open_folder(tmp_path)
    sentence = refusal(tmp_path)
    assert f"another Kameny is using the data folder {tmp_path}" in sentence
    assert "--data" in sentence
    first.held.close()
    open_folder(tmp_path).held.close()


def test_a_failed_opening_gives_the_folder_back(tmp_path: Path) -> None:
    """Once the cause is gone the same process may open the folder: no lock is left behind."""
    (tmp_path / NAME).write_bytes(b"not a database" * 1000)
    refusal(tmp_path)
    (tmp_path / NAME).unlink()
    open_folder(tmp_path).held.close()


def test_a_file_that_is_no_database_is_told_and_kept(tmp_path: Path) -> None:
    """The sentence names the file and what to do, and not a byte of it is changed."""
    (tmp_path / NAME).write_bytes(b"not a database" * 1000)
    before = contents(tmp_path)
    sentence = refusal(tmp_path)
    assert f"{tmp_path / NAME} is damaged (file is not a database)" in sentence
    assert "move it" in sentence
    assert "backup" in sentence
    assert contents(tmp_path) == before


@pytest.mark.parametrize("cut", ["garbage", "truncated"])
def test_a_damaged_database_is_told_and_kept(tmp_path: Path, cut: str) -> None:
    """Damage in the middle is found when opening, and neither the file nor its unfinished log is touched."""
    running, copy = tmp_path / "running", tmp_path / "copy"
    folder = open_folder(running)
    fill(folder, 1000)
    folder.writer.pragma("wal_checkpoint", "truncate")
    folder.writer.execute("INSERT INTO journal VALUES ('last', 1, 0.0, x'')")
    shutil.copytree(running, copy)
    folder.held.close()
    whole = (copy / NAME).read_bytes()
    half = len(whole) // 2
    (copy / NAME).write_bytes(whole[:half] + (b"\xa5" * 8192 + whole[half + 8192 :] if cut == "garbage" else b""))
    before = contents(copy)
    assert set(before) == {NAME, f"{NAME}-wal"}
    assert f"{copy / NAME} is damaged" in refusal(copy)
    assert contents(copy) == before


async def test_damage_found_while_reading_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file too large to be checked when opened says the same as soon as a damaged match is read."""
    monkeypatch.setattr("kameny.store.folder.CHECKED", 0)
    folder = open_folder(tmp_path)
    fill(folder, 1000)
    folder.held.close()
    whole = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(whole[:8192] + b"\xa5" * (len(whole) - 8192))
    journal = SqliteJournal(open_folder(tmp_path))
    with pytest.raises(StoreError, match="is damaged"):
        await journal.read("match 00500")
    await journal.close()


def test_the_folder_of_a_newer_kameny_is_left_alone(tmp_path: Path) -> None:
    """A schema from the future is neither read nor written; the user is told to update."""
    open_folder(tmp_path).held.close()
    future = connect(tmp_path / NAME)
    future.pragma("user_version", len(migrations()) + 1)
    future.close()
    before = contents(tmp_path)
    sentence = refusal(tmp_path)
    assert f"{tmp_path} was used by a newer Kameny" in sentence
    assert "update" in sentence
    assert "--data" in sentence
    assert contents(tmp_path) == before


def test_migrations_are_numbered_without_a_gap(tmp_path: Path) -> None:
    """The n-th script is called 000n_..., and a new folder has seen them all."""
    names = sorted(entry.name for entry in (files("kameny.store") / "migrations").iterdir())
    scripts = [name for name in names if name.endswith(".sql")]
    assert [int(name.split("_")[0]) for name in scripts] == list(range(1, len(migrations()) + 1))
    folder = open_folder(tmp_path)
    assert folder.reader.pragma("user_version") == len(scripts)
    folder.held.close()


def test_each_migration_is_done_whole_and_once() -> None:
    """A step that fails leaves nothing of itself and all earlier ones, and is tried again the next time."""
    database = connect(":memory:")
    first = "CREATE TABLE one (a); -- a remark"
    with pytest.raises(apsw.SQLError):
        migrate(database, [first, "CREATE TABLE two (b); SELECT 1; nonsense"])
    assert database.pragma("user_version") == 1
    migrate(database, [first, "CREATE TABLE two (b); SELECT 1; CREATE TABLE three (c)"])
    migrate(database, [first, "nonsense"])
    assert database.pragma("user_version") == 2
    tables = database.execute("SELECT name FROM sqlite_schema ORDER BY name").fetchall()
    assert tables == [("one",), ("three",), ("two",)]
    database.close()
