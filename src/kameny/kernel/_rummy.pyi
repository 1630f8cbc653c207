from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

# A whole table and the tiles laid from the rack, both in fixed order.
_Solution: TypeAlias = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]

# Weights are one for each value, index 0 unused, and a joker's. Where a tile is unknown or there twice, or `kept`
# names what is no set, all of them raise ValueError.

def solve(
    table: Sequence[Iterable[str]],
    rack: Iterable[str],
    tiles: Sequence[int],
    joker: int,
    kept: Collection[int] = (),
    goal: int | None = None,
) -> _Solution | None: ...
def open_lay(rack: Iterable[str], minimum: int, jokers: bool = False) -> _Solution | None: ...
def can_open(rack: Iterable[str], minimum: int, jokers: bool = False) -> bool: ...
def what_if_drawn(
    table: Sequence[Iterable[str]], rack: Iterable[str], tiles: Sequence[int], joker: int
) -> dict[str, int] | None: ...
def unplaceable(table: Sequence[Iterable[str]], rack: Iterable[str]) -> tuple[str, ...]: ...
