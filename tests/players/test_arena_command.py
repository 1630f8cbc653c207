"""`kameny arena`: what it prints, what it refuses, and how it is stopped."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kameny.cli import app
from kameny.game import Refused
from toy import TOY

COMMAND = [sys.executable, "-c", "from kameny.cli import main; main()", "arena"]


class Told(NamedTuple):
    """How a command ended and what it said."""

    status: object
    out: str
    err: str


Arena = Callable[..., Told]


@pytest.fixture
def arena(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Arena:
    """`kameny arena` and these words, where the toy is a registered game as well."""
    monkeypatch.setattr("kameny.cli.arena.GAMES", {"toy": TOY})

    def typed(*words: str) -> Told:
        try:
            app(["arena", *words])
            status: object = 0
        except SystemExit as end:
            status = end.code or 0
        said = capsys.readouterr()
        return Told(status, said.out, said.err)

    return typed


def found(told: Told) -> dict[str, Any]:
    """The one line of JSON that was printed."""
    assert (told.status, told.err, told.out.count("\n")) == (0, "", 1)
    line: dict[str, Any] = json.loads(told.out)
    return line


def test_json_is_one_line_with_the_players_in_order(arena: Arena) -> None:
    """Entries are those of the words, one for each, also where a name comes twice."""
    said = found(arena("toy", "thrower", "swapper", "thrower", "--deals", "20", "--mirrored", "--seed", "3", "--json"))
    assert list(said) == ["game", "deals", "players"]
    assert (said["game"], said["deals"]) == ("toy", 20)
    assert [player["name"] for player in said["players"]] == ["thrower", "swapper", "thrower"]
    for player in said["players"]:
        assert list(player) == ["name", "share", "low", "high", "points_per_deal"]
        assert 0 <= player["low"] <= player["share"] <= player["high"] <= 1
    assert sum(player["share"] for player in said["players"]) == pytest.approx(1)


def test_the_number_of_workers_is_not_seen_in_the_result(arena: Arena) -> None:
    """The very same bytes from one, from two, and from as many as there are processors."""
    words = ("toy", "swapper", "random", "--deals", "12", "--mirrored", "--json")
    assert len({arena(*words, *workers).out for workers in ((), ("--workers", "1"), ("--workers", "2"))}) == 1


def test_seed_deals_and_mirroring_are_seen_in_the_result(arena: Arena) -> None:
    """Each option changes what is played; the same words play the same."""
    words = ("toy", "swapper", "thrower", "--workers", "1", "--json")
    usual = found(arena(*words))
    assert usual["deals"] == 100
    assert found(arena(*words, "--seed", "1")) == usual
    for others in (("--seed", "2"), ("--deals", "90"), ("--mirrored",)):
        assert found(arena(*words, *others))["players"] != usual["players"]


def test_a_servers_environment_is_not_the_arenas(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """KAMENY_* variables and kameny.toml are settings of a server."""
    monkeypatch.setenv("KAMENY_DEALS", "5")
    assert found(arena("toy", "swapper", "thrower", "--workers", "1", "--json"))["deals"] == 100


def test_people_get_a_table(arena: Arena) -> None:
    """One line for each player: share, interval, points."""
    told = arena("toy", "swapper", "thrower", "--deals", "30", "--mirrored", "--workers", "1")
    title, head, *lines = told.out.splitlines()
    assert (told.status, told.err, title) == (0, "", "toy, 30 mirrored deals")
    assert head.split("  ")[-1] == "points a deal"
    for line, name in zip(lines, ("swapper", "thrower"), strict=True):
        assert re.fullmatch(rf"{name} +\d+\.\d% +\d+\.\d% to \d+\.\d% +[+-]\d\.\d", line)
    assert arena("toy", "swapper", "thrower", "--deals", "4", "--workers", "1").out.startswith("toy, 4 deals\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess", "calm", "calm"], "There is no game 'chess'. There is: toy."),
        (["toy", "swapper", "exact"], "toy has no player 'exact'. It has: thrower, swapper, random."),
        (["toy", "swapper"], "toy is for 2 to 3 players, not 1."),
        (["toy"], "toy is for 2 to 3 players, not 0."),
        (["toy", *["swapper"] * 4], "toy is for 2 to 3 players, not 4."),
    ],
)
def test_what_cannot_be_played_is_said_with_what_can(arena: Arena, words: list[str], said: str) -> None:
    """One line on the error stream, status 1."""
    assert arena(*words) == (1, "", f"kameny: {said}\n")


@pytest.mark.parametrize("words", [["--deals", "0"], ["--workers", "0"], ["--deals", "many"]])
def test_numbers_that_make_no_sense_are_refused(arena: Arena, words: list[str]) -> None:
    """As every option that cannot be understood: status 2, and nothing is played."""
    told = arena("toy", "swapper", "thrower", *words)
    assert (told.status, told.out) == (2, "")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Refused("bad_set", tiles=("r7a",)), "A player made a move that toy does not allow: bad_set."),
        (BrokenProcessPool(), "A process in which games were played has died."),
    ],
)
def test_a_player_that_breaks_the_rules_or_its_process_ends_it(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, fault: Exception, said: str
) -> None:
    """In one line, without a result."""

    def broken(*_args: object, **_options: object) -> Any:
        yield from ()
        raise fault

    monkeypatch.setattr("kameny.cli.arena.play_deals", broken)
    assert arena("toy", "swapper", "thrower") == (1, "", f"kameny: {said}\n")


def test_help_says_what_every_option_is(arena: Arena) -> None:
    """And shows no variable of a server."""
    told = arena("--help")
    assert told.status == 0
    assert all(option in told.out for option in ("--deals", "--mirrored", "--seed", "--workers", "--json"))
    assert "KAMENY_" not in told.out


def test_ctrl_c_ends_it_with_its_workers(tmp_path: Path) -> None:
    """On a terminal there is a bar; Ctrl+C ends everything at once, without a traceback."""
    ours, theirs = pty.openpty()
    words = ["rummy", "calm", "calm", "calm", "calm", "--deals", "500", "--mirrored", "--workers", "2"]
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path) as process:
        os.close(theirs)
        shown = b""
        while b"Playing" not in shown:
            shown += os.read(ours, 1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        while more := _rest(ours):
            shown += more
    os.close(ours)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in shown


def _rest(terminal: int) -> bytes:
    """What is left to read; a terminal whose other side is closed may say so as an error."""
    try:
        return os.read(terminal, 1000)
    except OSError:
        return b""
