/** Where tiles that are in hand belong, and the number they would show there. */

import { cast } from "./jokers";
import { fits, land } from "./land";
import { reading } from "./sets";
import { carried, laying } from "./seat";
import type { Seat } from "./seat";
import { faceOf, faceValue, isJoker } from "./tiles";
import type { Sets, Tiles } from "./tiles";

export interface Hint {
  /** Before which tile of the set as it lies now; its length: behind the last. */
  readonly at: number;
  readonly number: number | null;
}

/** The sets on which these tiles may be laid well, and where in them. */
export function targets(seat: Seat, tiles: Tiles): Map<number, readonly Hint[]> {
  const found = new Map<number, readonly Hint[]>();
  if (!tiles.length || !seat.mine) return found;
  seat.draft.forEach((set, i) => {
    const rest = set.filter((tile) => !tiles.includes(tile));
    // Where they lie already is no target.
    if (!rest.length || tiles.every((tile) => set.includes(tile))) return;
    const hints = new Map<number, Hint>();
    for (const side of ["left", "right"] as const) {
      if (typeof laying(seat, tiles, { set: i, side }) === "string") continue;
      const pins = carried(seat, tiles, { set: i, side });
      const [lying, there, added] = [cast(set, pins), cast(rest, pins), cast(tiles, pins)];
      if (!fits(there, added, side)) continue;
      const hint = hintOf(lying, land(there, added, side) ?? [], added);
      if (hint) hints.set(hint.at, hint);
    }
    if (hints.size) found.set(i, [...hints.values()]);
  });
  return found;
}

function hintOf(set: Tiles, landed: Sets, tiles: Tiles): Hint | null {
  for (const each of landed) {
    const place = each.findIndex((tile) => tiles.includes(tile));
    if (place < 0) continue;
    const tile = each[place] ?? "";
    const read = reading(each);
    const stands = read ? (read.stands[read.tiles.indexOf(tile)] ?? "*") : faceOf(tile);
    const next = each.slice(place).find((other) => set.includes(other) && !tiles.includes(other));
    const behind =
      each === landed.at(-1) ? set.length : set.findIndex((other) => landed.at(-1)?.includes(other));
    return {
      at: next === undefined ? behind : set.indexOf(next),
      number: isJoker(stands) ? null : faceValue(stands),
    };
  }
  return null;
}
