"""`kameny solve`: positions by hand, from files and pipes; answers as lines of JSON, or drawn."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from kameny.cli import app
from kameny.rummy.sets import reading
from rummy.corpus import CORPUS, Entry, entries

COMMAND = [sys.executable, "-c", "from kameny.cli import main; main()", "solve"]
TABLE = ("--table", "r7 r8 r9 | k1 b1 o1")


class Told(NamedTuple):
    """How a command ended and what it said."""

    status: object
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The lines of JSON that were printed."""
        assert (self.status, self.err) == (0, "")
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def answer(self) -> dict[str, Any]:
        """The only one."""
        (found,) = self.answers
        return found


Solve = Callable[..., Told]


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Solve:
    """`kameny solve` and these words, with these bytes in the pipe."""

    def typed(*words: str, pipe: bytes = b"") -> Told:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(pipe)))
        try:
            app(["solve", *words])
            status: object = 0
        except SystemExit as end:
            status = end.code or 0
        said = capsys.readouterr()
        return Told(status, said.out, said.err)

    return typed


def line(table: Sequence[Sequence[str]], rack: Sequence[str], name: object = "a") -> bytes:
    """A position as a line of JSON."""
    return json.dumps({"id": name, "table": table, "rack": rack}).encode() + b"\n"


def is_set(faces: Sequence[str]) -> bool:
    """Whether these faces make a set."""
    jokers = iter("abcd")
    return reading([f"{face}{next(jokers) if face == '*' else 'a'}" for face in faces]) is not None


def test_one_position_by_hand(solve: Solve) -> None:
    """Fields in their order; the run grows, the joker joins a set, the five stays; orange is plum here."""
    found = solve(*TABLE, "--rack", "r10 * k5", "--json").answer
    assert list(found) == ["id", "tiles", "points", "laid", "sets", "disturbed"]
    assert (found["id"], found["tiles"], found["points"], found["disturbed"]) == (None, 2, 40, 0)
    assert sorted(found["laid"]) == ["*", "r10"]
    assert Counter(face for faces in found["sets"] for face in faces) == Counter(
        ["*", "r7", "r8", "r9", "r10", "k1", "b1", "p1"]
    )


@pytest.mark.parametrize("fourth", ["p", "o", "y", "P", "O"])
def test_the_fourth_suit_has_the_names_it_has_in_other_boxes(solve: Solve, fourth: str) -> None:
    """Plum, orange or yellow, small or capital; answers say plum."""
    words = ("--table", f"{fourth}7 {fourth}8 {fourth}9", "--rack", f"{fourth}10")
    assert solve(*words, "--json").answer["sets"] == [["p7", "p8", "p9", "p10"]]


def test_equal_faces_are_two_copies(solve: Solve) -> None:
    """Two runs of the same faces, and the command says which copy is which to itself."""
    found = solve("--table", "r1 r2 r3", "--rack", "r1 r2 r3 * *", "--json").answer
    assert (found["tiles"], found["points"], found["disturbed"]) == (5, 66, 0)


def test_a_set_of_no_tiles_is_none(solve: Solve) -> None:
    """Neither one that is typed nor one in a line, so nothing needs to be mended or counts as rearranged."""
    typed = solve("--table", " | r7 r8 r9 || ", "--rack", "r10", "--json").answer
    (read,) = solve("-", "--json", pipe=line([[], ["r7", "r8", "r9"], []], ["r10"])).answers
    assert typed == read | {"id": None}
    assert (typed["sets"], typed["disturbed"]) == ([["r7", "r8", "r9", "r10"]], 0)


def test_points_may_matter_more_than_tiles(solve: Solve) -> None:
    """The joker joins four low tiles or two high ones."""
    words = ("--rack", "r1 r2 r4 r5 k12 k13 *", "--json", "--objective")
    tiles, points = solve(*words, "tiles").answer, solve(*words, "points").answer
    assert (tiles["tiles"], tiles["points"]) == (5, 12 + 30)
    assert (points["tiles"], points["points"]) == (3, 25 + 30)
    assert solve(*words[:-1]).answer == tiles


def test_sets_that_are_no_longer_themselves_and_laid_tiles_are_counted(solve: Solve) -> None:
    """The run gives its end away; the group lies as it lay. What is only longer is not disturbed."""
    found = solve("--table", "r5 r6 r7 r8 | k1 b1 p1", "--rack", "k8 b8", "--json").answer
    assert (found["tiles"], found["disturbed"]) == (2, 1)
    assert solve("--table", "r5 r6 r7", "--rack", "r8", "--json").answer["disturbed"] == 0


def test_an_opening_is_own_sets_beside_the_table(solve: Solve) -> None:
    """Without jokers, worth 30 or what is said; the table stays as it is, and too little is nothing."""
    words = (*TABLE, "--opening", "--json", "--rack")
    assert solve(*words, "k10 r10 b10 * r11").answer == {
        "id": None,
        "tiles": 3,
        "points": 30,
        "laid": ["k10", "r10", "b10"],
        "sets": [["r7", "r8", "r9"], ["k1", "b1", "p1"], ["k10", "r10", "b10"]],
        "disturbed": 0,
    }
    none = solve(*words, "k9 r9 b9 *").answer
    assert (none["tiles"], none["points"], none["laid"], none["disturbed"]) == (0, 0, [], 0)
    assert none["sets"] == [["r7", "r8", "r9"], ["k1", "b1", "p1"]]
    assert solve(*words, "k9 r9 b9 *", "--minimum", "27").answer["tiles"] == 3
    assert solve(*words, "k10 r10 b10", "--minimum", "31").answer["tiles"] == 0


def test_an_opening_may_be_the_one_worth_most(solve: Solve) -> None:
    """With at least as many points as the one with most tiles; too little is nothing here as well."""
    words = ("--opening", "--json", "--rack", "k11 k12 k13 r13 b13 r1 b1 k1", "--objective")
    assert solve(*words, "points").answer["points"] >= solve(*words, "tiles").answer["points"] >= 30
    assert solve(*words, "points", "--minimum", "90").answer["tiles"] == 0


@pytest.mark.parametrize(
    ("table", "rack", "error", "tiles"),
    [
        ("r7 r8 x9", "k14 k5 r7a", "unknown_tile", ["x9", "k14", "r7a"]),
        ("r7 r8 r9", "r7 r7", "too_many_copies", ["r7"]),
        ("o7 o8 o9", "p7 y7", "too_many_copies", ["p7"]),
        ("* * r9", "* * *", "too_many_copies", ["*"]),
    ],
)
def test_what_no_box_holds_is_an_answer(solve: Solve, table: str, rack: str, error: str, tiles: list[str]) -> None:
    """An error with the faces it is about, as they were written; the status is 0."""
    found = solve("--table", table, "--rack", rack, "--json").answer
    assert found == {"id": None, "error": error, "detail": {"tiles": tiles}}


@pytest.mark.parametrize("aim", [[], ["--objective", "points"], ["--opening"]])
def test_a_table_that_nothing_completes_is_an_answer(solve: Solve, aim: list[str]) -> None:
    """With tiles of the table that there is no place for, as faces."""
    found = solve("--table", "k1 b1 p1 | r7 r8", "--rack", "k10 k11", "--json", *aim).answer
    assert (found["id"], found["error"]) == (None, "impossible_table")
    assert set(found["detail"]["tiles"]) <= {"r7", "r8"}
    assert found["detail"]["tiles"]


def test_a_table_that_is_broken_may_be_mended(solve: Solve) -> None:
    """By tiles of the rack: then it is no error."""
    found = solve("--table", "r7 r8", "--rack", "r9 k1", "--json").answer
    assert (found["tiles"], found["sets"], found["disturbed"]) == (1, [["r7", "r8", "r9"]], 0)


def test_a_bad_line_is_an_answer_and_the_rest_goes_on(solve: Solve) -> None:
    """Each with its line and, where it can be read, its id; empty lines are none."""
    good = line([["r7", "r8", "r9"]], ["r10"], "good")
    bad = [
        b"{broken\n",
        b"\xff\xfe\n",
        b"[]\n",
        b'{"id": "no rack", "table": []}\n',
        b'{"id": 7, "table": "r7", "rack": []}\n',
        b'{"id": ["x"], "table": [], "rack": []}\n',
        b"[" * 100_000 + b"\n",
    ]
    first, *found, last = solve("-", "--json", pipe=b"".join((good, b"\n", *bad, good))).answers
    assert first == last == {
        "id": "good", "tiles": 1, "points": 10, "laid": ["r10"], "sets": [["r7", "r8", "r9", "r10"]], "disturbed": 0,
    }  # fmt: skip
    assert [answer["id"] for answer in found] == [None, None, None, "no rack", 7, ["x"], None]
    assert [answer["detail"]["line"] for answer in found] == list(range(3, 10))
    assert {answer["error"] for answer in found} == {"bad_line"}
    assert all(answer["detail"]["why"] for answer in found)


def test_a_file_is_answered_line_by_line(solve: Solve, tmp_path: Path) -> None:
    """In its order, with its ids, whether it comes as a file or through a pipe."""
    text = b"".join(line([], ["r1", "r2", "r3"], name) for name in ("b", 4, None))
    file = tmp_path / "positions.jsonl"
    file.write_bytes(text.removesuffix(b"\n"))
    told = solve(str(file), "--json")
    assert [answer["id"] for answer in told.answers] == ["b", 4, None]
    assert solve("-", "--json", pipe=text) == told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.jsonl"], "none.jsonl cannot be read: No such file"),
        (["."], ". cannot be read: Is a directory"),
        ([], "Say a position with --table and --rack, or a file"),
        (["-", "--rack", "r1"], "not both"),
    ],
)
def test_only_a_file_that_cannot_be_read_is_a_failure(solve: Solve, words: list[str], said: str) -> None:
    """And words that do not say what to solve: one line, status 1."""
    told = solve(*words, "--json")
    assert (told.status, told.out, told.err.count("\n")) == (1, "", 1)
    assert said in told.err


def test_help_says_what_every_option_is(solve: Solve) -> None:
    """And shows no variable of a server."""
    told = solve("--help")
    assert told.status == 0
    options = ("FILE", "--table", "--rack", "--objective", "--opening", "--minimum", "--json")
    assert all(option in told.out for option in options)
    assert "KAMENY_" not in told.out


def few(kind: str) -> list[Entry]:
    """Every so many of the corpus."""
    return [entry for entry in entries() if entry.kind == kind][::12]


def as_lines(chosen: Sequence[Entry]) -> bytes:
    """These lines of the corpus as they stand there."""
    names = {entry.id for entry in chosen}
    return b"".join(text for text in CORPUS.read_bytes().splitlines(keepends=True) if json.loads(text)["id"] in names)


@pytest.mark.parametrize("objective", ["tiles", "points"])
def test_moves_of_the_corpus_are_right(solve: Solve, objective: str) -> None:
    """The known optimum; sets of the table and laid tiles, nothing else; what is said of them is so."""
    chosen = few("move")
    best = {found["id"]: found for found in map(json.loads, as_lines(chosen).splitlines())}
    answers = solve("-", "--json", "--objective", objective, pipe=as_lines(chosen)).answers
    for entry, answer in zip(chosen, answers, strict=True):
        known = best[entry.id]
        if objective == "tiles":
            assert (answer["tiles"], answer["points"]) == (entry.best_tiles, entry.best_value_given_tiles)
        else:
            assert answer["points"] == known.get("best_value", answer["points"])
        assert answer["tiles"] == len(answer["laid"])
        assert answer["points"] == sum(30 if face == "*" else int(face[1:]) for face in answer["laid"])
        assert not Counter(answer["laid"]) - Counter(entry.rack)
        assert Counter(face for faces in answer["sets"] for face in faces) == Counter(
            chain(*entry.table, answer["laid"])
        )
        assert all(map(is_set, answer["sets"]))
        assert 0 <= answer["disturbed"] <= len(entry.table)


def test_openings_and_impossible_tables_of_the_corpus_are_right(solve: Solve) -> None:
    """Where there is none, no tiles; an impossible table has an error that names tiles of it."""
    chosen = few("opening")
    answers = solve("-", "--json", "--opening", pipe=as_lines(chosen)).answers
    assert [answer["tiles"] for answer in answers] == [entry.best_tiles if entry.feasible else 0 for entry in chosen]
    chosen = few("invalid")
    for entry, answer in zip(chosen, solve("-", "--json", pipe=as_lines(chosen)).answers, strict=True):
        assert (answer["id"], answer["error"]) == (entry.id, "impossible_table")
        assert not Counter(answer["detail"]["tiles"]) - Counter(chain(*entry.table))


def test_it_is_drawn_for_people(solve: Solve) -> None:
    """Plain where it is no terminal: what was laid has a plus, new and rearranged sets are called that."""
    told = solve("--table", "r5 * r7 | b1 b2 b3", "--rack", "r6 k11 k13 b4 b8 b9 b10 r2")
    first, *drawn = (text.rstrip() for text in told.out.splitlines())
    assert first == "7 of 8 tiles laid, 61 points, 1 of 2 sets rearranged:"
    assert drawn[:2] == ["   r5   +r6    r7    rearranged", "   b1    b2    b3   +b4"]
    assert sorted(drawn[2:4]) == ["  +b8   +b9   +b10   new", "  +k11   *    +k13   rearranged"]
    assert drawn[4:] == ["  Rack  r2", ""]
    assert solve("--rack", "r1").out.startswith("Nothing can be laid.\n")
    assert "Rack empty" in solve("--rack", "r1 r2 r3").out


def test_answers_to_bad_lines_are_drawn_as_well_and_steer_no_terminal(solve: Solve) -> None:
    """In words, after the id; what is no sign to be printed is shown as a replacement."""
    lines = (
        line([], ["\x1b[2J"], "\x1b[1A"),
        line([["r7", "r8"]], [], "b"),
        line([], ["r7"] * 3, "c"),
        b"[]\n",
        line([], ["r1", "r2", "r3"], "e"),
    )
    told = solve("-", pipe=b"".join(lines))
    assert "\x1b" not in told.out
    assert "\ufffd[1A  There is no tile \ufffd[2J.\n" in told.out
    assert "b  No tiles of the rack make sets of this table: there is no place for " in told.out
    assert "c  No box holds so many of r7.\n" in told.out
    assert "Line 4 is no position:" in told.out
    assert "e  3 of 3 tiles laid, 6 points:" in told.out


@pytest.mark.parametrize("colours", [True, False])
def test_a_terminal_gets_colours_unless_they_are_not_wanted(tmp_path: Path, colours: bool) -> None:  # noqa: FBT001
    """NO_COLOR is respected; the signs are the same."""
    ours, theirs = pty.openpty()
    known = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    wishes = {"TERM": "xterm-256color"} | ({} if colours else {"NO_COLOR": "1"})
    words = [*COMMAND, "--rack", "r1 r2 r3"]
    subprocess.run(words, stdout=theirs, cwd=tmp_path, env=known | wishes, check=True, timeout=20)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert ("38;5;" in shown) is colours
    assert shown.count("+r") == 3


def test_a_pipe_is_answered_at_once(tmp_path: Path) -> None:
    """The answer to a line comes before the next line does; who has heard enough may go."""
    with subprocess.Popen(
        [*COMMAND, "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for name in range(3):
            process.stdin.write(line([], ["r1", "r2", "r3"], name))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == name
        process.stdout.close()
        process.stdin.write(line([], ["r1", "r2", "r3"]))
        process.stdin.close()
        assert process.wait(20) == 1
        assert process.stderr.read() == b""


def test_thousands_of_lines_go_in_one_call(solve: Solve, tmp_path: Path) -> None:
    """Small ones cost next to nothing each."""
    file = tmp_path / "many.jsonl"
    file.write_bytes(b"".join(line([], ["r1", "r2", f"r{i % 11 + 3}"], i) for i in range(2000)))
    answers = solve(str(file), "--json").answers
    assert [answer["id"] for answer in answers] == list(range(2000))
    assert sum(answer["tiles"] for answer in answers) == 3 * sum(i % 11 == 0 for i in range(2000))


def test_the_bar_is_for_a_terminal_that_does_not_see_the_answers(tmp_path: Path) -> None:
    """On the error stream, while a file is read; never among the answers."""
    file = tmp_path / "many.jsonl"
    file.write_bytes(line([], ["r1", "r2", "r3"]) * 300)
    ours, theirs = pty.openpty()
    words = [*COMMAND, str(file), "--json"]
    told = subprocess.run(words, stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path, check=True, timeout=20)
    os.close(theirs)
    assert told.stdout.count(b"\n") == 300
    assert b"\x1b" not in told.stdout
    assert "━" in os.read(ours, 100_000).decode()
    os.close(ours)
