"""The computers: what they lay, what they leave alone, and that the judge agrees."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings

from kameny.game import Standing
from kameny.players.arena import play_game
from kameny.rummy import RUMMY
from kameny.rummy.model import Action, Draw, Lay, Options, State, View
from kameny.rummy.players import calm, exact, in_place, moves
from kameny.rummy.rules import decide
from kameny.rummy.sets import reading
from kameny.rummy.tiles import Sets, Tiles, full_set
from kameny.rummy.views import view
from rummy.boards import boards
from rummy.corpus import disturbed, entries
from rummy.positions import NoChance, do, position, sets, tiles

Choose = Callable[[View, Standing, float], Action]

both = pytest.mark.parametrize("choose", [exact, calm])
small = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])

TABLES = [entry.physical() for entry in entries() if entry.source == "selfplay" and int(entry.id[1:]) % 20 == 0]
"""Tables and racks as they occur in games."""


def choose_in(state: State, choose: Choose) -> Action:
    """What this computer does where it is on turn."""
    return choose(view(state, state.seat), Standing((0, 0)), 1.0)


def facing(table: Sets, rack: Tiles, *, opened: bool = True) -> State:
    """A game in which seat 0 holds this rack at this table; the other seat holds what is left of some tiles."""
    lying = " | ".join(map(" ".join, table))
    held = {tile for laid in (*table, rack) for tile in laid}
    other = next(tile for tile in full_set() if tile not in held)
    return position(" ".join(rack), other, table=lying, opened=(opened, True), options=Options(jokers=4))


def own(table: Sets, action: Action) -> Tiles:
    """The tiles that this lay adds to the table."""
    lying = {tile for laid in table for tile in laid}
    return tuple(tile for laid in action.sets for tile in laid if tile not in lying) if isinstance(action, Lay) else ()


@both
@pytest.mark.parametrize(("table", "rack"), TABLES)
def test_what_it_lays_the_judge_takes(choose: Choose, table: Sets, rack: Tiles) -> None:
    """Fault 70: no set of one tile, none that is not a set, no tile of nobody's: the same judge as for people."""
    state = facing(table, rack)
    action = choose_in(state, choose)
    decide(state, 0, action, NoChance())
    assert action == Draw() or (isinstance(action, Lay) and all(map(reading, action.sets)))


@pytest.mark.parametrize(("table", "rack"), TABLES)
def test_the_calm_one_never_moves_a_tile_that_lies(table: Sets, rack: Tiles) -> None:
    """Every set of the table is still there, tile by tile, in its place, with own tiles at its ends at most."""
    action = choose_in(facing(table, rack), calm)
    if isinstance(action, Lay):
        for before, after in zip(table, action.sets, strict=False):
            shown = reading(before)
            assert shown
            start = after.index(before[0]) if after[: len(before)] == before else after.index(shown.tiles[0])
            assert after[start : start + len(before)] in (before, shown.tiles)


@small
@given(boards())
def test_the_calm_one_leaves_nothing_that_could_be_added(board: tuple[Sets, Tiles]) -> None:
    """Nothing on its rack fits onto a set as it lies then, and none of it is a set."""
    table, rack = board
    action = choose_in(facing(table, rack), calm)
    lying = action.sets if isinstance(action, Lay) else table
    left = [tile for tile in rack if tile not in own(table, action)]
    for tile in left:
        for laid in lying:
            shown = reading((*laid, tile))
            assert shown is None or laid not in (shown.tiles[1:], shown.tiles[:-1])


@pytest.mark.parametrize(("table", "rack"), TABLES)
def test_the_exact_one_lays_at_least_as_much_as_the_calm_one(table: Sets, rack: Tiles) -> None:
    """It may do all that the calm one may."""
    state = facing(table, rack)
    assert len(own(table, choose_in(state, exact))) >= len(own(table, choose_in(state, calm)))


@pytest.mark.parametrize(("table", "rack"), TABLES)
def test_nothing_is_rearranged_needlessly(table: Sets, rack: Tiles) -> None:
    """Fault 71: where the calm one lays as many points and tiles, the exact one disturbs no set either."""
    state = facing(table, rack)
    quiet, best = choose_in(state, calm), choose_in(state, exact)
    if isinstance(best, Lay) and sorted(own(table, quiet)) == sorted(own(table, best)):
        assert disturbed(table, best.sets, own(table, best)) == 0


@pytest.mark.parametrize(("table", "rack"), TABLES)
def test_sets_that_stay_keep_their_place_and_their_tiles(table: Sets, rack: Tiles) -> None:
    """The screen does not jump: unchanged sets come in the order they lay in, as they lay."""
    action = choose_in(facing(table, rack), exact)
    if isinstance(action, Lay):
        after = [frozenset(laid) for laid in action.sets]
        staying = [laid for laid in table if frozenset(laid) in after]
        assert [laid for laid in action.sets if frozenset(laid) in map(frozenset, table)] == staying


@both
def test_an_opening_sums_several_sets(choose: Choose) -> None:
    """Fault 11: two sets of 15 open, and the table is not touched, though the 7 would fit."""
    state = position("k5 r5 b5 p4 p5 p6 k4", "r13", table="k1 k2 k3", opened=(False, True))
    action = choose_in(state, choose)
    assert isinstance(action, Lay)
    assert action.sets[0] == tiles("k1 k2 k3")
    assert set(action.sets[1:]) == set(sets("k5 r5 b5 | p4 p5 p6"))
    assert do(state, action)[0].opened[0]


@both
def test_it_draws_while_it_cannot_open(choose: Choose) -> None:
    """29 points, or 30 with a joker, are not enough; what fits onto the table does not count."""
    state = position("k9 r9 b9 * p13 k4", "r13", table="k1 k2 k3", opened=(False, True))
    assert choose_in(state, choose) == Draw()


@both
def test_without_an_opening_rule_it_adds_at_once(choose: Choose) -> None:
    """With a minimum of 0 everybody counts as opened from the start."""
    state = position("k4 r9", "r13", table="k1 k2 k3", opened=True, options=Options(opening=0))
    assert choose_in(state, choose) == Lay(sets("k1 k2 k3 k4"))


def test_the_exact_one_takes_sets_apart() -> None:
    """Two runs give their ends away, so that both sevens of the rack can be laid."""
    table = "k7 k8 k9 k10 | r7 r8 r9 r10"
    state = position("b7 p13", "r13", table=table)
    action = choose_in(state, exact)
    assert own(sets(table), action) == ("b7a",)
    assert choose_in(state, calm) == Draw()


def test_a_shrunk_set_keeps_its_place() -> None:
    """A run that gives a tile away stays where it is; the set that is made of it comes at the end."""
    table = sets("k7 k8 k9 k10 | r1 r2 r3 | r7 r8 r9 r10")
    after = sets("k8 k9 k10 | k7 r7 b7 | r1 r2 r3 | r8 r9 r10")
    assert in_place(table, after) == sets("k8 k9 k10 | r1 r2 r3 | r8 r9 r10 | k7 r7 b7")


def test_moves_are_legal_and_each_comes_once() -> None:
    """Draw, and what the computers would lay; both lay the same here."""
    state = position("k4 r9", "r13", table="k1 k2 k3")
    assert moves(view(state, 0)) == (Draw(), Lay(sets("k1 k2 k3 k4")))


def test_who_is_not_on_turn_has_no_moves() -> None:
    """Nor has a spectator, nor anybody once the game is over."""
    state = position("k4", "r13", table="k1 k2 k3")
    over, _ = do(state, Lay(sets("k1 k2 k3 k4")))
    assert [moves(view(state, 1)), moves(view(state, None)), moves(view(over, 0)), moves(view(over, 1))] == [()] * 4


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_among_computers_end(seed: int) -> None:
    """The judge takes every lay of a game, whatever the number of jokers."""
    options = Options(jokers=seed, opening=30 if seed % 2 else 0)
    assert play_game(RUMMY, ["exact", "calm"], seed, options=options).outcome.winners
