"""L1: tiles are conserved, by id."""

from __future__ import annotations

from collections.abc import Iterator

from kameny.rummy import RUMMY
from kameny.rummy.model import Dealt, Drew, Event, Laid, RanOut, State
from kameny.rummy.sets import reading
from kameny.rummy.tiles import full_set
from laws.walks import Step, games
from rummy.positions import everything


def everything_that_happened() -> Iterator[tuple[Step, State | None, Event, State]]:
    """Every event of a few random games, with the state before and after."""
    for game in games("rummy"):
        for step in game:
            before: State | None = step.before
            for event in step.events:
                after: State = RUMMY.evolve(before, event)
                yield step, before, event, after
                before = after


def test_l1_racks_table_and_pool_are_the_full_set_after_every_event() -> None:
    """Each tile lies in exactly one place from the deal to the end, whatever is laid, drawn, rescued or passed."""
    full = sorted(full_set())
    for _, _, _, after in everything_that_happened():
        assert everything(after) == full


def test_l1_every_event_moves_the_tiles_it_names() -> None:
    """Faults 20, 22 and 29: laid tiles leave one rack for the table, a draw moves one tile, the rest stays put."""
    for step, before, event, after in everything_that_happened():
        if not before or isinstance(event, Dealt):
            continue
        moved = {seat: set(before.racks[seat]) ^ set(after.racks[seat]) for seat in range(step.seats)}
        pooled = len(before.pool) - len(after.pool)
        match event:
            case Laid(seat=seat, tiles=tiles):
                assert (moved.pop(seat), pooled) == (set(tiles), 0)
                assert all(map(reading, after.table))
            case Drew(seat=seat, tile=tile) | RanOut(seat=seat, tile=tile):
                assert moved.pop(seat) == ({tile} if tile else set())
                assert (pooled, after.table) == (bool(tile), before.table)
            case _:
                assert (pooled, after.table) == (0, before.table)
        assert not any(moved.values())


def test_in_random_games_everything_happens_that_can() -> None:
    """The games that the laws are tried on are worth it: laid by hand, by the clock and by the rescue, dealt anew."""
    seen = {(type(event).__name__, getattr(event, "by", "")) for _, _, event, _ in everything_that_happened()}
    laid = {("Laid", by) for by in ("hand", "clock", "rescue")}
    assert any(isinstance(event, Dealt) and event.redealt is not None for _, _, event, _ in everything_that_happened())
    assert seen >= laid | {("Drew", ""), ("RanOut", ""), ("Passed", "clock"), ("Ended", "")}
