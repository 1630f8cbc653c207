"""The option `exchange`: a joker stays what it stands for and where it lies until that tile takes its place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice, permutations, product
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kameny.game import Item, Standing
from kameny.players.arena import play_game
from kameny.rummy import RUMMY
from kameny.rummy.model import Event, Laid, Lay, Options, State
from kameny.rummy.rules import admit_draft, decide
from kameny.rummy.sets import read_as
from kameny.rummy.tiles import COPIES, SUITS, VALUES, Face, Sets, Tile, Tiles, face, is_joker
from refusals import refused
from rummy.corpus import partitions
from rummy.positions import NoChance, do, draft, lay, position, ran, run_out, sets, stands, tiles

JOKERS = ("*a", "*b")
KEPT = Options(jokers=4, joker="exchange")


class Straight:
    """Chance that shuffles nothing."""

    def below(self, n: int, purpose: str) -> int:
        raise AssertionError(f"{purpose} drew one of {n}")

    def shuffled(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        del purpose
        return tuple(items)


def board(rack: str, table: str, kept: str) -> State:
    """Seat 0 has opened and holds this rack; the jokers of the table stand for these tiles."""
    return position(rack, "p13b", table=table, kept=kept, options=KEPT)


def shown(state: State) -> dict[Tile, Face]:
    """What everybody sees that each joker stands for."""
    view = RUMMY.view(state, None)
    pairs = (p for laid, faces in zip(view.table, view.stands, strict=True) for p in zip(laid, faces, strict=True))
    return {tile: face for tile, face in pairs if is_joker(tile)}


# ---- what a new joker stands for ----


@pytest.mark.parametrize(
    ("laid", "wish", "table", "stand"),
    [
        ("r9 b9 *", "", "r9 b9 *", "*=k9"),
        ("r9 b9 *", "*=p9", "r9 b9 *", "*=p9"),
        ("r5 r6 *", "", "r5 r6 *", "*=r7"),
        ("* r5 r6", "", "* r5 r6", "*=r4"),
        ("r5 r6 *", "*=r4", "* r5 r6", "*=r4"),
        ("* r5 r6", "*=r7", "r5 r6 *", "*=r7"),
        ("r5 * *b", "", "r5 * *b", "*=k5 *b=b5"),
        ("r5 * *b", "*=r6 *b=r7", "r5 * *b", "*=r6 *b=r7"),
        ("r5 * *b", "*=r4 *b=r3", "*b * r5", "*b=r3 *=r4"),
        ("r5 * *b", "*b=r4", "*b r5 *", "*b=r4 *=r6"),
        ("r5 r8 * *b", "", "r5 * *b r8", "*=r6 *b=r7"),
        ("r5 r8 * *b", "*b=r6", "r5 *b * r8", "*b=r6 *=r7"),
    ],
)
def test_a_new_joker_stands_for_what_is_wished_and_else_as_it_lies(
    laid: str, wish: str, table: str, stand: str
) -> None:
    """The lay records it, the view shows it, and the set is shown in the order that says so."""
    state = position("r5 r6 r8 r9 b9 * *b k1", "p13b", options=KEPT)
    after, (event,) = do(state, lay(laid, wish))
    assert isinstance(event, Laid)
    assert dict(event.stands) == dict(stands(stand)) == shown(after)
    assert after.table == sets(table)
    assert after.stands == event.stands


@pytest.mark.parametrize(
    ("laid", "wish", "wrong"),
    [
        ("r9 b9 *", "*=r9", "*"),
        ("r9 b9 *", "*=k8", "*"),
        ("r5 r6 *", "*=r8", "*"),
        ("r5 r6 *", "*=k7", "*"),
        ("r5 * *b", "*=r6 *b=k5", "* *b"),
        ("r5 * *b", "*=r6 *b=r6", "* *b"),
        ("r5 r6 *", "*=*", "*"),
        ("r5 r6 *", "*=r7 *=r4", "*"),
        ("r5 r6 *", "*b=r7", "*b"),
        ("r5 r6 *", "r5=r7", "r5"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(laid: str, wish: str, wrong: str) -> None:
    """A joker stands for a tile that its set lacks; only jokers of the lay have wishes, and one each."""
    state = position("r5 r6 r8 r9 b9 * *b k1", "p13b", options=KEPT)
    with refused("bad_joker", jokers=tiles(wrong)):
        decide(state, 0, lay(laid, wish), NoChance())


def test_where_jokers_are_free_a_wish_says_nothing() -> None:
    """The set is read as it lies, and nothing is kept of it."""
    after, (event,) = do(position("r9 b9 * k1", "p13b"), lay("r9 b9 *", "*=p9"))
    assert isinstance(event, Laid)
    assert (event.stands, after.stands, shown(after)) == ((), (), {"*a": "k9"})


# ---- a joker that stays ----

RUN = "r3 r4 * r6 r7 r8"


@pytest.mark.parametrize(
    ("table", "own"),
    [
        (f"{RUN} r9 | k9 b9 *b", "r9"),
        ("r3 r4 * | r6 r7 r8 | k9 b9 *b r9", "r9"),
        ("r3 r4 r5b | * r6 r7 r8 | k9 b9 *b", "r5b"),
        (f"r2 {RUN} | k9 b9 *b", "r2"),
        (f"r1 r2 {RUN} | k9 b9 *b", "r1 r2"),
        (f"{RUN} | k9 b9 *b r9", "r9"),
        ("* r4 r3 r6 r7 r8 r9 | *b k9 b9", "r9"),
    ],
)
def test_a_joker_goes_along_with_its_neighbours(table: str, own: str) -> None:
    """Its set may be lengthened, split or turned, and the joker stays the tile it stands for."""
    state = board("r9 r2 r1 r5b k1", f"{RUN} | k9 b9 *b", "*=r5 *b=p9")
    after, (event,) = do(state, lay(table))
    assert isinstance(event, Laid)
    assert sorted(event.tiles) == sorted(tiles(own))
    assert shown(after) == {"*a": "r5", "*b": "p9"}
    for laid in after.table:
        found = read_as(laid, dict(after.stands))
        assert found
        assert found.tiles == laid


def test_two_sets_are_joined_with_their_jokers() -> None:
    """Each keeps its tile in the longer run."""
    state = board("r6 k1", "r3 r4 * | r7 *b r9", "*=r5 *b=r8")
    after, _ = do(state, lay("r3 r4 * r6 r7 *b r9"))
    assert shown(after) == {"*a": "r5", "*b": "r8"}


@pytest.mark.parametrize(
    ("text", "sets_named"),
    [
        ("k9 b9 r9 * | k1 k2 k3", None),
        ("k9 b9 r9 | k1 k2 k3 *", [1]),
        ("k9 b9 r9 | * k1 k2 k3", [1]),
    ],
)
def test_a_joker_leaves_its_place_only_for_its_own_tile(text: str, sets_named: list[int] | None) -> None:
    """Beside 9 9 the red 9 does not free a joker that stands for plum; the refusal says which and where it lies."""
    state = board("r9 k2 k3 k1 k5", "k9 b9 *", "*=p9")
    if sets_named is None:
        assert shown(do(state, lay(text))[0]) == {"*a": "p9"}
        return
    with refused("joker_stays", jokers=("*a",), sets=sets_named):
        decide(state, 0, lay(text), NoChance())


def test_a_joker_that_stays_cannot_be_wished_away() -> None:
    """In the run it was laid at the low end, and cannot be moved to the high one."""
    state = board("k9 r1", "* r5 r6", "*=r4")
    with refused("joker_stays", jokers=("*a",), sets=[0]):
        decide(board("r7 r1", "* r5 r6", "*=r4"), 0, lay("r5 r6 r7 *", "*=r8"), NoChance())
    with refused("bad_joker", jokers=("*a",)):
        decide(board("r7 r1", "* r5 r6", "*=r4"), 0, lay("r5 r6 r7 *", "*=k8"), NoChance())
    with refused("nothing_laid"):
        decide(state, 0, lay("r5 r6 *"), NoChance())


def test_a_joker_does_not_leave_its_set_as_the_same_tile() -> None:
    """In another set it is in another place, though it stands for the same tile."""
    state = board("r5 b9 k1", "r9 k9 b9b * | r6 r7 r8", "*=p9")
    with refused("joker_stays", jokers=("*a",), sets=[1]):
        decide(board("p10 p11 k1", "r9 k9 b9b *", "*=p9"), 0, lay("r9 k9 b9b | * p10 p11"), NoChance())
    assert shown(do(state, lay("r9 k9 b9b * | r5 r6 r7 r8"))[0]) == {"*a": "p9"}


# ---- a joker that is freed ----


@pytest.mark.parametrize(
    ("text", "wish", "stand"),
    [
        ("k9 b9 p9 * | k1 k2 k3", "", "r9"),
        ("k9 b9 p9 | k1 k2 k3 *", "", "k4"),
        ("k9 b9 p9 | k3 * k1 k2", "", "k4"),
        ("k9 b9 p9 r9 | k1 k2 k3 *", "", "k4"),
        ("k9 b9 p9 | k1 k2 k3 | r9 * r10", "", "r11"),
        ("k9 b9 p9 | k1 k2 k3 | r9 * r10", "*=r8", "r8"),
    ],
)
def test_when_its_tile_takes_the_place_the_joker_may_be_anything_anywhere(text: str, wish: str, stand: str) -> None:
    """From the rack; the joker is laid in the same lay, even in the same set."""
    state = board("p9 r9 r10 k5", "k9 b9 * | k1 k2 k3", "*=p9")
    assert shown(do(state, lay(text, wish))[0]) == {"*a": stand}


def test_the_tile_may_come_from_the_table() -> None:
    """Another set gives the plum 9, which it can spare."""
    state = board("k4 k6", "k9 b9 * | p9 p10 p11 p12 | k1 k2 k3", "*=p9")
    after, _ = do(state, lay("k9 b9 p9 | p10 p11 p12 | k1 k2 k3 k4 *"))
    assert shown(after) == {"*a": "k5"}


def test_the_freed_joker_stays_on_the_table() -> None:
    """As every tile of the table does."""
    state = board("p9 k6", "k9 b9 *", "*=p9")
    with refused("table_tile_missing", tiles=("*a",)):
        decide(state, 0, lay("k9 b9 p9"), NoChance())
    with refused("bad_sets", sets=[1]):
        decide(state, 0, lay("k9 b9 p9 | *"), NoChance())


def test_the_tile_must_lie_with_the_jokers_neighbours() -> None:
    """Its tile laid anywhere else frees no joker."""
    state = board("p9 p10 p11 k4 k6", "k9 b9 * r9 | k1 k2 k3", "*=p9")
    with refused("joker_stays", jokers=("*a",), sets=[1]):
        decide(state, 0, lay("k9 b9 r9 | k1 k2 k3 * | p9 p10 p11"), NoChance())


def test_two_jokers_of_one_face_need_two_tiles() -> None:
    """One plum 9 frees one of them, whichever; two free both."""
    state = board("p9 p9b k4 k6", "k9 b9 * | k9b b9b *b | k1 k2 k3", "*=p9 *b=p9")
    with refused("joker_stays"):
        decide(state, 0, lay("k9 b9 p9 | k9b b9b * | k1 k2 k3 *b"), NoChance())
    for text in ("k9 b9 p9 | k9b b9b *b | k1 k2 k3 *", "k9 b9 * | k9b b9b p9b | k1 k2 k3 *b"):
        assert sorted(shown(do(state, lay(text))[0]).values()) == ["k4", "p9"]
    after, _ = do(state, lay("k9 b9 p9 | k9b b9b p9b | k1 k2 k3 * *b"))
    assert shown(after) == {"*a": "k4", "*b": "k5"}


def test_one_tile_takes_one_place() -> None:
    """Two runs with a joker for the same 5 are broken up round one red 5: one of the jokers has no heir."""
    state = board("r5 k4", "r3 r4 * r6 | r2b r3b r4b *b r6b r7b r8b | k1 k2 k3", "*=r5 *b=r5")
    with refused("joker_stays", jokers=("*b",)):
        decide(state, 0, lay("r3 r4 r5 r6 | r2b r3b r4b | r6b r7b r8b | k1 k2 k3 * *b"), NoChance())


# ---- the clock, the draft, the opening ----


def test_a_draft_shows_what_its_jokers_are_meant_to_be() -> None:
    """The others see it; a wish for what is no joker of the draft is refused."""
    state = board("r9 b9 *c k1", "k9 p9 *", "*=b9")
    arranged = draft("k9 p9 * | r9 *c", "*c=r8")
    admit_draft(state, 0, arranged)
    assert RUMMY.show_draft(arranged, 1) == arranged
    for wish in ("r9=r8", "*b=r8", "*c=*", "*c=r8 *c=r10"):
        with refused("bad_joker"):
            admit_draft(state, 0, draft("k9 p9 * | r9 *c", wish))


def test_the_clock_keeps_the_wishes_of_the_draft() -> None:
    """In a legal draft, and in what is rescued after the third expiry; what lay keeps what it stood for."""
    state = position(
        "r9 b9 *c k1 k2",
        "p13",
        table="k9 b9b *",
        kept="*=p9",
        options=msgspec.structs.replace(KEPT, clock="30"),
        glass=ran(2),
    )
    after, (laid,) = run_out(state, draft("k9 b9b * | r9 b9 *c", "*c=p9"))
    assert isinstance(laid, Laid)
    assert (laid.by, shown(after)) == ("clock", {"*a": "p9", "*c": "p9"})
    after, events = run_out(state, draft("k9 b9b | * | r9 b9 *c | k1", "*c=p9"))
    assert isinstance(events[1], Laid)
    assert (events[1].by, shown(after)) == ("rescue", {"*a": "p9", "*c": "p9"})
    after, events = run_out(state, draft("k9 b9b | * | r9 b9 *c", "*c=k1"))
    assert len(events) == 2
    assert after.table == state.table


def test_an_opening_leaves_the_jokers_of_the_table() -> None:
    """The sets of the table are not touched, and keep what their jokers stand for."""
    state = position("k10 r10 b10 k1", "r13", table="k9 b9 *", kept="*=p9", opened=False, options=KEPT)
    assert shown(do(state, lay("* b9 k9 | k10 r10 b10"))[0]) == {"*a": "p9"}


# ---- what is kept, and what follows from it ----


def test_views_and_imagined_states_know_what_jokers_stand_for() -> None:
    """It is everybody's: for a seat, a spectator, and whoever imagines."""
    state = board("k1", "k9 b9 * | *b r5 r6", "*=p9 *b=r4")
    for viewer in (0, 1, None):
        view = RUMMY.view(state, viewer)
        assert view.stands == (("k9", "b9", "p9"), ("r4", "r5", "r6"))
        assert RUMMY.view(RUMMY.imagine(view, Straight()), viewer) == view


def test_a_row_of_older_days_is_still_replayed() -> None:
    """A lay without the newer fields makes a table whose jokers are read as they lie."""
    row = b'{"kind":"laid","seat":0,"tiles":["*a"],"sets":[["k3a","k4a","k5a","*a"]],"by":"hand"}'
    event = msgspec.json.decode(row, type=RUMMY.event)
    after = RUMMY.evolve(position("* r1", "p13b", table="k3 k4 k5"), event)
    assert (after.stands, shown(after)) == ((), {"*a": "k6"})


@given(st.integers(0, 2**32))
def test_in_any_order_of_dropping_a_longer_run_keeps_its_joker(seed: int) -> None:
    """What stays does not depend on where it was dropped."""
    random = Random(seed)
    state = board("r2 r7 k1", "r3 r4 * r6", "*=r5")
    mixed = random.sample(tiles("r2 r3 r4 * r6 r7"), 6)
    after, _ = do(state, lay(" ".join(mixed)))
    assert after.table == sets("r2 r3 r4 * r6 r7")


# ---- the rule in other words ----


def all_readings(laid: Tiles) -> list[dict[Tile, Face]]:
    """Every way in which the jokers of a set can be read."""
    plain = [tile for tile in laid if not is_joker(tile)]
    jokers = [tile for tile in laid if is_joker(tile)]
    groups = [[f"{s}{v}" for s in some] for v in VALUES for some in combinations(SUITS, len(laid))]
    runs = [[f"{s}{low + i}" for i in range(len(laid))] for s in SUITS for low in range(1, 15 - len(laid))]
    return [
        dict(zip(order, missing, strict=True))
        for faces in (*groups, *runs)
        if set(map(face, plain)) <= set(faces)
        for missing in [[f for f in faces if f not in set(map(face, plain))]]
        if plain and len(missing) == len(jokers)
        for order in permutations(jokers)
    ]


def may_be(table: Sets, kept: dict[Tile, Face], laid: Sets) -> bool:
    """Whether some reading leaves each joker, or a tile of its face, beside a plain tile of the set it lay in."""
    home = {joker: {t for t in tiles if not is_joker(t)} for tiles in table for joker in tiles if is_joker(joker)}
    for readings in product(*map(all_readings, laid)):
        stand = {joker: shown for found in readings for joker, shown in found.items()}
        takers = [
            [
                tile
                for tiles in laid
                if home[joker].intersection(tiles)
                for tile in tiles
                if (stand[tile] == shown if tile == joker else face(tile) == shown)
            ]
            for joker, shown in kept.items()
        ]
        if any(len(set(way)) == len(way) for way in product(*takers)):
            return True
    return False


def rearranged(random: Random) -> tuple[Sets, Sets]:
    """A small table with jokers, and the same with one to three more tiles, rearranged."""
    while True:
        low, colours = random.randint(1, 11), random.choice(("krbp", "kr", "krb"))
        near = [f"{s}{v}{c}" for s in colours for v in range(low, min(low + 3, 13) + 1) for c in COPIES]
        held = (*random.sample(near, random.randint(4, 7)), *JOKERS[: random.choice((1, 2, 2))])
        after = list(islice(partitions(held), 20))
        own = random.sample(held, random.randint(1, 3))
        before = list(islice(partitions([tile for tile in held if tile not in own]), 20))
        if after and before and not set(JOKERS).intersection(own):
            return random.choice(before), random.choice(after)


@pytest.mark.parametrize("seed", range(60))
def test_the_judge_and_the_rule_in_other_words_agree(seed: int) -> None:
    """Any rearranging of a small table is taken exactly if some reading of it keeps the rule."""
    random = Random(seed)
    table, laid = rearranged(random)
    kept = {joker: shown for tiles in table for joker, shown in random.choice(all_readings(tiles)).items()}
    own = {tile for tiles in laid for tile in tiles}.difference(*table)
    state = position(
        " ".join((*own, "p13")),
        "p13b",
        table=" | ".join(map(" ".join, table)),
        pool="",
        kept=" ".join(f"{joker}={shown}" for joker, shown in kept.items()),
        options=KEPT,
    )
    if may_be(table, kept, laid):
        after, _ = do(state, Lay(laid))
        assert shown_is_legal(after)
        assert sorted(dict(after.stands)) == sorted(kept)
    else:
        with refused("joker_stays"):
            decide(state, 0, Lay(laid), NoChance())


def shown_is_legal(state: State) -> bool:
    """Whether every joker is read as the state says, and its set in that order."""
    known = dict(state.stands)
    return all((found := read_as(tiles, known)) and found.tiles == tiles for tiles in state.table)


# ---- computers ----


@pytest.mark.parametrize("preset", sorted(RUMMY.presets))
@pytest.mark.parametrize("jokers", [2, 3, 4])
def test_computers_never_take_a_joker_from_its_place(preset: str, jokers: int) -> None:
    """Whole games under every preset, with exchange: the judge takes each lay, and no joker ever changes."""
    options = msgspec.structs.replace(RUMMY.presets[preset].options, jokers=jokers, joker="exchange")
    for seed in range(3):
        for playing_on in (False, True):
            known: dict[Tile, Face] = {}

            def seen(event: Event, state: State, known: dict[Tile, Face] = known) -> None:
                del event
                assert known.items() <= dict(state.stands).items()
                known.update(state.stands)
                assert known == shown(state)

            chosen = msgspec.structs.replace(options, playing_on=playing_on)
            assert play_game(RUMMY, ["exact", "calm", "exact"], seed, options=chosen, seen=seen).outcome.winners


def test_a_set_with_a_joker_is_lengthened_and_left_together() -> None:
    """The 9 goes to the group's missing suit, the 7 to the run's end, and what needs the joker stays on the rack."""
    table = "k9 b9 * | r4 *b r6 | k1 k2 k3"
    state = board("r9 r7 p9 k4 p1", table, "*=p9 *b=r5")
    for name in RUMMY.players:
        action = RUMMY.players[name].choose(RUMMY.view(state, 0), Standing(()), 1.0)
        after, _ = do(state, action)
        assert shown(after) == {"*a": "p9", "*b": "r5"}
        assert after.racks[0] == tiles("p9 p1")
