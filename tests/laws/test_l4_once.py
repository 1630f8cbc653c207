"""L4: the same request twice counts once, and is answered the same."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from hypothesis import given

from kameny.game import Refused
from laws.tables import Seated
from laws.walks import LAWS, SEEDS, Field
from seating import nonce


@LAWS
@given(seed=SEEDS)
async def test_l4_the_same_rid_again_is_the_same_answer(field: Field, seed: int) -> None:
    """At once, much later, and from a server that knows nothing but the journal: one row, one version."""
    async with Seated(field, seed) as seated:
        dealt = await seated.deal(seated.table)
        done = await seated.play(Random(seed), 8)
        rows = await seated.rows()
        for table in (seated.table, await seated.again()):
            assert await table.deal(seated.keys[0], "deal 1", 1, nonce(3)) == dealt
            for key, rid, turn, action, version in done:
                assert await table.act(key, rid, turn, action, seated.now()) == version
            assert table.match.version == len(rows)
        assert await seated.rows() == rows


@LAWS
@given(seed=SEEDS)
async def test_l4_the_same_rid_at_the_same_time_counts_once(field: Field, seed: int) -> None:
    """Fault 27: a double click, or a phone that repeats itself on a new connection, has one effect."""
    async with Seated(field, seed) as seated:
        await seated.play(Random(seed), Random(seed).choice((0, 3)))
        game, table = field.game, seated.table
        if not table.match.running:
            return
        before = table.match.version
        seat = min(game.to_act(table.match.state))
        action = field.play(game, table.match.state, seat, Random(seed))
        request = (seated.keys[seat], "twice", game.turn(table.match.state), action, seated.now())
        answers = await asyncio.gather(*(table.act(*request) for _ in range(4)))
        assert answers == [before + 1] * 4
        assert len(await seated.rows()) == before + 1


@LAWS
@given(seed=SEEDS)
async def test_l4_the_same_rid_at_two_tables_over_one_journal_counts_once(field: Field, seed: int) -> None:
    """The phone's answer was lost and it asks another server: the one that comes second finds the row."""
    async with Seated(field, seed) as seated:
        other = await seated.again()
        game, table = field.game, seated.table
        seat = min(game.to_act(table.match.state))
        action = field.play(game, table.match.state, seat, Random(seed))
        request = (seated.keys[seat], "twice", game.turn(table.match.state), action, seated.now())
        answers = await asyncio.gather(table.act(*request), other.act(*request), other.act(*request))
        assert len(set(answers)) == 1
        assert len(await seated.rows()) == answers[0]
        assert other.match.state == table.match.state


@LAWS
@given(seed=SEEDS)
async def test_l4_another_phones_rid_is_another_request(field: Field, seed: int) -> None:
    """Two phones that count their requests alike do not answer for each other."""
    async with Seated(field, seed) as seated:
        done = await seated.play(Random(seed), 1)
        ((key, rid, turn, action, _),) = done
        other = next(k for k in seated.keys if k != key)
        with pytest.raises(Refused, match="turn_is_over"):
            await seated.table.act(other, rid, turn, action, seated.now())
