"""Series of games: how long they go on, who wins them, and several at one table; and the other terms of a table."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from kameny.game import Player, Standing
from kameny.play import series
from kameny.play.events import Dealt, decode
from kameny.play.match import PAST, SHOWN
from kameny.play.seats import Seat
from kameny.play.table import Table
from kameny.players.runner import PACES, Runner
from kameny.terms import Terms
from refusals import refused
from seating import Ear, Sitting, nonce, settle
from toy import Throw, ToyView


async def play(sitting: Sitting, table: Table, *, new_series: bool = False) -> None:
    """Deal the next game and play it to its end."""
    number = table.match.number + 1
    await table.deal(sitting.keys[0], f"deal {number}", number, nonce(number), new_series=new_series)
    while table.match.running:
        turn = table.match.state.turn
        (seat,) = table.game.to_act(table.match.state)
        await table.act(sitting.keys[seat], f"{number} {turn}", turn, Throw(), sitting.now())


async def test_an_endless_series_goes_on(sitting: Sitting) -> None:
    """By default nothing ends it; the start goes round and the total runs on."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    openers: list[int | None] = []
    for _ in range(4):
        await play(sitting, table)
        openers.append(table.match.opener)
        assert table.match.series_over is None
    assert openers == [0, 1, 0, 1]
    assert (table.match.series, table.match.played) == (1, 4)
    assert table.match.totals == tuple(sum(r.points[s] for r in table.match.results) for s in range(2))


@pytest.mark.parametrize("games", [1, 3])
async def test_a_series_of_games_ends_after_them(sitting: Sitting, games: int) -> None:
    """Then it says who won; the next deal begins another one, with all totals at zero and a new first opener."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60}, Terms(games=games))
    for _ in range(games):
        assert table.match.series_over is None
        await play(sitting, table)
    over = table.match.series_over
    assert over
    assert (over.number, over.games, over.totals) == (1, games, table.match.totals)
    assert over.winners == series.winners(over.totals)
    await play(sitting, table)
    assert (table.match.series, table.match.played, table.match.number) == (2, 1, games + 1)
    assert table.match.past == (over,)
    assert table.match.opener == 0
    row = decode((await sitting.rows())[-7][1])
    assert isinstance(row, Dealt)
    assert row.series == 2
    assert (await sitting.again()).match == table.match


async def test_a_series_to_a_target_ends_with_the_game_that_reaches_it(sitting: Sitting) -> None:
    """A computer is told the target; the highest total wins."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60}, Terms(target=2))
    assert table.match.standing == Standing((), 2)
    while not table.match.series_over:
        assert not table.match.totals or max(table.match.totals) < 2
        await play(sitting, table)
    assert max(table.match.totals) >= 2


@pytest.mark.parametrize(
    ("terms", "games", "totals", "ends"),
    [
        (Terms(), 500, (900, -900), False),
        (Terms(games=5), 4, (0, 0), False),
        (Terms(games=5), 5, (0, 0), True),
        (Terms(target=100), 2, (99, -99), False),
        (Terms(target=100), 2, (-100, 100), True),
    ],
)
def test_when_a_series_ends(terms: Terms, games: int, totals: tuple[int, ...], *, ends: bool) -> None:
    """After so many games, or once a total has reached the target; else never."""
    assert series.over(terms, games, totals) == ends


def test_a_tie_is_shared() -> None:
    """All seats with the highest total have won."""
    assert series.winners((3, 7, 7, -17)) == (1, 2)


async def test_a_new_series_may_begin_whenever_no_game_runs(sitting: Sitting) -> None:
    """In an endless series, too; asking for one before anything was played changes nothing."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    await play(sitting, table, new_series=True)
    assert table.match.series == 1
    first = table.match.totals
    await play(sitting, table, new_series=True)
    assert (table.match.series, table.match.played) == (2, 1)
    assert [past.totals for past in table.match.past] == [first]


async def test_what_phones_are_sent_of_long_series_is_bounded(sitting: Sitting) -> None:
    """The last outcomes and the last series are kept, the totals of all."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    for _ in range(SHOWN + 2):
        await play(sitting, table)
    assert (len(table.match.results), table.match.played) == (SHOWN, SHOWN + 2)
    assert sum(table.match.totals) == 0
    for _ in range(PAST + 2):
        await play(sitting, table, new_series=True)
    assert len(table.match.past) == PAST
    assert table.match.past[-1].number == PAST + 2


async def test_fault_31_terms_and_options_are_validated_when_the_table_is_opened(sitting: Sitting) -> None:
    """Fault 31: what cannot be is refused with what is wrong; nothing is opened."""
    seats = [Seat(), Seat()]
    with refused("bad_terms"):
        await sitting.tables.open("toy", msgspec.Raw(b"{}"), seats, Terms(games=3, target=100))
    for options in (b'{"jokers":5}', b'{"jokers":null}', b'{"opening":31}', b'{"joker":"stolen"}', b'{"nan":1}', b"[]"):
        with refused("bad_options"):
            await sitting.tables.open("rummy", msgspec.Raw(options), seats)
    for terms in ('{"games":0}', '{"target":-5}', '{"pace":"warp"}', '{"live":1}', '{"extra":1}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(terms, type=Terms)
    assert len(sitting.tables) == 0


class Timed:
    """A computer that chooses at once."""

    async def choose(self, player: Player[Any, Any], view: ToyView, standing: Standing, budget: float) -> Throw:
        del player, view, standing, budget
        return Throw()


@pytest.mark.parametrize("pace", ["quick", "usual", "slow"])
async def test_computers_play_at_the_tables_pace(sitting: Sitting, monkeypatch: pytest.MonkeyPatch, pace: str) -> None:
    """The server's seconds, stretched as the table agreed."""
    waited: list[float] = []
    at_once = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await at_once(0)

    monkeypatch.setattr("kameny.players.runner.asyncio.sleep", sleep)
    terms = msgspec.convert({"pace": pace}, Terms)
    table = await sitting.sit("toy", ["thrower", None], {"seconds": 60}, terms)
    table.watcher = Runner(Timed(), 1.4).notice
    table.enter(Ear(sitting.keys[0]))
    await sitting.deal(table)
    await settle()
    assert max(waited) == 1.4 * PACES[terms.pace]


# ---- the phones' parts in the shuffle ----


async def test_every_phone_has_a_part_in_the_next_shuffle(sitting: Sitting) -> None:
    """Given once the last game is over; the first one counts, and only what is there at the deal."""
    table = await sitting.sit("toy", [None, None, None], {"seconds": 60})
    await play(sitting, table)
    ann, bob, cid = sitting.keys
    table.give_part(bob, 2, nonce(20))
    table.give_part(bob, 2, nonce(21))
    with refused("wrong_game_number", number=2):
        table.give_part(cid, 3, nonce(30))
    with refused("not_seated"):
        table.give_part("stranger", 2, nonce(40))
    await table.deal(ann, "deal 2", 2, nonce(10))
    assert table.match.shuffle
    assert table.match.shuffle.nonces == (nonce(10), nonce(20))
    with refused("wrong_game_number"):
        table.give_part(cid, 2, nonce(30))


async def test_who_deals_cannot_give_another_part_than_before(sitting: Sitting) -> None:
    """The part that was given first stays, so that nobody waits to see the others' and chooses."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60})
    await play(sitting, table)
    table.give_part(sitting.keys[0], 2, nonce(1))
    await table.deal(sitting.keys[0], "deal 2", 2, nonce(2))
    assert table.match.shuffle
    assert table.match.shuffle.nonces == (nonce(1),)
