"""A fourth game is one folder: the toy game, known to the tests alone, goes through the whole stack."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from house import House
from kameny.game import Refused
from kameny.play.chance import Fair, commitment
from kameny.web.messages import Update
from toy import Swap, Swapped, Throw, ToyDraft


def in_game(number: int) -> Callable[[Update], bool]:
    """Whether an update is of this game."""
    return lambda update: update.table.number == number


async def test_a_whole_series_of_a_game_that_only_the_tests_know(house: House) -> None:
    """Opened, joined, dealt, played against a computer to the end, and on into the next game."""
    ann = await house.phone()
    code = await ann.open("toy", [None, None, "swapper"], {"seconds": 60})
    await ann.join(code, "Ann")
    bob = await house.seated(code, "Bob")
    await ann.until(lambda u: all(seat.here for seat in u.table.seats))
    await bob.deal()
    for game in (1, 2):
        await asyncio.gather(*(phone.until(in_game(game)) for phone in (ann, bob)))
        while True:
            for phone in (ann, bob):
                await phone.until(lambda u: u.table.over or u.table.you in u.table.awaited or 2 not in u.table.awaited)
                if phone.my_turn:
                    await phone.act(Swap() if phone.view.turn < 3 else Throw())
            if (await ann.until(lambda u: u.table.over or 2 not in u.table.awaited)).table.over:
                break
        over = await bob.until(lambda u: u.table.over)
        assert len(over.table.results) == game
        assert sum(over.table.totals) == 0
        assert bob.view.held, "the hands are open after the end"
        await ann.deal()


async def test_the_shuffle_of_a_finished_game_can_be_derived_again(house: House) -> None:
    """The commitment was known before the deal; secret and nonces, shown after the end, give the very same deal."""
    ann = await house.phone()
    code = await ann.open("toy", [None, "thrower"], {"seconds": 60})
    await ann.join(code, "Ann")
    promised = (await ann.until(lambda _: True)).table.commitment
    await ann.deal()
    await ann.until(lambda u: u.table.number == 1)
    mine = ann.view.mine
    while not (await ann.until(lambda u: u.table.over or ann.my_turn)).table.over:
        assert ann.update
        assert ann.update.table.proof is None, "no secret before the end"
        await ann.act(Throw())
    assert ann.update
    proof = ann.update.table.proof
    assert proof
    assert proof.commitment == promised == commitment(proof.secret)
    assert ann.update.table.commitment != promised, "the next game has a secret of its own"
    numbers = Fair(proof.secret, proof.nonces, proof.number).shuffled(range(1, 10), "deal")
    assert numbers[0] == mine
    assert Fair(proof.secret, proof.nonces, 1).below(6, "throw 1") + 1 == ann.view.faces[0]


async def test_what_others_must_not_see_does_not_leave_the_server(house: House) -> None:
    """Another's number, its draft's secret part and its drawn number reach no other phone and no spectator."""
    ann = await house.phone()
    code = await ann.open("toy", [None, None], {"seconds": 60})
    await ann.join(code, "Ann")
    bob = await house.seated(code, "Bob")
    eve = await house.phone()
    await eve.watch(code)
    await ann.deal()
    for phone in (ann, bob, eve):
        await phone.until(lambda u: u.table.number == 1)
    await ann.arrange(ToyDraft("thinking", "of nine"))
    for phone in (bob, eve):
        arranged = await phone.hears_arranging()
        assert bytes(arranged.draft) == b'{"open":"thinking","secret":""}'
    await ann.act(Swap())
    for phone in (bob, eve):
        await phone.until(lambda u: u.table.turn == 2)
        assert phone.events == (Swapped(0, None),)
    await ann.until(lambda u: u.table.turn == 2)
    assert ann.events == (Swapped(0, ann.view.mine),)
    assert eve.view.mine is None


async def test_an_expiry_judges_the_draft_that_lies(house: House) -> None:
    """The clock of the toy runs out: a draft that says swap is a swap, no draft is nothing."""
    ann = await house.phone()
    code = await ann.open("toy", [None, None], {"seconds": 1})
    await ann.join(code, "Ann")
    bob = await house.seated(code, "Bob")
    await ann.deal()
    await ann.until(lambda u: u.table.turn == 1)
    await ann.arrange(ToyDraft("swap"))
    await bob.until(lambda u: u.table.turn == 2)
    assert bob.events == (Swapped(0, None),)


async def test_the_computers_of_other_games_are_refused(house: House) -> None:
    """A table opens only with players and options that its game knows, and says which."""
    phone = await house.phone()
    with pytest.raises(Refused, match="unknown_player") as refused:
        await phone.open("toy", [None, "exact"])
    assert refused.value.detail["known"] == ["swapper", "thrower"]
    with pytest.raises(Refused, match="bad_options"):
        await phone.open("toy", [None, None], {"speed": 1})
    with pytest.raises(Refused, match="unknown_game"):
        await phone.open("chess", [None, None])
    with pytest.raises(Refused, match="bad_seats"):
        await phone.open("toy", ["thrower", "thrower"])
