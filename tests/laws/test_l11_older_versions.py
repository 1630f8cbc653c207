"""L11: journals of older versions still work. `corpora/journal-0.1.jsonl` was written before tables had terms."""

from __future__ import annotations

from pathlib import Path

import msgspec

from kameny.game import Outcome
from kameny.play.record import export
from kameny.play.verdict import verify
from kameny.rummy import RUMMY
from kameny.rummy.model import Draw, State
from kameny.store.base import Row
from kameny.terms import USUAL
from seating import Sitting, nonce

CORPUS = Path(__file__).parents[2] / "corpora" / "journal-0.1.jsonl"


class Line(msgspec.Struct):
    """One row as it stands in the corpus."""

    version: int
    at: float
    body: msgspec.Raw


def rows() -> list[Row]:
    """The rows of the old table: a whole game and the beginning of a second one."""
    lines = CORPUS.read_bytes().splitlines()
    return [Row(found.version, bytes(found.body), found.at) for found in map(msgspec.json.Decoder(Line).decode, lines)]


async def test_l11_a_table_of_version_0_1_is_played_on() -> None:
    """Same totals, same hands, usual terms; the game goes on, and so does the series."""
    code, sitting = "3T9YFE", Sitting()
    for row in rows():
        await sitting.journal.append(code, row.version, row.body, row.at)
    table = await sitting.tables.get(code)
    match = table.match
    assert (match.version, match.number, match.running) == (56, 2, True)
    assert match.results == (Outcome((64, -51, -13), (0,), "went_out"),)
    assert (match.totals, match.played, match.series, match.terms) == ((64, -51, -13), 1, 1, USUAL)
    assert isinstance(match.state, State)
    assert (match.state.turn, match.state.seat, len(match.state.pool)) == (13, 1, 54)
    assert RUMMY.read(RUMMY.write(match.state)) == match.state
    await table.play(1, 13, Draw(), "calm")
    await table.act(match.seats[2].key, "rid", 14, Draw(), sitting.now())
    assert table.match.state.turn == 15
    await sitting.tables.close()


def test_l11_a_game_of_version_0_1_can_still_be_checked() -> None:
    """Its shuffle and its deal; its moves were kept without their causes, which is said and is no fault."""
    record = export(RUMMY, rows(), 1)
    verdict = verify(RUMMY, record)
    assert verdict.ok
    assert verdict.unknown == len(record.moves) > 0
    assert nonce(1) in record.nonces
