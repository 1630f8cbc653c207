/** What lies under a finger: a set and which half of it, the empty table, or a place on the rack. */

import type { Point } from "./gestures";
import type { Side } from "./land";

export type Aim =
  | { readonly kind: "set"; readonly set: number; readonly side: Side }
  | { readonly kind: "table" }
  | { readonly kind: "rack"; readonly at: number };

/** Fingers miss a set by this much and still mean it. */
const NEAR = 6;

export function aim(root: ParentNode, { x, y }: Point): Aim | null {
  const rack = root.querySelector('[data-zone="rack"]');
  if (rack && inside(rack.getBoundingClientRect(), x, y))
    return { kind: "rack", at: placeOnRack(rack, x, y) };
  const table = root.querySelector('[data-zone="table"]');
  if (!table || !inside(table.getBoundingClientRect(), x, y)) return null;
  const found = nearestSet(table, x, y);
  if (!found) return { kind: "table" };
  return { kind: "set", set: Number(found.dataset["set"]), side: halfOf(found, x) };
}

/** Which half of an element this is. */
export function halfOf(element: Element, x: number): Side {
  const { left, width } = element.getBoundingClientRect();
  return x < left + width / 2 ? "left" : "right";
}

export function nearestSet(table: Element, x: number, y: number): HTMLElement | null {
  let best: HTMLElement | null = null;
  let least = NEAR + 0.001;
  for (const set of table.querySelectorAll<HTMLElement>("[data-set]")) {
    const away = distance(set.getBoundingClientRect(), x, y);
    if (away < least) [best, least] = [set, away];
  }
  return best;
}

/** Before which tile of the rack: the shelf is the nearest one, then the tile whose middle lies right of it. */
function placeOnRack(rack: Element, x: number, y: number): number {
  const rects = [...rack.querySelectorAll("[data-tile]")].map((tile) => tile.getBoundingClientRect());
  let row = Infinity;
  for (const rect of rects) {
    const middle = rect.top + rect.height / 2;
    if (Math.abs(middle - y) < Math.abs(row - y)) row = middle;
  }
  const onRow = (rect: DOMRect): boolean => Math.abs(rect.top + rect.height / 2 - row) < rect.height / 2;
  const before = rects.findIndex((rect) => onRow(rect) && x < rect.left + rect.width / 2);
  return before >= 0 ? before : rects.findLastIndex(onRow) + 1;
}

const inside = (rect: DOMRect, x: number, y: number): boolean =>
  x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;

function distance(rect: DOMRect, x: number, y: number): number {
  return Math.hypot(Math.max(rect.left - x, 0, x - rect.right), Math.max(rect.top - y, 0, y - rect.bottom));
}
