"""The wire as JSON Schema, and the games' facts: `python -m kameny.wire` prints both.

`npm run wire` makes `client/src/wire.ts` of them.
"""

from __future__ import annotations

import json
import sys
from typing import Any, cast

import msgspec

from kameny.games import GAMES
from kameny.web import messages

Schema = dict[str, Any]


def _bare(struct: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """The struct without its defaults, since msgspec cannot print one that is `Raw`."""
    fields = [(each.encode_name, each.type) for each in msgspec.structs.fields(struct)]
    return msgspec.defstruct(struct.__name__, fields, namespace={"__doc__": struct.__doc__})


MESSAGES: dict[str, Any] = {
    "FromPhone": messages.FromPhone,
    "ToPhone": messages.ToPhone,
    "OpenTable": _bare(messages.OpenTable),
    "TableOpened": messages.TableOpened,
    "Join": messages.Join,
    "Joined": messages.Joined,
    "Invite": messages.Invite,
    "AskPass": messages.AskPass,
    "Pass": messages.Pass,
    "Claim": messages.Claim,
    "AskCards": messages.AskCards,
    "Cards": messages.Cards,
    "Problem": messages.Problem,
}


def schema() -> Schema:
    """Every type that crosses the wire. A game's own types carry its name: `RummyView`."""
    defs = _components(MESSAGES)
    for name, game in GAMES.items():
        parts = {
            "Options": game.options,
            "Action": game.action,
            "Draft": game.draft,
            "Event": game.event,
            "View": game.view_type,
        }
        own = {key: part for key, part in _components(parts).items() if defs.get(key) != part}
        defs.update(_renamed(own, name.capitalize()))
    for key, part in defs.items():
        part["title"] = key
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Wire", "$defs": defs}


def facts() -> Schema:
    """What a client must know of each game before there is a table: its seats, computers and presets."""
    return {
        name: {
            "seats": {"least": game.seats[0], "most": game.seats[-1]},
            "players": list(game.players),
            "presets": msgspec.to_builtins(
                {
                    key: {"options": preset.options, "terms": preset.terms, "player": preset.player}
                    for key, preset in game.presets.items()
                }
            ),
        }
        for name, game in GAMES.items()
    }


def _components(types: dict[str, Any]) -> dict[str, Schema]:
    tops, defs = msgspec.json.schema_components(types.values(), ref_template="#/$defs/{name}")
    # A struct is its own component; a union has none, so that its top schema is kept under our name for it.
    unions = {key: top for key, top in zip(types, tops, strict=True) if top.get("$ref") != f"#/$defs/{key}"}
    return {key: cast("Schema", _plain(part)) for key, part in {**defs, **unions}.items()}


def _plain(part: object) -> object:
    """The dialect that the TypeScript maker reads: draft-07 tuples, and every field there, as it is on the wire."""
    if isinstance(part, list):
        return [_plain(item) for item in cast("list[object]", part)]
    if not isinstance(part, dict):
        return part
    node = {key: _plain(value) for key, value in cast("Schema", part).items() if key not in {"default", "pattern"}}
    if "prefixItems" in node:
        node["items"], node["additionalItems"] = node.pop("prefixItems"), False
    if "properties" in node:
        node["required"] = list(cast("Schema", node["properties"]))
    return node


def _renamed(defs: dict[str, Schema], prefix: str) -> dict[str, Schema]:
    names = {key: key if key.startswith(prefix) else prefix + key for key in defs}

    def walk(part: object) -> object:
        if isinstance(part, list):
            return [walk(item) for item in cast("list[object]", part)]
        if isinstance(part, str) and part.startswith("#/$defs/"):
            key = part.removeprefix("#/$defs/")
            return f"#/$defs/{names.get(key, key)}"
        if isinstance(part, dict):
            return {key: walk(value) for key, value in cast("Schema", part).items()}
        return part

    return {names[key]: cast("Schema", walk(part)) for key, part in defs.items()}


if __name__ == "__main__":
    json.dump({"schema": schema(), "facts": facts()}, sys.stdout, indent=1)
