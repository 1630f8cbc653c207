"""The text notation: a whole game at one moment, as lines that a person can read and edit.

    options jokers=2 opening=30 clock=table official=no playing_on=no joker=free redeal=no
    turn 7 seat 1 opener 0 passes 0
    glass 30 ran 1 took yes
    table k3a k4a k5a | r13a b13a *a
    rack 0 opened r1a p7b
    rack 1 new b2a r9a ! r9a
    pool k1a p3b

After `!` stand the tiles the seat drew last. Lines for `stands` (`*a:k9`), `pairs`, `lots`, `last` and `outcome`
follow where there are any.
"""

from __future__ import annotations

import msgspec

from kameny.game import Outcome, Refused
from kameny.hourglass import Hourglass
from kameny.rummy.model import Last, Options, State
from kameny.rummy.tiles import Face, Sets, Tile, Tiles


def write(state: State) -> str:
    """The notation of a state."""
    options = " ".join(f"{key}={_word(value)}" for key, value in msgspec.structs.asdict(state.options).items())
    limit = "off" if state.glass.limit is None else state.glass.limit
    lines = [
        f"options {options}",
        f"turn {state.turn} seat {state.seat} opener {state.opener} passes {state.passes}",
        f"glass {limit} ran {state.glass.ran} took {_word(state.took)}",
        f"table {' | '.join(map(' '.join, state.table))}",
    ]
    for seat, rack in enumerate(state.racks):
        fresh = f"! {' '.join(state.fresh[seat])}" if state.fresh[seat] else ""
        lines.append(f"rack {seat} {'opened' if state.opened[seat] else 'new'} {' '.join((*rack, fresh))}".rstrip())
    lines.append(f"pool {' '.join(state.pool)}")
    if state.stands:
        lines.append("stands " + " ".join(map(":".join, state.stands)))
    if state.pairs:
        lines.append("pairs " + " ".join(map(str, state.pairs)))
    if state.lots:
        lines.append("lots " + " ".join(f"{seat}:{tile}" for seat, tile in state.lots))
    lines += [
        f"{name} {msgspec.json.encode(found).decode()}"
        for name, found in (("last", state.last), ("outcome", state.outcome))
        if found
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def read(text: str) -> State:
    """The state of a notation; raises `Refused("bad_notation")` with the line that cannot be read."""
    lines: dict[str, str] = {}
    racks: list[tuple[bool, Tiles, Tiles]] = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        try:
            if word == "rack":
                racks.append(_rack(rest, len(racks)))
            elif word:
                lines[word] = rest
        except ValueError as error:
            raise Refused("bad_notation", line=line, why=str(error)) from error
    try:
        return _state(lines, racks)
    except (KeyError, ValueError) as error:
        raise Refused("bad_notation", line="", why=str(error)) from error


def _state(lines: dict[str, str], racks: list[tuple[bool, Tiles, Tiles]]) -> State:
    turn = _pairs(lines["turn"], "turn")
    limit, _, rest = lines["glass"].partition(" ")
    glass = _pairs(rest)
    options = dict(item.split("=", 1) for item in lines["options"].split())
    flags = {key: word == "yes" for key, word in options.items() if word in {"yes", "no"}}
    return State(
        options=msgspec.convert({**options, **flags}, Options, strict=False),
        opener=int(turn["opener"]),
        lots=tuple((int(lot[0]), _tile(lot[2:])) for lot in lines.get("lots", "").split()),
        turn=int(turn["turn"]),
        seat=int(turn["seat"]),
        racks=tuple(rack for _, rack, _ in racks),
        fresh=tuple(fresh for _, _, fresh in racks),
        table=_sets(lines["table"]),
        pool=_tiles(lines["pool"]),
        opened=tuple(opened for opened, _, _ in racks),
        glass=Hourglass(None if limit == "off" else int(limit), int(glass["ran"])),
        took=glass["took"] == "yes",
        passes=int(turn["passes"]),
        last=msgspec.json.decode(lines["last"], type=Last) if "last" in lines else None,
        outcome=msgspec.json.decode(lines["outcome"], type=Outcome) if "outcome" in lines else None,
        stands=tuple(map(_standing, lines.get("stands", "").split())),
        pairs=tuple(map(int, lines.get("pairs", "").split())),
    )


def _rack(text: str, seat: int) -> tuple[bool, Tiles, Tiles]:
    number, _, rest = text.partition(" ")
    opened, _, tiles = rest.partition(" ")
    if int(number) != seat or opened not in {"opened", "new"}:
        raise ValueError(f"expected 'rack {seat} opened' or 'rack {seat} new'")
    rack, _, fresh = tiles.partition("!")
    return opened == "opened", _tiles(rack), _tiles(fresh)


def _sets(text: str) -> Sets:
    return tuple(_tiles(part) for part in text.split("|") if part.strip())


def _tiles(text: str) -> Tiles:
    return tuple(map(_tile, text.split()))


def _tile(text: str) -> Tile:
    return msgspec.convert(text, Tile)


def _standing(text: str) -> tuple[Tile, Face]:
    joker, _, shown = text.partition(":")
    return _tile(joker), msgspec.convert(shown, Face)


def _pairs(text: str, first: str = "") -> dict[str, str]:
    words = f"{first} {text}".split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _word(value: object) -> object:
    return ("no", "yes")[value] if isinstance(value, bool) else value
