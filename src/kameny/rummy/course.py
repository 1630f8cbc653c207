"""The course of a game: how it is dealt, and what each event makes of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, count

from msgspec.structs import replace

from kameny.game import Before, Chance, Item
from kameny.hourglass import run_out, turned
from kameny.rummy.model import HAND, Dealt, Drew, Ended, Event, Laid, Options, Passed, RanOut, State
from kameny.rummy.tiles import Tile, Tiles, face, full_set, is_joker, value

PAIRS = 3
"""So many identical pairs in a hand allow its seat to have the tiles dealt anew."""


def deal(options: Options, seats: int, before: Before, chance: Chance) -> Sequence[Event]:
    """Shuffle and deal. The first game's opener is drawn by lot, afterwards the start goes round."""
    tiles = full_set(options.jokers)
    lots: tuple[tuple[int, Tile], ...] = ()
    if before.opener is None:
        lots, opener = _draw_lots(tiles, seats, chance)
    else:
        opener = (before.opener + 1) % seats
    hands, pool = _dealt_out(chance.shuffled(tiles, "deal"), seats)
    return (Dealt(options, opener, lots, hands, pool),)


def deal_anew(state: State, seat: int, chance: Chance) -> Dealt:
    """The same game once more because of this seat's hand: opener and lots stay, and turns are counted on."""
    tiles = chance.shuffled(full_set(state.options.jokers), f"redeal {state.turn}")
    hands, pool = _dealt_out(tiles, len(state.racks))
    return Dealt(state.options, state.opener, state.lots, hands, pool, state.turn + 1, seat)


def _dealt_out(tiles: Tiles, seats: int) -> tuple[tuple[Tiles, ...], Tiles]:
    """A hand for each seat, and what is left."""
    return tuple(tiles[seat * HAND : (seat + 1) * HAND] for seat in range(seats)), tiles[seats * HAND :]


def _draw_lots(tiles: Sequence[Tile], seats: int, chance: Chance) -> tuple[tuple[tuple[int, Tile], ...], int]:
    """Each seat draws, the highest begins; a joker is drawn again, and so are ties among the highest."""
    lots: list[tuple[int, Tile]] = []
    contenders = list(range(seats))
    for attempt in count(1):
        bag = iter(chance.shuffled(tiles, f"lots {attempt}"))
        drawn: dict[int, int] = {}
        for seat in contenders:
            for tile in bag:
                lots.append((seat, tile))
                if not is_joker(tile):
                    drawn[seat] = value(tile)
                    break
        highest = max(drawn.values())
        contenders = [seat for seat, number in drawn.items() if number == highest]
        if len(contenders) == 1:
            break
    return tuple(lots), contenders[0]


def evolve(state: State | None, event: Event) -> State:
    """The state after an event."""
    if isinstance(event, Dealt):
        return _begin(event)
    assert state is not None, "a game begins with Dealt"
    match event:
        case Laid():
            return _lay(state, event)
        case Drew(seat=seat, tile=tile):
            return _next_turn(replace(_take(_forget(state), tile), passes=0, last=Drew(seat, None)))
        case Passed():
            idle = 0 if state.took else state.passes + 1
            return _next_turn(replace(_forget(state), passes=idle, last=event))
        case RanOut(tile=tile):
            return replace(_take(_forget(state), tile), glass=run_out(state.glass), took=state.took or event.took)
        case Ended(outcome=outcome):
            return replace(state, outcome=outcome, pairs=())


def pieces(state: State) -> Tiles:
    """Every tile of the game: of the racks, the table and the pool."""
    return tuple(chain(*state.racks, *state.table, state.pool))


def _begin(dealt: Dealt) -> State:
    seats = len(dealt.hands)
    return State(
        options=dealt.options,
        opener=dealt.opener,
        lots=dealt.lots,
        turn=dealt.turn,
        seat=dealt.opener,
        racks=dealt.hands,
        fresh=((),) * seats,
        table=(),
        pool=dealt.pool,
        opened=(dealt.options.opening == 0,) * seats,
        glass=turned(dealt.options.clock, 0),
        pairs=tuple(seat for seat, hand in enumerate(dealt.hands) if dealt.options.redeal and _pairs(hand) >= PAIRS),
    )


def _pairs(hand: Tiles) -> int:
    """How many times a face is there twice."""
    return sum(number // 2 for number in Counter(map(face, hand)).values())


def _lay(state: State, event: Laid) -> State:
    seat = event.seat
    rack = tuple(tile for tile in state.racks[seat] if tile not in event.tiles)
    fresh = tuple(tile for tile in state.fresh[seat] if state.took and tile in rack)
    return _next_turn(
        replace(
            state,
            racks=_put(state.racks, seat, rack),
            fresh=_put(state.fresh, seat, fresh),
            table=event.sets,
            opened=_put(state.opened, seat, True),
            passes=0,
            last=replace(event, sets=(), stands=()),
            stands=event.stands,
            pairs=(),
        )
    )


def _forget(state: State) -> State:
    """Without the acting seat's older fresh tiles, unless it got them in this very turn."""
    return state if state.took else replace(state, fresh=_put(state.fresh, state.seat, ()))


def _take(state: State, tile: Tile | None) -> State:
    """One tile from the front of the pool to the acting seat, if there is one."""
    if tile is None:
        return state
    return replace(
        state,
        racks=_put(state.racks, state.seat, (*state.racks[state.seat], tile)),
        fresh=_put(state.fresh, state.seat, (*state.fresh[state.seat], tile)),
        pool=state.pool[1:],
    )


def _next_turn(state: State) -> State:
    tiles = sum(map(len, state.table))
    return replace(
        state,
        turn=state.turn + 1,
        seat=(state.seat + 1) % len(state.racks),
        glass=turned(state.options.clock, tiles),
        took=False,
    )


def _put(values: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*values[:index], item, *values[index + 1 :])
