"""Held seats, computers that stand in, codes for a seat's new phone, newcomers: "End and score" of the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from kameny.game import Player, Standing
from kameny.play.passes import GOOD_FOR
from kameny.play.presence import AWAY
from kameny.play.seats import key_of
from kameny.play.table import Table
from kameny.players.runner import Runner
from kameny.terms import Terms
from refusals import refused
from seating import Ear, Sitting, nonce, settle, token
from toy import TOY, Throw, ToyDraft, ToyView


async def dealt(sitting: Sitting, seats: Sequence[str | None] = (None, None)) -> tuple[Table, list[Ear]]:
    """A game that runs, everybody's phone connected."""
    table = await sitting.sit("toy", seats, {"seconds": 60})
    found = [Ear(key) for key in sitting.keys]
    for ear in found:
        table.enter(ear)
    await sitting.deal(table)
    return table, found


async def gone(sitting: Sitting, table: Table, ear: Ear) -> None:
    """A phone goes, and has been away for a minute."""
    table.leave(ear)
    sitting.now.time += AWAY


async def test_fault_45_a_seat_without_a_phone_is_held(sitting: Sitting) -> None:
    """Fault 45: an hour without a connection is no forfeit; rack, seat and total are there on return."""
    table, (ann, bob) = await dealt(sitting)
    before = table.match
    table.leave(bob)
    sitting.now.time += 3600
    assert table.match == before
    again = Ear(bob.key)
    moment = table.enter(again)
    assert moment.match.seats[1].key == bob.key
    assert ann.moments[-1].here == {ann.key, bob.key}


async def test_fault_48_after_a_minute_another_may_let_a_computer_play(sitting: Sitting) -> None:
    """Fault 48: not before the minute is over, not oneself, not for a computer or somebody who is here."""
    table, (ann, bob) = await dealt(sitting)
    table.leave(bob)
    sitting.now.time += AWAY - 1
    with refused("still_here"):
        await table.stand_in(ann.key, "early", 1, "thrower")
    sitting.now.time += 1
    assert table.absent == {1}
    with refused("still_here"):
        await table.stand_in(ann.key, "self", 0, "thrower")
    with refused("not_seated"):
        await table.stand_in("stranger", "rid", 1, "thrower")
    with refused("unknown_player"):
        await table.stand_in(ann.key, "rid", 1, "exact")
    with refused("no_such_seat"):
        await table.stand_in(ann.key, "rid", 7, "thrower")
    version = await table.stand_in(ann.key, "now", 1, "thrower")
    assert table.match.seats[1].driver == "thrower"
    assert table.match.seats[1].name == "Person 1"
    assert ann.news[-1] == ("stood_in", 1, 0)
    assert await table.stand_in(ann.key, "now", 1, "thrower") == version
    assert await table.stand_in(ann.key, "again", 1, "swapper") == version


async def test_fault_47_who_returns_has_the_same_seat_at_once(sitting: Sitting) -> None:
    """Fault 47: same token, same seat, total and hand, the moment the phone is back; all are told."""
    table, (ann, bob) = await dealt(sitting)
    await gone(sitting, table, bob)
    await table.stand_in(ann.key, "rid", 1, "thrower")
    held = table.match.state.held[1]
    table.enter(Ear(bob.key))
    await settle()
    assert table.match.seats[1].driver is None
    assert table.match.state.held[1] == held
    assert ann.news[-1] == ("back", 1, None)
    assert (await sitting.again()).match == table.match


class Slow:
    """A computer that thinks until it is let go."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.views: list[ToyView] = []

    async def choose(self, player: Player[Any, Any], view: ToyView, standing: Standing, budget: float) -> Throw:
        del player, standing, budget
        self.views.append(view)
        await self.may.wait()
        return Throw()


async def test_a_choice_still_being_computed_is_dropped_when_the_owner_is_back(sitting: Sitting) -> None:
    """The computer saw the seat's own view only; what it found comes too late and changes nothing."""
    table, (ann, bob) = await dealt(sitting)
    slow = Slow()
    table.watcher = Runner(slow, 0).notice
    await gone(sitting, table, bob)
    await table.stand_in(ann.key, "rid", 1, "thrower")
    await table.act(ann.key, "turn 1", 1, Throw(), sitting.now())
    await settle()
    assert [view.you for view in slow.views] == [1]
    table.enter(Ear(bob.key))
    await settle()
    before = table.match
    slow.may.set()
    await settle()
    assert table.match == before
    await table.act(bob.key, "turn 2", 2, Throw(), sitting.now())
    assert table.match.state.turn == 3


async def test_a_stand_in_plays_on_for_whoever_is_away(sitting: Sitting) -> None:
    """The game goes on to its end without the absent person, whose total counts."""
    table, (ann, bob) = await dealt(sitting)
    slow = Slow()
    slow.may.set()
    table.watcher = Runner(slow, 0).notice
    await gone(sitting, table, bob)
    await table.stand_in(ann.key, "rid", 1, "thrower")
    while table.match.running:
        turn = table.match.state.turn
        if turn % 2:
            await table.act(ann.key, f"turn {turn}", turn, Throw(), sitting.now())
        await settle()
    assert len(table.match.totals) == 2
    assert table.match.seats[1].key == bob.key


async def test_leaving_hands_the_seat_over_at_once(sitting: Sitting) -> None:
    """A computer plays on; all phones of the seat are told goodbye; coming back takes it back."""
    table, (ann, bob) = await dealt(sitting)
    tablet = Ear(bob.key)
    table.enter(tablet)
    version = await table.go(bob.key, "bye", "swapper")
    assert (bob.bye, tablet.bye) == ("left", "left")
    assert table.match.seats[1].driver == "swapper"
    assert ann.news[-1] == ("left", 1, None)
    assert table.here == {ann.key}
    assert await table.go(bob.key, "bye", "swapper") == version
    table.enter(Ear(bob.key))
    await settle()
    assert table.match.seats[1].driver is None


async def test_fault_49_the_table_lives_on_when_its_opener_leaves(sitting: Sitting) -> None:
    """Fault 49: every seat has the same powers; the one who stays deals the next game."""
    table, (ann, bob, _) = await dealt(sitting, (None, None, None))
    await table.go(ann.key, "bye", "thrower")
    while table.match.running:
        turn = TOY.turn(table.match.state)
        seat = (turn - 1) % 3
        if seat:
            await table.act(sitting.keys[seat], f"turn {turn}", turn, Throw(), sitting.now())
        else:
            await table.play(0, turn, Throw(), "thrower")
    assert await table.deal(bob.key, "next", 2, nonce(1)) == table.match.version


async def test_before_the_first_game_leaving_frees_the_seat(sitting: Sitting) -> None:
    """Nobody plays yet, so nobody stands in; the part in the shuffle goes with the person."""
    table = await sitting.sit("toy", [None, None])
    for key in sitting.keys:
        table.enter(Ear(key))
    await table.go(sitting.keys[1], "bye", "thrower")
    assert table.match.seats[1].free
    assert [key for key, _ in table.match.nonces] == sitting.keys[:1]
    assert await table.join("Cid", token(7), nonce(7)) == 1


async def test_before_the_first_game_a_seat_that_nobody_comes_back_to_can_be_freed(sitting: Sitting) -> None:
    """After a minute, not before; then a computer or a newcomer may have it."""
    table = await sitting.sit("toy", [None, None])
    ann, bob = (Ear(key) for key in sitting.keys)
    table.enter(ann)
    table.enter(bob)
    table.leave(bob)
    with refused("not_free"):
        await table.reseat(ann.key, "early", 1, "thrower")
    sitting.now.time += AWAY
    await table.reseat(ann.key, "late", 1, None)
    assert table.match.seats[1].free
    assert await table.join("Cid", token(7), nonce(7)) == 1


async def test_a_newcomer_may_take_a_computers_seat_with_its_total(sitting: Sitting) -> None:
    """In the middle of a game, too; the hand and the total stay with the seat. A person's seat is not to be had."""
    table, (ann,) = await dealt(sitting, (None, "thrower"))
    while table.match.running:
        turn = table.match.state.turn
        if turn % 2:
            await table.act(ann.key, f"turn {turn}", turn, Throw(), sitting.now())
        else:
            await table.play(1, turn, Throw(), "thrower")
    await table.deal(ann.key, "deal 2", 2, nonce(0))
    totals, held = table.match.totals, table.match.state.held
    with refused("no_place"):
        await table.join("Eve", token(5), nonce(5))
    with refused("no_place"):
        await table.join("Eve", token(5), nonce(5), 0)
    assert await table.join("Eve", token(5), nonce(5), 1) == 1
    assert (table.match.totals, table.match.state.held) == (totals, held)
    assert table.match.seats[1].name == "Eve"
    assert await table.join("Eve", token(5), nonce(6), 0) == 1
    with refused("seat_taken_back"):
        await table.play(1, table.match.state.turn, Throw(), "thrower")


async def test_fault_50_joining_again_is_the_same_seat_and_names_are_told_apart(sitting: Sitting) -> None:
    """Fault 50: fast clicks join once; "name taken" by oneself is not said; two of one name are numbered."""
    table = await sitting.open("toy", [None, None, None])
    seats = await asyncio.gather(*(table.join("Ann", token(1), nonce(i)) for i in range(5)))
    assert set(seats) == {0}
    await table.join(" ann\u202e ", token(2), nonce(2))
    assert [seat.name for seat in table.match.seats] == ["Ann", "ann 2", ""]
    with refused("bad_name"):
        await table.join("\u200b \n", token(3), nonce(3))


# ---- codes for a seat's new phone ----


async def test_a_seat_moves_to_another_phone_with_a_code_of_ones_own(sitting: Sitting) -> None:
    """Once, at once, note included; the old phone is told goodbye and has no part in the seat any more."""
    table, (ann, bob) = await dealt(sitting)
    table.note(ann.key, "my order")
    code, until = table.pass_for(ann.key, 0)
    assert until == sitting.now() + GOOD_FOR
    assert bob.news == []
    assert await table.claim(code, token(9)) == 0
    new = key_of(token(9))
    assert ann.bye == "moved"
    assert bob.news[-1] == ("moved", 0, None)
    assert table.notes == {new: "my order"}
    with refused("not_seated"):
        await table.act(ann.key, "rid", 1, Throw(), sitting.now())
    await table.act(new, "rid", 1, Throw(), sitting.now())
    with refused("bad_pass"):
        await table.claim(code, token(8))


async def test_an_away_seat_gets_a_new_code_from_anyone_and_all_are_told(sitting: Sitting) -> None:
    """For a dead phone: only while it is away; the rack it opens is that of the seat."""
    table, (ann, bob) = await dealt(sitting)
    with refused("not_away"):
        table.pass_for(ann.key, 1)
    table.leave(bob)
    code, _ = table.pass_for(ann.key, 1)
    assert await table.claim(code, token(9)) == 1
    assert ann.news[-2:] == [("new_code", 1, 0), ("moved", 1, None)]


async def test_a_code_shown_by_another_is_void_when_the_owner_is_back(sitting: Sitting) -> None:
    """Nobody can lose the seat to a code that was shown while the phone was in a tunnel."""
    table, (ann, bob) = await dealt(sitting)
    table.leave(bob)
    code, _ = table.pass_for(ann.key, 1)
    table.enter(Ear(bob.key))
    with refused("bad_pass"):
        await table.claim(code, token(9))
    own, _ = table.pass_for(bob.key, 1)
    table.enter(Ear(bob.key))
    assert await table.claim(own, token(9)) == 1


async def test_a_code_is_good_for_ten_minutes_and_only_the_last_one(sitting: Sitting) -> None:
    """Old, replaced, invented, or for a seat that is nobody's: all the same refusal."""
    table, (ann, _) = await dealt(sitting)
    first, _ = table.pass_for(ann.key, 0)
    second, _ = table.pass_for(ann.key, 0)
    for wrong in (first, "AAAAAA", ""):
        with refused("bad_pass"):
            await table.claim(wrong, token(9))
    sitting.now.time += GOOD_FOR + 1
    with refused("bad_pass"):
        await table.claim(second, token(9))
    with refused("not_a_person"):
        table.pass_for(ann.key, 5)
    with refused("not_seated"):
        table.pass_for("stranger", 0)


async def test_a_code_outlives_the_server_and_is_kept_as_a_hash(sitting: Sitting) -> None:
    """A restart between showing and scanning costs nothing; who reads the store learns no code."""
    table, (ann, _) = await dealt(sitting)
    code, _ = table.pass_for(ann.key, 0)
    await table.flush()
    assert not any(code.encode() in value for value in (await sitting.journal.kept(sitting.code)).values())
    assert await (await sitting.again()).claim(code, token(9)) == 0


async def test_a_phone_with_a_seat_takes_no_second_one(sitting: Sitting) -> None:
    """One's own code on one's own phone changes nothing; another's seat is refused."""
    table, (ann, bob) = await dealt(sitting)
    own, _ = table.pass_for(ann.key, 0)
    assert await table.claim(own, token(0)) == 0
    assert (ann.bye, table.match.seat_of(ann.key)) == ("", 0)
    table.leave(bob)
    code, _ = table.pass_for(ann.key, 1)
    with refused("bad_pass"):
        await table.claim(code, token(0))


# ---- arranging, when it is not shown ----


@pytest.mark.parametrize("live", [True, False])
async def test_others_see_a_turn_being_arranged_if_the_table_agreed_on_it(sitting: Sitting, *, live: bool) -> None:
    """With `live` off the draft is kept for its owner and for the clock, and nobody else is told."""
    table = await sitting.sit("toy", [None, None], {"seconds": 60}, Terms(live=live))
    ann, bob = (Ear(key) for key in sitting.keys)
    table.enter(ann)
    table.enter(bob)
    await sitting.deal(table)
    table.arrange(ann.key, 1, ToyDraft("swap", "mine"), sitting.now())
    assert len(bob.drafts) == live
    assert table.draft == ToyDraft("swap", "mine")


async def test_what_a_table_keeps_of_people_goes_with_them(sitting: Sitting) -> None:
    """However often somebody joins and leaves, nothing of theirs piles up in memory or in the store."""
    table = await sitting.sit("toy", [None, None])
    ann = Ear(sitting.keys[0])
    table.enter(ann)
    key = ""
    for i in range(20, 30):
        key = key_of(token(i))
        if table.match.seats[1].key:
            await table.go(table.match.seats[1].key, f"bye {i}", "thrower")
        await table.join("Bob", token(i), nonce(i))
        table.note(key, "an order")
        table.give_part(key, 1, nonce(i))
    assert list(table.notes) == [key]
    await table.flush()
    assert [side for side in await sitting.journal.kept(sitting.code) if side.startswith("note")] == [f"note {key}"]
    await table.deal(ann.key, "deal", 1, nonce(0))
    assert table.match.shuffle
    assert table.match.shuffle.nonces == (nonce(0), nonce(29))
