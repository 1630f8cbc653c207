"""The data folder: one Kameny at a time, one SQLite file, brought to today's tables when it is opened.

Whatever is wrong with the folder, the file or the disk is told as a `StoreError`, before anything in the
file has been changed.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Protocol

import apsw

from kameny.store.base import StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

MIGRATIONS: Final = Path(__file__).parent / "migrations"
NAME: Final = "kameny.sqlite3"
LOCK: Final = "kameny.lock"

PATIENCE: Final = 5_000
"""Milliseconds to wait for a foreign program (a backup, a database browser) that has locked the file."""

CHECKED: Final = 64_000_000
"""Files up to this many bytes are checked whole when opened: 0.1 s warm, 0.7 s from a cold disk [measured]."""

DAMAGED: Final = (
    "{file} is damaged ({reason}): move it and any {name}-* files beside it away, or put a backup in their"
    " place; nothing in it has been overwritten"
)
NO_RIGHTS: Final = (
    "{file} cannot be opened for writing ({reason}): give this user the right to write there"
    " or choose another folder with --data"
)
EMPTY: Final = "there are no tables in {folder}: say with --data in which folder they are kept"
BUSY: Final = "{file} is locked by another program ({reason}): close that program and try again"

ADVICE: Final[dict[type[Exception], str]] = {
    apsw.NotADBError: DAMAGED,
    apsw.CorruptError: DAMAGED,
    apsw.CantOpenError: NO_RIGHTS,
    apsw.ReadOnlyError: NO_RIGHTS,
    apsw.PermissionsError: NO_RIGHTS,
    apsw.BusyError: BUSY,
    apsw.LockedError: BUSY,
    apsw.FullError: "the disk with {file} is full, so nothing was written: free some space and try again",
    apsw.IOError: (
        "the disk with {file} refused to read or write ({reason}): see whether it is full or failing;"
        " what was saved before is still there"
    ),
}


Value = str | int | float | bytes


class Cursor(Protocol):
    """The rows of a query."""

    def fetchall(self) -> list[Any]: ...


class Database(Protocol):
    """What we use of an `apsw.Connection`; its own stubs need the `Buffer` of Python 3.12."""

    @property
    def in_transaction(self) -> bool: ...

    def execute(self, statements: str, bindings: Sequence[Value] = ()) -> Cursor: ...
    def pragma(self, name: str, value: str | int | None = None) -> Any: ...  # noqa: ANN401 - each has its own type
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Folder:
    """An opened data folder: `writer` and `reader` may be used by one thread each; `held` releases it all."""

    file: Path
    writer: Database
    reader: Database
    held: ExitStack


@contextmanager
def explained(file: Path) -> Generator[None]:
    """Tell as a `StoreError` what SQLite says about the disk or the file; a bug of ours passes unchanged."""
    try:
        yield
    except tuple(ADVICE) as error:
        advice = next(text for kind, text in ADVICE.items() if isinstance(error, kind))
        raise StoreError(advice.format(file=file, name=file.name, reason=error)) from error


def open_folder(folder: Path) -> Folder:
    """Create the folder if need be, lock it and open its database; blocks, so call it in a thread."""
    file = folder / NAME
    with ExitStack() as held, explained(file):
        held.enter_context(locked(folder))
        writer = apsw.Connection(str(file))
        held.callback(writer.close)
        writer.set_busy_timeout(PATIENCE)
        writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)  # closing a damaged file must not write to it
        prepare(writer, file)
        writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
        reader = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        held.callback(reader.close)
        reader.set_busy_timeout(PATIENCE)
        return Folder(file, writer, reader, held.pop_all())


@contextmanager
def looked_into(folder: Path) -> Generator[Database]:
    """The database of a folder that may be another Kameny's at this moment: nothing is locked, nothing written."""
    file = folder / NAME
    if not file.is_file():
        raise StoreError(EMPTY.format(folder=folder))
    # Without a WAL nobody writes, and as `immutable` SQLite leaves none behind; beside one it reads what is committed.
    alone = "" if file.with_name(f"{NAME}-wal").exists() else "?immutable=1"
    with ExitStack() as held, explained(file):
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        connection = apsw.Connection(f"{file.absolute().as_uri()}{alone}", flags=flags)
        held.callback(connection.close)
        connection.set_busy_timeout(PATIENCE)
        if not version_of(connection, file, migrations()):
            raise StoreError(EMPTY.format(folder=folder))
        yield connection


def locked(folder: Path) -> IO[bytes]:
    """The folder's lock, held until it is closed or the process dies. Beware: a forked child holds it too."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds the secrets of running games
        lock = (folder / LOCK).open("ab")
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(
            f"{folder} cannot be the data folder because a file is in its place:"
            " move that file away or choose another folder with --data"
        ) from error
    except OSError as error:
        raise StoreError(
            f"the data folder {folder} cannot be created or written ({error.strerror}):"
            " give this user the right to write there or choose another folder with --data"
        ) from error
    try:
        seize(lock)
    except (BlockingIOError, PermissionError) as error:
        lock.close()
        raise StoreError(
            f"another Kameny is using the data folder {folder}: stop it first, or choose another folder with --data"
        ) from error
    except OSError as error:
        lock.close()
        raise StoreError(
            f"the data folder {folder} cannot be locked ({error.strerror}): choose one on a local disk with --data"
        ) from error
    return lock


def seize(lock: IO[bytes]) -> None:
    """Take the lock at once, or raise `BlockingIOError` (on Windows `PermissionError`)."""
    if sys.platform == "win32":
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def prepare(database: Database, file: Path) -> None:
    """Check the file, set it to be durable, and bring its tables up to date; the file is untouched on failure."""
    if file.stat().st_size <= CHECKED:
        verdict = str(database.pragma("quick_check", 1))
        if verdict != "ok":
            raise StoreError(DAMAGED.format(file=file, name=file.name, reason=verdict.replace("\n", " ")))
    steps = migrations()
    version_of(database, file, steps)
    database.pragma("journal_mode", "wal")
    database.pragma("synchronous", "full")
    database.pragma("fullfsync", 1)  # macOS: fsync alone stops at the disk's own cache
    database.pragma("foreign_keys", 1)
    migrate(database, steps)


def version_of(database: Database, file: Path, steps: Sequence[str]) -> int:
    """The version of the tables in a file, 0 if there are none yet; refuses one that these steps do not make."""
    version = int(database.pragma("user_version"))
    if version > len(steps):
        raise StoreError(
            f"the data folder {file.parent} was used by a newer Kameny: update Kameny"
            " or choose another folder with --data"
        )
    return version


def migrations() -> Sequence[str]:
    """The scripts `migrations/0001_*.sql`, `0002_*.sql`, ... in order; the n-th makes schema version n."""
    return [script.read_text(encoding="utf-8") for script in sorted(MIGRATIONS.glob("*.sql"))]


def migrate(database: Database, steps: Sequence[str]) -> None:
    """Run the steps the database has not seen, each in a transaction of its own with its new number."""
    for number, script in enumerate(steps, start=1):
        if number > database.pragma("user_version"):
            try:
                database.execute(f"BEGIN IMMEDIATE;\n{script};\nPRAGMA user_version = {number}; COMMIT").fetchall()
            except apsw.Error:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
