/** The order of the rack: private, kept through turns and reloads, changed by dragging and sorting only. */

import { bySuit, byValue } from "./tiles";
import type { Tile, Tiles } from "./tiles";

export type Sorting = "suit" | "value";

/** The same order without the tiles that are gone; new ones come at the end. */
export function follow(order: Tiles, rack: Tiles): Tiles {
  const held = new Set(rack);
  const kept = order.filter((tile, i) => held.has(tile) && order.indexOf(tile) === i);
  return [...kept, ...rack.filter((tile) => !kept.includes(tile))];
}

export const sorted = (order: Tiles, by: Sorting): Tiles => [...order].sort(by === "suit" ? bySuit : byValue);

/** How the rack is sorted already, if it is; a tap on Sort then sorts the other way. */
export function sortingOf(shown: Tiles): Sorting | null {
  if (sorted(shown, "suit").join() === shown.join()) return "suit";
  return sorted(shown, "value").join() === shown.join() ? "value" : null;
}

/** These tiles moved, in their order, before the `at`-th of the tiles that are shown. */
export function moved(order: Tiles, shown: Tiles, tiles: Tiles, at: number): Tiles {
  const rest = shown.filter((tile) => !tiles.includes(tile));
  const before: Tile | undefined =
    rest[at - shown.slice(0, at).filter((tile) => tiles.includes(tile)).length];
  const others = order.filter((tile) => !tiles.includes(tile));
  const where = before === undefined ? others.length : others.indexOf(before);
  return [...others.slice(0, where), ...tiles, ...others.slice(where)];
}
