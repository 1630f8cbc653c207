"""A turn after the opening: lay with the whole table rearranged, or draw one tile."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.game import Refused
from kameny.rummy import RUMMY
from kameny.rummy.model import Action, Draft, Draw, Drew, Ended, Laid, Lay, Passed
from kameny.rummy.rules import admit_draft, decide
from kameny.rummy.sets import reading
from kameny.rummy.tiles import Sets
from refusals import refused
from rummy.positions import NoChance, do, draft, everything, lay, position, sets, shuffled, tiles

TABLE = "k3 k4 k5 k6 k7 | r9 b9 p9 | b11 * b13"
RACK = "k9 k8 r6 b6 p6 b12 r1 r1b"
BOARD = position(RACK, "p1 p13 r13", table=TABLE)


# ---- laying ----


@pytest.mark.parametrize(
    ("table", "own"),
    [
        ("k3 k4 k5 k6 k7 k8 | r9 b9 p9 | b11 * b13", "k8"),
        ("k3 k4 k5 k6 k7 | r9 b9 p9 k9 | b11 * b13", "k9"),
        ("k3 k4 k5 | k6 r6 b6 p6 | k7 k8 k9 | r9 b9 p9 | b11 * b13", "r6 b6 p6 k8 k9"),
        ("k3 k4 k5 k6 k7 | r9 b9 p9 | b11 b12 b13 *", "b12"),
        ("k3 k4 k5 k6 k7 * | r9 b9 p9 k9 | b11 b12 b13", "k9 b12"),
        ("k6 * r6 | k3 k4 k5 | k7 k8 k9 | r9 b9 p9 | b11 b12 b13", "r6 k8 k9 b12"),
    ],
    ids=["a run longer", "a group of four", "a run split", "its joker freed", "the joker elsewhere", "all of it"],
)
def test_everything_on_the_table_may_be_rearranged(table: str, own: str) -> None:
    """Runs are split, groups regrouped and jokers moved, as long as sets are sets and a tile is one's own."""
    after, events = do(BOARD, lay(table))
    laid = events[0]
    assert isinstance(laid, Laid)
    assert sorted(laid.tiles) == sorted(tiles(own))
    assert laid.by == "hand"
    assert sorted(after.racks[0]) == sorted(set(tiles(RACK)) - set(tiles(own)))
    assert (after.seat, after.turn, after.passes) == (1, BOARD.turn + 1, 0)
    assert all(map(reading, after.table))


@given(st.permutations(range(5)), st.integers(0, 99))
def test_the_order_of_sets_and_tiles_does_not_matter(order: list[int], seed: int) -> None:
    """A lay is judged by content; the table shows each set in its reading order."""
    laid = sets("k3 k4 k5 | k6 r6 b6 p6 | k7 k8 k9 | r9 b9 p9 | b11 * b13")
    mixed = tuple(shuffled(seed, laid[i]) for i in order)
    after, _ = do(BOARD, Lay(mixed))
    assert [sorted(tiles) for tiles in after.table] == [sorted(tiles) for tiles in mixed]
    for shown in after.table:
        found = reading(shown)
        assert found
        assert found.tiles == shown


def test_at_least_one_tile_is_ones_own() -> None:
    """Rearranging the table for its own sake ends no turn."""
    for text in (TABLE, "k3 k4 k5 k6 k7 | p9 r9 b9 | b11 * b13"):
        with refused("nothing_laid"):
            decide(BOARD, 0, lay(text), NoChance())


def test_every_set_must_be_valid_and_no_tile_loose() -> None:
    """The refusal names exactly the sets that are wrong, by their number."""
    for text, wrong in (
        ("k3 k4 k5 k6 k7 | r9 b9 p9 | b11 * b13 | r6 b6", [3]),
        ("k3 k4 k5 k6 k7 k9 | r9 b9 p9 | b11 * b13", [0]),
        ("k3 k4 | k5 k6 k7 | r9 b9 | p9 | b11 * b13 b12", [0, 2, 3]),
        ("k3 k4 k5 | k6 k7 k8 k9 | r9 b9 p9 | b11 b12 b13 | *", [4]),
    ):
        with refused("bad_sets", sets=wrong):
            decide(BOARD, 0, lay(text), NoChance())


def test_no_tile_of_the_table_goes_to_a_rack() -> None:
    """Not even a joker that was freed: what lay on the table lies there afterwards."""
    with refused("table_tile_missing", tiles=("*a",)):
        decide(BOARD, 0, lay("k3 k4 k5 k6 k7 | r9 b9 p9 | b11 b12 b13"), NoChance())
    with refused("table_tile_missing", tiles=("k3a", "k7a")):
        decide(BOARD, 0, lay("k4 k5 k6 | r9 b9 p9 k9 | b11 * b13"), NoChance())


def test_fault_10_a_joker_that_was_freed_lies_on_the_table_and_can_be_laid() -> None:
    """Fault 10: with 12 in its place the joker is a set of one in the draft, then goes where it fits."""
    loose = draft("k3 k4 k5 k6 k7 | r9 b9 p9 | b11 b12 b13 | *")
    admit_draft(BOARD, 0, loose)
    assert ("*a",) in RUMMY.show_draft(loose, 1).sets
    with refused("bad_sets", sets=[3]):
        decide(BOARD, 0, Lay(loose.sets), NoChance())
    for text in ("k3 k4 k5 k6 k7 * | r9 b9 p9 | b11 b12 b13", "k3 k4 k5 k6 k7 | r9 b9 p9 * | b11 b12 b13"):
        after, _ = do(BOARD, lay(text))
        assert any("*a" in tiles for tiles in after.table)


def test_whoever_lays_the_last_tile_ends_the_game() -> None:
    """The moment the rack is empty; not before."""
    state = position("k8 k9", "r1", table="k5 k6 k7")
    after, events = do(state, lay("k5 k6 k7 k8"))
    assert after.outcome is None
    assert len(events) == 1
    over, events = do(state, lay("k5 k6 k7 k8 k9"))
    assert isinstance(events[-1], Ended)
    assert over.outcome
    assert over.outcome.winners == (0,)
    with refused("game_over"):
        decide(over, 1, Draw(), NoChance())


# ---- drawing ----


def test_whoever_does_not_lay_draws_one_tile_and_the_turn_ends() -> None:
    """The tile comes from the pool's front, is marked as fresh, and is not playable in this turn."""
    after, events = do(BOARD, Draw())
    assert events == (Drew(0, BOARD.pool[0]),)
    assert after.racks[0] == (*BOARD.racks[0], BOARD.pool[0])
    assert after.fresh[0] == (BOARD.pool[0],)
    assert after.pool == BOARD.pool[1:]
    assert (after.seat, after.turn, after.table) == (1, BOARD.turn + 1, BOARD.table)
    with refused("not_your_turn", seat=1):
        decide(after, 0, lay(f"{TABLE} | r6 b6 p6"), NoChance())


def test_fault_29_exactly_one_tile_is_drawn() -> None:
    """Fault 29: opened or not, a draw brings one tile, and a lay none."""
    for opened in (True, False):
        state = position("k10 r10 b10 r1", "r9", table="k3 k4 k5", opened=opened)
        drawn, _ = do(state, Draw())
        assert (len(drawn.racks[0]), len(drawn.pool)) == (5, len(state.pool) - 1)
        laid, _ = do(state, lay("k3 k4 k5 | k10 r10 b10"))
        assert (len(laid.racks[0]), laid.pool) == (1, state.pool)


def test_with_an_empty_pool_drawing_is_passing() -> None:
    """Nothing comes, the turn ends, and it counts as a pass."""
    state = position("r1 r5", "r9", table="k3 k4 k5", pool="")
    after, events = do(state, Draw())
    assert events == (Passed(0),)
    assert (after.racks, after.seat, after.passes) == (state.racks, 1, 1)


def test_the_mark_of_a_fresh_tile_stays_until_the_next_turn_ends() -> None:
    """One's own next draw moves the mark on, one's next lay takes it away; others' turns leave it."""
    drawn, _ = do(BOARD, Draw())
    later, _ = do(drawn, Draw())
    assert later.fresh == ((BOARD.pool[0],), (BOARD.pool[1],))
    again, _ = do(later, Draw())
    assert again.fresh[0] == (BOARD.pool[2],)
    laid, _ = do(later, lay(f"{TABLE} | r6 b6 p6"))
    assert laid.fresh == ((), (BOARD.pool[1],))


# ---- turns go round ----


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_round_in_seat_order(seats: int) -> None:
    """Each seat once, then from the first again; a turn has a number of its own."""
    racks = [f"{suit}1 {suit}3" for suit in "krbp"][:seats]
    state = position(*racks, seat=1, turn=1)
    order: list[tuple[int, int]] = []
    for _ in range(2 * seats):
        order.append((state.turn, state.seat))
        state, _ = do(state, Draw())
    assert order == [(1 + i, (1 + i) % seats) for i in range(2 * seats)]


def test_only_the_seat_on_turn_acts() -> None:
    """Everyone else is told whose turn it is, whatever they try, and so is whoever arranges."""
    for seat in (1, 2):
        for action in (Draw(), lay("r9 b9 p9")):
            with refused("not_your_turn", seat=0):
                decide(position("r1", "r9 b9 p9", "r3"), seat, action, NoChance())
        with refused("not_your_turn", seat=0):
            admit_draft(position("r1", "r9 b9 p9", "r3"), seat, draft("r9 b9 p9"))


# ---- tiles are tiles ----


def test_fault_15_a_lay_is_made_of_the_tiles_that_were_dealt() -> None:
    """Fault 15: tiles of others, of the pool or of no game are not one's own, and no rack is ever sent."""
    for stranger in ("p13a", "r13a", BOARD.pool[0], "*b"):
        with refused("not_yours", tiles=(stranger,)):
            decide(BOARD, 0, lay(f"{TABLE} | k8 k9 {stranger}"), NoChance())
    for forged in (b'{"kind":"lay","sets":[],"rack":[]}', b'{"kind":"lay","sets":[["x7a"]]}', b'{"kind":"win"}'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(forged, type=Action)
    with refused("table_tile_missing"):
        decide(BOARD, 0, Lay(()), NoChance())


def test_fault_19_a_tile_lies_in_one_set_only_and_no_set_vanishes() -> None:
    """Fault 19: a tile twice, even within a set, and a set left out are refused as what they are."""
    for text in (f"{TABLE} | r6 b6 p6 | r6", f"{TABLE} k9 | k9", "k3 k3 k4 k5 k6 k7 | r9 b9 p9 | b11 * b13"):
        with refused("tile_twice"):
            decide(BOARD, 0, lay(text), NoChance())
    with refused("table_tile_missing", tiles=("r9a", "b9a", "p9a")):
        decide(BOARD, 0, lay("k3 k4 k5 k6 k7 k8 | b11 * b13"), NoChance())


def test_fault_20_one_copy_goes_and_its_twin_stays() -> None:
    """Fault 20: a tile is its id; laying one red 1 leaves the other on the rack."""
    state = position("r1 r1b b1 k1", "r9")
    for gone, stays in (("r1a", "r1b"), ("r1b", "r1a")):
        after, _ = do(state, lay(f"{gone} b1 k1"))
        assert after.racks[0] == (stays,)


def test_fault_22_no_empty_set_is_left_behind() -> None:
    """Fault 22: a set all of whose tiles moved away is refused as a set, and nothing of the others is lost."""
    with refused("bad_sets", sets=[1]):
        decide(BOARD, 0, Lay((*sets("k3 k4 k5 k6 k7 k8"), (), *sets("r9 b9 p9 | b11 * b13"))), NoChance())
    after, _ = do(BOARD, lay("k3 k4 k5 k6 k7 k8 | r9 b9 p9 | b11 * b13"))
    assert all(after.table)


# ---- refusals ----

MISTAKES: dict[str, tuple[str, Callable[[Random, Sets], Sets]]] = {
    "a set left out": ("table_tile_missing", lambda _, lying: lying[1:]),
    "a tile twice": ("tile_twice", lambda _, lying: (*lying, lying[0])),
    "a foreign tile": ("not_yours", lambda _, lying: (*lying, ("p13a",))),
    "an unfinished set": ("bad_sets", lambda _, lying: (*lying, ("r6a", "b6a"))),
    "nothing of one's own": ("nothing_laid", lambda chance, lying: tuple(chance.sample(lying, len(lying)))),
}


@pytest.mark.parametrize("mistake", MISTAKES)
@given(seed=st.integers(0, 99))
def test_fault_16_a_refused_lay_changes_nothing(mistake: str, seed: int) -> None:
    """Fault 16: the table is not undone, no tile is drawn and the turn does not end; the code says why."""
    code, spoil = MISTAKES[mistake]
    before = RUMMY.write(BOARD)
    with refused(code):
        decide(BOARD, 0, Lay(spoil(Random(seed), BOARD.table)), NoChance())
    assert RUMMY.write(BOARD) == before
    after, _ = do(BOARD, lay(f"{TABLE} | r6 b6 p6"))
    assert after.seat == 1


def test_fault_17_a_refusal_says_why_and_which_sets() -> None:
    """Fault 17: a stable code, the offending sets by number or the tiles by id, and a sentence from nowhere else."""
    with pytest.raises(Refused) as caught:
        decide(BOARD, 0, lay(f"{TABLE} | r6 b6 | k8 k9"), NoChance())
    assert (caught.value.code, caught.value.detail) == ("bad_sets", {"sets": [3, 4]})
    with pytest.raises(Refused) as caught:
        decide(BOARD, 0, lay(f"{TABLE} | r6 b6 p6 p13"), NoChance())
    assert (caught.value.code, caught.value.detail) == ("not_yours", {"tiles": ("p13a",)})


def test_fault_18_after_a_refusal_the_phone_is_shown_the_very_same() -> None:
    """Fault 18: every seat's view is byte-equal before and after, so that no rack can drift apart."""

    def shown() -> list[bytes]:
        return [msgspec.json.encode(RUMMY.view(BOARD, seat)) for seat in (0, 1, None)]

    before = shown()
    for wrong in (lay(f"{TABLE} | r6"), lay(TABLE), Lay(())):
        with pytest.raises(Refused):
            decide(BOARD, 0, wrong, NoChance())
        assert shown() == before


# ---- arranging ----


def test_a_draft_may_hold_unfinished_sets_but_only_possible_tiles() -> None:
    """Loose tiles, pairs and empty sets lie in a draft; foreign, doubled and missing tiles do not."""
    for text in (f"{TABLE} | r6", f"{TABLE} | r6 b6", "k3 | k4 k5 k6 k7 r1 | r9 b9 p9 | b11 * b13"):
        admit_draft(BOARD, 0, draft(text))
    admit_draft(BOARD, 0, Draft((*sets(TABLE), ())))
    for text, code in (("p13", "not_yours"), ("r6 | r6", "tile_twice")):
        with refused(code):
            admit_draft(BOARD, 0, draft(f"{TABLE} | {text}"))
    for text in ("r6", "k3 k4 k5 k6 k7 | r9 b9 p9"):
        with refused("table_tile_missing"):
            admit_draft(BOARD, 0, draft(text))


@given(st.lists(st.sampled_from(RACK.split()), unique=True), st.integers(0, 99))
def test_whatever_happens_in_a_turn_no_tile_comes_or_goes(own: list[str], seed: int) -> None:
    """Lay what can be laid of a random choice, else draw: the game holds the same tiles."""
    chosen = shuffled(seed, tiles(" ".join(own)))
    try:
        after, _ = do(BOARD, Lay((*BOARD.table, chosen)))
    except Refused:
        after, _ = do(BOARD, Draw())
    assert everything(after) == everything(BOARD)
