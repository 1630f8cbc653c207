"""`kameny export` and `kameny verify`: from the folder of a running server to a file, and what is said of it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from kameny.cli import app
from kameny.play.record import Record
from kameny.store.sqlite import SqliteJournal, open_sqlite
from table.games_played import CODE, SECRETS, series


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteJournal]:
    """The journal of a server that runs on `tmp_path / "data"`, with one table of rummy; `tmp_path` is our folder."""
    monkeypatch.chdir(tmp_path)
    journal = await open_sqlite(tmp_path / "data")
    for row in series("rummy"):
        await journal.append(CODE, row.version, row.body, row.at)
    yield journal
    await journal.close()


class Told(msgspec.Struct):
    """How a command ended and what it said."""

    status: int
    out: str
    err: str


class Shell:
    """Types commands."""

    def __init__(self, captured: pytest.CaptureFixture[str]) -> None:
        self._captured = captured

    def __call__(self, *words: str) -> Told:
        """`kameny` and these words."""
        try:
            app([*words], exit_on_error=True)
            status: object = 0
        except SystemExit as end:
            status = end.code or 0
        found = self._captured.readouterr()
        assert isinstance(status, int)
        return Told(status, found.out, found.err)


@pytest.fixture
def kameny(capsys: pytest.CaptureFixture[str]) -> Shell:
    """The command line."""
    return Shell(capsys)


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("code", ["K7M4QX", "k7m4qx", "k7m 4qx", "K7M-4QX"])
def test_a_finished_game_of_a_running_server_is_exported_and_verified(kameny: Shell, code: str) -> None:
    """To a file, by the code however it is typed; every check is on a line of its own."""
    assert kameny("export", code, "--game", "2", "--output", "game.json", "--data", "data") == Told(0, "", "")
    assert msgspec.json.decode(Path("game.json").read_bytes(), type=Record).number == 2
    told = kameny("verify", "game.json")
    assert (told.status, told.err) == (0, "")
    first, *checks = told.out.splitlines()
    assert first == "Game 2 of table K7M4QX, rummy: Ann, Bob, calm."
    assert [line.split()[:2] for line in checks] == [
        ["ok", name] for name in ("rules", "secret", "deal", "moves", "pieces", "outcome")
    ]


@pytest.mark.usefixtures("server")
def test_it_goes_through_a_pipe(kameny: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """`kameny export CODE | kameny verify -`: the last game that is over."""
    exported = kameny("export", "K7M4QX", "--data", "data").out
    assert kameny("export", "K7M4QX", "--output", "-", "--data", "data").out == exported
    assert exported.endswith("}\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(exported.encode())))
    told = kameny("verify", "-")
    assert told.status == 0
    assert told.out.startswith("Game 3 of table K7M4QX")


@pytest.mark.usefixtures("server")
def test_what_is_wrong_is_said_and_is_the_status(kameny: Shell) -> None:
    """A record with another secret: FAILED on its line, and the others still stand there."""
    kameny("export", "K7M4QX", "--output", "game.json", "--data", "data")
    found = json.loads(Path("game.json").read_text())
    Path("game.json").write_text(json.dumps(found | {"secret": SECRETS[9]}))
    told = kameny("verify", "game.json")
    assert told.status == 1
    lines = {line.split()[1]: line.split()[0] for line in told.out.splitlines()[1:]}
    assert lines["secret"] == lines["deal"] == "FAILED"
    assert lines["rules"] == "ok"


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["K7M4QX", "--game", "4"], "is not over"),
        (["K7M4QX", "--game", "9"], "has no game 9: the last one is 4"),
        (["AAAAAA"], "no table AAAAAA in data"),
        (["K7M4QX", "--output", "nowhere/game.json"], "nowhere/game.json cannot be written"),
        (["K7M4QX", "--data", "nowhere"], "no tables in nowhere: say with --data"),
    ],
)
def test_what_cannot_be_exported_is_said_in_one_line(kameny: Shell, words: list[str], said: str) -> None:
    """On the error stream, with status 1 and nothing on the other one."""
    told = kameny("export", "--data", "data", *words) if "--data" not in words else kameny("export", *words)
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith("kameny: ")
    assert told.err.count("\n") == 1
    assert said in told.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{broken", "is not JSON"),
        ("", "is not JSON"),
        ("\x00\xff", "is not JSON"),
        ("[" * 100_000, "is n"),
        ("[]", "is no record of a game"),
        ("{}", "is no record of a game"),
        ('{"format": 2}', "is no record of a game"),
    ],
)
def test_a_file_that_is_no_record_is_told_apart_from_a_wrong_game(
    kameny: Shell, tmp_path: Path, text: str, said: str
) -> None:
    """Status 2, and one line that says what is wrong with it."""
    file = tmp_path / "game.json"
    file.write_text(text, "latin-1")
    told = kameny("verify", str(file))
    assert (told.status, told.out) == (2, "")
    assert told.err.count("\n") == 1
    assert said in told.err


def test_a_missing_file_is_no_record(kameny: Shell, tmp_path: Path) -> None:
    """Status 2, and its name."""
    told = kameny("verify", str(tmp_path / "none.json"))
    assert told.status == 2
    assert "none.json cannot be read" in told.err


@pytest.mark.usefixtures("server")
def test_a_file_cannot_steer_the_terminal(kameny: Shell) -> None:
    """Names in it are anybody's: what is no sign to be printed is shown as a replacement; an unknown game is said."""
    kameny("export", "K7M4QX", "--output", "game.json", "--data", "data")
    found = json.loads(Path("game.json").read_text())
    found["seats"][0]["name"] = "\x1b[2J\nAnn"
    Path("game.json").write_text(json.dumps(found))
    assert "\x1b" not in kameny("verify", "game.json").out
    Path("game.json").write_text(json.dumps(found | {"game": "chess\x1b"}))
    told = kameny("verify", "game.json")
    assert told.status == 2
    assert "no game 'chess" in told.err


@pytest.mark.usefixtures("server")
def test_the_settings_file_of_a_server_does_for_exporting(kameny: Shell) -> None:
    """`data` is taken from kameny.toml, and what is meant for the server alone is no mistake."""
    Path("kameny.toml").write_text('data = "data"\nport = 8030\nproxies = ["10.0.0.2"]\n')
    assert kameny("export", "K7M4QX", "--output", "game.json") == Told(0, "", "")
    assert kameny("verify", "game.json").status == 0


@pytest.mark.parametrize("command", ["serve", "export", "verify"])
def test_help_says_what_everything_is(kameny: Shell, command: str) -> None:
    """Without loading a server."""
    told = kameny(command, "--help")
    assert told.status == 0
    assert f"kameny {command}" in told.out
