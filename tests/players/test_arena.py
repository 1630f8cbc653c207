"""The arena: mirrored deals, shares and intervals, the same for a seed; and the player that every game has."""

from __future__ import annotations

import dataclasses
import multiprocessing
from collections import Counter

import msgspec
import pytest

from kameny.game import AnyGame, Before, Outcome, Standing
from kameny.games import GAMES
from kameny.play.chance import Scripted
from kameny.players.arena import Deal, play_deal, play_deals, play_game, players_of
from kameny.players.strength import compared
from kameny.rummy import RUMMY
from toy import TOY, Swap, ToyOptions, ToyState, outcome, view

PAIR = ("swapper", "thrower")


def all_win(state: ToyState) -> Outcome | None:
    """The toy's game, but everybody wins it."""
    found = outcome(state)
    return found and Outcome(found.points, tuple(range(len(found.points))), "all")


def first_seat_wins(state: ToyState) -> Outcome | None:
    """The toy's game, but it is the seat that matters."""
    return outcome(state) and Outcome((7, *(-1 for _ in state.held[1:])), (0,), "seat")


def test_a_seed_gives_the_same_deals_with_one_worker_and_with_two() -> None:
    """Bit for bit; another seed gives others, and fewer deals are the first of more."""
    alone, both = (list(play_deals(TOY, PAIR, 30, 5, mirrored=True, workers=workers)) for workers in (1, 2))
    assert alone == both
    assert compared("toy", PAIR, alone) == compared("toy", PAIR, both)
    assert list(play_deals(TOY, PAIR, 10, 5, mirrored=True, workers=1)) == alone[:10]
    assert list(play_deals(TOY, PAIR, 30, 6, mirrored=True, workers=1)) != alone


def test_workers_play_a_registered_game() -> None:
    """Tile rummy goes to another process and back."""
    one, two = (list(play_deals(RUMMY, ("calm", "calm"), 2, 1, mirrored=False, workers=n)) for n in (1, 2))
    assert one == two


@pytest.mark.parametrize("number", range(10))
def test_mirrored_deals_have_the_same_tiles_for_every_seating(number: int) -> None:
    """Identical players get the same out of every single deal: each is dealt the highest number once."""
    found = play_deal(TOY, ("thrower",) * 3, 1, number, mirrored=True)
    assert found.shares == pytest.approx([1 / 3] * 3)
    assert found.points == pytest.approx([0] * 3)


def test_mirrored_every_player_sits_in_every_seat_once() -> None:
    """Where only the seat matters, nobody has an advantage in any deal."""
    game = dataclasses.replace(TOY, outcome=first_seat_wins)
    found = play_deal(game, ("thrower", "swapper", "thrower"), 1, 0, mirrored=True)
    assert found.shares == pytest.approx([1 / 3] * 3)
    assert found.points == pytest.approx([(7 - 1 - 1) / 3] * 3)


def test_without_mirroring_the_players_move_on_a_seat_from_deal_to_deal() -> None:
    """Each deal is one game, with one winner; after as many deals as seats each has sat in each."""
    game = dataclasses.replace(TOY, outcome=first_seat_wins)
    deals = list(play_deals(game, ("thrower", "swapper", "thrower"), 3, 1, mirrored=False, workers=1))
    assert sorted(deal.shares for deal in deals) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert deals[0].shares == (1, 0, 0)


def test_a_shared_win_is_divided() -> None:
    """Among all who share it."""
    game = dataclasses.replace(TOY, outcome=all_win)
    for mirrored in (True, False):
        found = play_deal(game, ("thrower", "swapper", "thrower"), 1, 0, mirrored=mirrored)
        assert found.shares == pytest.approx([1 / 3] * 3)


def test_identical_players_have_their_share_within_the_interval() -> None:
    """A half each of two, without mirroring; shares add up to one and points to what the game gives."""
    found = compared(
        "toy", ("thrower",) * 2, list(play_deals(TOY, ("thrower",) * 2, 200, 3, mirrored=False, workers=1))
    )
    for player in found.players:
        assert player.low < 1 / 2 < player.high
    assert sum(player.share for player in found.players) == pytest.approx(1)
    assert sum(player.points_per_deal for player in found.players) == pytest.approx(0)


def test_the_interval_is_that_of_the_mean_over_deals() -> None:
    """Known shares: mean 0.5, standard deviation 0.5774 over four deals, so 0.5 ± 1.96 · 0.5774 / 2."""
    deals = [Deal((share, 1 - share), (points, -points)) for share, points in ((0, -4), (1, 8), (1, 6), (0, 2))]
    one, other = compared("toy", PAIR, deals).players
    assert (one.name, one.share, one.points_per_deal) == ("swapper", 0.5, 3)
    assert (one.low, one.high) == (0, 1)
    assert (other.name, other.share, other.points_per_deal) == ("thrower", 0.5, -3)
    one, _ = compared("toy", PAIR, deals * 100).players
    assert (one.low, one.high) == pytest.approx((0.5 - 0.049, 0.5 + 0.049), abs=1e-3)


def test_more_deals_make_the_interval_smaller() -> None:
    """Four times as many, about half as wide; a stronger player is seen to be one."""
    deals = list(play_deals(TOY, PAIR, 400, 1, mirrored=True, workers=1))
    few, many = (compared("toy", PAIR, deals[:n]).players[0] for n in (100, 400))
    assert (many.high - many.low) == pytest.approx((few.high - few.low) / 2, rel=0.25)
    assert 0.5 < many.low < many.share < many.high < 1


def test_one_deal_says_nothing() -> None:
    """Its interval is everything."""
    found = compared("toy", PAIR, list(play_deals(TOY, PAIR, 1, 1, mirrored=True, workers=1)))
    assert [(player.low, player.high) for player in found.players] == [(0, 1)] * 2


@pytest.mark.parametrize("game", [TOY, *GAMES.values()], ids=lambda game: game.name)
def test_random_is_a_player_of_every_game_and_no_table_offers_it(game: AnyGame) -> None:
    """It is known in the arena alone, beside the game's own; whole games are the same for the same seed."""
    assert "random" not in game.players
    assert list(players_of(game)) == [*game.players, "random"]
    other = next(iter(game.players))
    assert play_game(game, ["random", other], 4) == play_game(game, ["random", other], 4)


def test_random_chooses_evenly_among_the_moves_of_its_view() -> None:
    """From the view alone: the same view, the same move; over many views about half of two moves each."""
    choose = players_of(TOY)["random"].choose
    counts: Counter[bool] = Counter()
    for seed in range(200):
        (begun,) = TOY.deal(TOY.options(), 2, Before(), Scripted(seed))
        seen = view(TOY.evolve(None, msgspec.structs.replace(begun, options=ToyOptions(seed))), 0)
        chosen = {choose(seen, Standing(()), 1.0) for _ in range(3)}
        assert len(chosen) == 1
        counts[isinstance(chosen.pop(), Swap)] += 1
    assert counts[True] == pytest.approx(100, abs=25)


def test_who_stops_listening_leaves_no_process_behind() -> None:
    """Closing the deals ends their workers, whatever they are at."""
    playing = play_deals(TOY, PAIR, 1000, 1, mirrored=True, workers=2)
    next(playing)
    playing.close()
    assert not multiprocessing.active_children()
