"""L5: a refusal changes nothing, and says why."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given

from kameny.game import AnyGame, Refused
from kameny.play.chance import Scripted
from laws.tables import Seated
from laws.walks import FEW, SEEDS, Field, encoded, mangled, moves, somewhere, viewers

CODE = re.compile(r"[a-z]+(_[a-z]+)*")


def attempt(game: AnyGame, state: Any, seat: int, action: Any) -> Refused | None:
    """Try it; why it was refused, if it was. Either way the state given is as it was."""
    before, found = encoded(state), None
    try:
        game.decide(state, seat, action, Scripted(0))
    except Refused as refusal:
        found = refusal
    assert encoded(state) == before
    return found


def says_why(refusal: Refused) -> bool:
    """A code of lower-case words, and a detail that can travel."""
    return bool(CODE.fullmatch(refusal.code) and encoded(refusal.detail))


@FEW
@given(seed=SEEDS)
def test_l5_only_who_is_awaited_acts(field: Field, seed: int) -> None:
    """Another seat's try at a legal action, and anything after the end, is refused and changes nothing."""
    game, step = field.game, somewhere(field, seed)
    awaited = game.to_act(step.after)
    actions = [action for seat in awaited for action in moves(game, step.after, seat)]
    elsewhere = somewhere(field, seed + 1)
    actions += [action for seat in range(elsewhere.seats) for action in moves(game, elsewhere.after, seat)]
    for seat in set(range(step.seats)) - awaited:
        for action in actions:
            refusal = attempt(game, step.after, seat, action)
            assert refusal
            assert says_why(refusal)
            assert refusal.code == ("not_your_turn" if awaited else "game_over")


@FEW
@given(seed=SEEDS)
def test_l5_mangled_actions_are_legal_or_refused(field: Field, seed: int) -> None:
    """Nothing that can be decoded crashes the judge; what it accepts, it accepts without touching the state."""
    game, step, random = field.game, somewhere(field, seed), Random(seed)
    for seat in game.to_act(step.after):
        actions = [*moves(game, step.after, seat)] * 10
        for action in mangled(game, actions, random):
            refusal = attempt(game, step.after, seat, action)
            assert refusal is None or says_why(refusal)


@FEW
@given(seed=SEEDS)
async def test_l5_a_refusal_leaves_the_table_and_its_journal_as_they_were(field: Field, seed: int) -> None:
    """Wrong seat, wrong turn, mangled actions, strangers: same version, same rows, same bytes in every view."""
    random = Random(seed)
    async with Seated(field, seed) as seated:
        await seated.play(random, random.choice((0, 2, 10)))
        game, table = field.game, seated.table
        turn, actions = game.turn(table.match.state), list[Any]()
        for seat in range(len(seated.keys)):
            actions = [a for whose in game.to_act(table.match.state) for a in moves(game, table.match.state, whose)]
            tried = [(turn, action) for action in mangled(game, actions * 3, random)]
            tried += [(number, action) for number in (turn - 1, turn + 1, 0) for action in actions]
            for number, action in tried:
                before, refusal = await seated.everything(), None
                try:
                    await table.act(seated.keys[seat], f"rid {random.random()}", number, action, seated.now())
                except Refused as found:
                    refusal = found
                if refusal:  # else the mangled action was a legal one
                    assert says_why(refusal)
                    assert await seated.everything() == before
        for stranger in (None, "f" * 64):
            before = await seated.everything()
            with pytest.raises(Refused, match="not_seated"):
                await table.act(stranger, "rid", turn, actions[0] if actions else None, seated.now())
            assert await seated.everything() == before


@FEW
@given(seed=SEEDS)
def test_l5_looking_changes_nothing(field: Field, seed: int) -> None:
    """Views, moves, imagined states and notation leave the state as it was."""
    game, step = field.game, somewhere(field, seed)
    before = encoded(step.after)
    for viewer in viewers(step.seats):
        game.imagine(game.view(step.after, viewer), Scripted(seed))
        game.moves(game.view(step.after, viewer))
    game.write(step.after)
    assert encoded(step.after) == before
