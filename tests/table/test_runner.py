"""Computers at live tables."""

from __future__ import annotations

from collections.abc import Mapping

from house import House
from kameny.store.base import StoreError
from kameny.store.memory import MemoryJournal


class Stumbling(MemoryJournal):
    """A store that refuses the third row and every row until it has been asked twice."""

    refusals = 2

    async def append(
        self, match: str, version: int, body: bytes, at: float, sides: Mapping[str, bytes | None] | None = None
    ) -> None:
        if version > 3 and self.refusals:
            self.refusals -= 1
            raise StoreError("the disk is full")
        await super().append(match, version, body, at, sides)


async def test_a_computer_whose_move_the_store_refused_moves_again(house: House) -> None:
    """A full disk for two seconds: the table does not wait for ever for a computer."""
    await house.stop()
    house.journal = Stumbling()
    await house.start()
    ann = await house.phone()
    code = await ann.open("toy", ["thrower", None], {"seconds": 60})
    await ann.join(code, "Ann")
    await ann.deal()
    await ann.until(lambda u: u.table.turn == 2)
    assert ann.my_turn
