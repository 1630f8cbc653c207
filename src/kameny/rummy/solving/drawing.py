"""A solved position for a terminal. Colours only help: what is laid is marked by a sign as well."""

from __future__ import annotations

from rich.text import Text

from kameny.rummy.players import in_place
from kameny.rummy.solving.answers import Failure, Found
from kameny.rummy.tiles import Tile, Tiles, face, suit

COLOURS = {"k": "black", "r": "red3", "b": "blue3", "p": "dark_magenta", "*": "grey37"}
"""By suit, on a tile of bone."""
BONE = "grey93"
LAID = "light_goldenrod1"


def drawn(name: object, found: Found | Failure) -> Text:
    """The new table set by set, laid tiles with a `+`, and what stays on the rack."""
    text = Text()
    if name is not None:
        text.append(f"{_printable(str(name))}  ", "bold")
    if isinstance(found, Failure):
        return text.append(_excuse(found), "red").append("\n")
    text.append(_headline(found)).append("\n")
    laid, old = frozenset(found.best.tiles), set(map(frozenset, found.table))
    for tiles in in_place(found.table, found.best.sets):
        own = laid.intersection(tiles)
        news = "" if frozenset(tiles) - own in old else "new" if len(own) == len(tiles) else "rearranged"
        text.append("  ").append(_row(tiles, own)).append(f" {news}\n" if news else "\n", "dim")
    left = tuple(tile for tile in found.rack if tile not in laid)
    return text.append("  Rack ").append(_row(left, frozenset()) if left else Text("empty")).append("\n")


def _headline(found: Found) -> str:
    laid = len(found.best.tiles)
    if not laid:
        return "Nothing can be laid."
    rearranged = f", {found.disturbed} of {len(found.table)} sets rearranged" if found.table else ""
    return f"{laid} of {len(found.rack)} tiles laid, {found.points} points{rearranged}:"


def _excuse(failure: Failure) -> str:
    detail = failure.detail
    tiles = " ".join(detail.get("tiles", ()))
    match failure.error:
        case "impossible_table":
            why = f"No tiles of the rack make sets of this table: there is no place for {tiles}."
        case "unknown_tile":
            why = f"There is no tile {tiles}."
        case "too_many_copies":
            why = f"No box holds so many of {tiles}."
        case _:
            why = f"Line {detail['line']} is no position: {detail['why']}."
    return _printable(why)


def _row(tiles: Tiles, laid: frozenset[Tile]) -> Text:
    row = Text()
    for tile in tiles:
        sign, ground = ("+", LAID) if tile in laid else (" ", BONE)
        row.append(f"{sign}{face(tile):<3} ", f"bold {COLOURS[suit(tile)]} on {ground}").append(" ")
    return row


def _printable(words: str) -> str:
    """What a file says, without what would steer the terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in words)
