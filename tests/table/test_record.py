"""A finished game as a file: nothing in it can be changed that matters, and nothing is told that must not be."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from house import WITH_TOY
from kameny.play.chance import commitment
from kameny.play.record import Record, export, game_of
from kameny.play.verdict import Verdict, verify
from kameny.store.base import Row
from refusals import refused
from table.games_played import CODE, KEYS, NONCES, SECRETS, series

Tree = dict[str, Any]
Plain: TypeAlias = "dict[str, Plain] | list[Plain] | str | float | bool | None"
GAMES = ("toy", "rummy")


def recorded(name: str, number: int | None = None) -> Record:
    """A game of the series."""
    return export(WITH_TOY[name], series(name), number)


def tree(record: Record) -> Tree:
    """A record as plain values, to be meddled with."""
    return msgspec.json.decode(msgspec.json.encode(record), type=Tree)


def judged(found: Tree) -> Verdict:
    """The verdict on such values."""
    record = msgspec.json.decode(json.dumps(found), type=Record)
    return verify(WITH_TOY[record.game], record)


def failed(verdict: Verdict) -> set[str]:
    """The checks that failed."""
    return {check.name for check in verdict.checks if not check.ok}


# ---- what is exported ----


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_exported_game_is_found_to_be_right(name: str, number: int) -> None:
    """The first, one with a stand-in and another phone half-way, and the first of a new series: every check is ok."""
    record = recorded(name, number)
    verdict = verify(WITH_TOY[name], msgspec.json.decode(msgspec.json.encode(record), type=Record))
    assert [(check.name, check.ok) for check in verdict.checks] == [
        ("rules", True),
        ("secret", True),
        ("deal", True),
        ("moves", True),
        ("pieces", True),
        ("outcome", True),
    ]
    assert verdict.ok
    assert verdict.unknown == 0
    assert any(move.seat is None for move in recorded(name).moves)


def test_a_record_says_what_was_played() -> None:
    """Which table and game, who sat there, its place in the series, and how it was shuffled."""
    first, second, third = (recorded("toy", number) for number in (1, 2, 3))
    assert (second.code, second.game, second.rules, second.number, second.series) == (CODE, "toy", 1, 2, 1)
    assert [(seat.name, seat.player) for seat in second.seats] == [("Ann", None), ("Bob", None), ("", "swapper")]
    assert first.commitment == commitment(SECRETS[0])
    assert [game.secret for game in (first, second, third)] == [SECRETS[0], SECRETS[1], SECRETS[2]]
    assert first.before.number == 1
    assert first.before.outcome is None
    assert (second.before.number, second.before.outcome, second.before.totals) == (
        2,
        first.outcome,
        first.outcome.points,
    )
    assert (third.series, third.before.number, third.before.opener, third.before.totals) == (2, 1, None, (0, 0, 0))
    assert game_of(series("toy")) == "toy"


@pytest.mark.parametrize("name", GAMES)
def test_a_record_tells_nothing_else(name: str) -> None:
    """No key of a seat, no request, and the secret and nonces of no other game."""
    text = msgspec.json.encode(recorded(name, 2)).decode()
    assert not any(key in text for key in KEYS)
    assert "rid" not in text
    assert [secret for secret in SECRETS if secret in text] == [SECRETS[1]]
    assert [nonce for nonce in NONCES if nonce in text] == [NONCES[4]]


def test_without_a_number_it_is_the_last_game_that_is_over() -> None:
    """Whatever runs now."""
    assert recorded("toy").number == 3


def test_a_running_game_is_not_exported() -> None:
    """Its secret would tell the pool."""
    with refused("game_running"):
        recorded("toy", 4)
    dealt = [row for row in series("toy") if row.at <= recorded("toy", 1).moves[0].at]
    with refused("game_running"):
        export(WITH_TOY["toy"], dealt)


@pytest.mark.parametrize("number", [0, 5, -1])
def test_a_game_that_was_never_dealt_is_refused(number: int) -> None:
    """And the last one is named."""
    with refused("no_such_game", last=4):
        recorded("toy", number)


def test_a_table_that_has_played_nothing_has_nothing_to_export() -> None:
    """People sit there, and that is all."""
    with refused("no_such_game", last=0):
        export(WITH_TOY["toy"], series("toy")[:3])


# ---- what cannot be changed ----


def swap(items: list[Any], i: int, j: int) -> None:
    """Two things change places."""
    assert items[i] != items[j]
    items[i], items[j] = items[j], items[i]


def move_of(found: Tree, kind: str) -> Tree:
    """The first event of a kind."""
    return next(event for move in found["moves"] for event in move["events"] if event["kind"] == kind)


def other_secret(found: Tree) -> None:
    """One bit of the secret, and the commitment to go with it."""
    found["secret"] = f"{int(found['secret'], 16) ^ 1:064x}"
    found["commitment"] = commitment(found["secret"])


def other_tile(found: Tree) -> None:
    """A seat drew the tile that is drawn next, and the other way round."""
    drawn = [event for move in found["moves"] for event in move["events"] if event["kind"] == "drew"]
    drawn[0]["tile"], drawn[1]["tile"] = drawn[1]["tile"], drawn[0]["tile"]


def draw_instead(found: Tree) -> None:
    """A lay whose cause was a draw."""
    next(move for move in found["moves"] if move["events"][0]["kind"] == "laid" and move["seat"] is not None)[
        "cause"
    ] = {"kind": "draw"}


def cross(found: Tree) -> None:
    """What two moves brought about, exchanged."""
    one, other = found["moves"][0], found["moves"][1]
    one["events"], other["events"] = other["events"], one["events"]


def other_seat(found: Tree) -> None:
    """A move that somebody else is said to have made."""
    move = next(move for move in found["moves"] if move["seat"] is not None)
    move["seat"] = (move["seat"] + 1) % 3


MEDDLING: dict[str, tuple[str, Callable[[Tree], Any]]] = {
    "another secret": ("secret", lambda f: f.update(secret="0" * 64)),
    "another secret with its commitment": ("deal", other_secret),
    "another commitment": ("secret", lambda f: f.update(commitment="0" * 64)),
    "another nonce": ("deal", lambda f: f["nonces"].__setitem__(0, "0" * 32)),
    "a nonce left out": ("deal", lambda f: f["nonces"].pop()),
    "nonces in another order": ("deal", lambda f: f["nonces"].reverse()),
    "another number": ("deal", lambda f: f.update(number=2)),
    "another option": ("deal", lambda f: f["options"].update(jokers=2)),
    "an option that there is not": ("deal", lambda f: f["options"].update(aces=True)),
    "another opener before": ("deal", lambda f: f["before"].update(opener=1)),
    "another opener": ("deal", lambda f: f["deal"][0].update(opener=(f["deal"][0]["opener"] + 1) % 3)),
    "a seat left out": ("deal", lambda f: f["seats"].pop()),
    "too many seats": ("deal", lambda f: f["seats"].extend(f["seats"] * 9)),
    "two hands exchanged": ("deal", lambda f: swap(f["deal"][0]["hands"], 0, 1)),
    "two tiles of a hand exchanged": ("deal", lambda f: swap(f["deal"][0]["hands"][0], 0, 1)),
    "the pool in another order": ("deal", lambda f: swap(f["deal"][0]["pool"], 0, -1)),
    "no deal": ("deal", lambda f: f["deal"].clear()),
    "another tile drawn": ("moves", other_tile),
    "a tile that there is not": ("moves", lambda f: move_of(f, "drew").update(tile="x99z")),
    "two moves exchanged": ("moves", lambda f: swap(f["moves"], 0, 1)),
    "events of two moves exchanged": ("moves", cross),
    "a move of another seat": ("moves", other_seat),
    "a move of no seat": ("moves", lambda f: f["moves"][0].update(seat=77)),
    "another cause": ("moves", draw_instead),
    "a cause that there is not": ("moves", lambda f: f["moves"][0].update(cause={"kind": "peek"})),
    "an event doubled": ("moves", lambda f: f["moves"][0]["events"].append(f["moves"][0]["events"][0])),
    "an event left out": ("moves", lambda f: f["moves"][-1]["events"].pop()),
    "the first move left out": ("moves", lambda f: f["moves"].pop(0)),
    "the last move left out": ("outcome", lambda f: f["moves"].pop()),
    "a move after the end": ("moves", lambda f: f["moves"].append(f["moves"][0])),
    "other points": ("outcome", lambda f: swap(f["outcome"]["points"], 0, 1)),
    "another winner": ("outcome", lambda f: f["outcome"].update(winners=[(f["outcome"]["winners"][0] + 1) % 3])),
    "another reason": ("outcome", lambda f: f["outcome"].update(reason="luck")),
}


@pytest.mark.parametrize("what", MEDDLING)
def test_meddling_with_a_record_is_found_out(what: str) -> None:
    """One thing changed in an honest record of tile rummy: the check that is about it fails."""
    check, meddle = MEDDLING[what]
    found = tree(recorded("rummy", 1))
    meddle(found)
    assert check in failed(judged(found))


FREE = ("code", "rules", "series", "terms", "seats", "at", "before")
"""What nothing follows from: who sat there, when it was, and what the deal did not need of the series."""


def matters(found: Tree, path: tuple[Any, ...]) -> bool:
    """Whether something follows from this value; from a draft that time ran out on often nothing does."""
    late = path[0] == "moves" and path[2] == "cause" and found["moves"][path[1]]["seat"] is None
    return not late and not set(path).intersection(FREE)


def leaves(value: Plain, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Where every plain value is."""
    inside: Iterable[tuple[Any, Plain]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    else:
        yield path
    for key, inner in inside:
        yield from leaves(inner, *path, key)


def changed(value: Any, random: Random) -> Any:
    """Another value, mostly of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice((-1, 1, 1000))
        case float():
            return value + 1
        case str() if value:
            place = random.randrange(len(value))
            return value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :]
        case _:
            return random.choice(("x", 7))


def change(found: Tree, path: tuple[Any, ...], random: Random) -> None:
    """Change the value at this place."""
    *way, last = path
    inner: Any = found
    for key in way:
        inner = inner[key]
    inner[last] = changed(inner[last], random)


@pytest.mark.parametrize("name", GAMES)
def test_no_value_of_a_record_can_be_changed(name: str) -> None:
    """Each in turn becomes another: the file is no record any more, or a check fails, or nothing follows from it."""
    random, honest = Random(11), recorded(name, 1)
    plain = tree(honest)
    every = [path for path in leaves(plain) if matters(plain, path)]
    for path in random.sample(every, min(len(every), 100)):
        found = tree(honest)
        change(found, path, random)
        try:
            verdict = judged(found)
        except (msgspec.ValidationError, KeyError):
            continue
        assert not verdict.ok or verdict.unknown == 1, path


def test_broken_files_are_judged_and_not_believed() -> None:
    """Several values at once, in a few hundred ways: a verdict or no record, never an error."""
    random, honest = Random(12), recorded("toy", 1)
    every = list(leaves(tree(honest)))
    for _ in range(300):
        found = tree(honest)
        for path in random.sample(every, random.randint(2, 6)):
            change(found, path, random)
        try:
            judged(found)
        except (msgspec.ValidationError, KeyError):
            continue


# ---- other rules, old journals ----


def test_other_rules_are_said_and_are_no_error() -> None:
    """A game outlives the version of its rules; whoever verifies it is told."""
    verdict = verify(WITH_TOY["toy"], replace(recorded("toy"), rules=99))
    assert verdict.ok
    assert "99" in verdict.checks[0].found
    assert "version 1" in verdict.checks[0].found


def without_causes(rows: tuple[Row, ...]) -> list[Row]:
    """A journal of before causes were kept."""
    found: list[Row] = []
    for row in rows:
        body = json.loads(row.body)
        body.pop("cause", None)
        found.append(replace(row, body=json.dumps(body).encode()))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_moves_of_old_journals_are_counted_and_taken_as_they_are(name: str) -> None:
    """Shuffle, pieces and outcome are checked all the same; that nobody could judge the moves is said."""
    record = export(WITH_TOY[name], without_causes(tuple(series(name))), 1)
    verdict = verify(WITH_TOY[name], record)
    assert verdict.ok
    assert verdict.unknown == len(record.moves)
    assert f"{len(record.moves)} have none" in verdict.checks[3].found


def test_even_without_causes_no_piece_appears_from_nowhere() -> None:
    """A tile that lies elsewhere cannot be drawn."""
    record = export(WITH_TOY["rummy"], without_causes(tuple(series("rummy"))), 1)
    found = tree(record)
    move_of(found, "drew")["tile"] = found["deal"][0]["pool"][-1]
    assert "pieces" in failed(judged(found))
