/**
 * The keys: arrows go from tile to tile, with Shift they move a tile along the rack; letters are the dock's
 * buttons, `n` a new set, `a` the whole set; Escape puts back what is in hand.
 */

import type { Hand } from "./hand.svelte";
import { setOf } from "./draft";
import { dropOnRack, putBack, redo, shown, sort, takeSet, undo } from "./seat";
import { tapTable } from "./taps";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function onKey(event: KeyboardEvent, hand: Hand): void {
  const { target } = event;
  if (event.defaultPrevented || event.altKey || target instanceof HTMLInputElement) return;
  hand.seen = true;
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (event.shiftKey ? shift(hand, arrow[0]) : step(hand.root, arrow)) event.preventDefault();
    return;
  }
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (key === "escape") {
    hand.asking = false;
    hand.change(putBack);
  } else if (key === "z") hand.change(event.shiftKey && command ? redo : undo);
  else if (key === "y") hand.change(redo);
  else if (command) return;
  else if (key === "s") hand.change(sort);
  else if (key === "n") hand.change(tapTable);
  else if (key === "a") hand.change((seat) => takeSet(seat, setOf(seat.draft, focused() ?? "")));
  else return;
  event.preventDefault();
}

const focused = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-tile]")?.dataset["tile"];

/** The focused tile of the rack changes places with its neighbour. */
function shift(hand: Hand, by: number): boolean {
  const order = shown(hand.seat);
  const tile = focused() ?? "";
  const at = order.indexOf(tile);
  if (at < 0 || !by) return false;
  hand.change((seat) => dropOnRack(seat, [tile], Math.max(0, by > 0 ? at + 2 : at - 1)));
  return true;
}

/** To the nearest tile in that direction; from nowhere, to the first. */
function step(root: HTMLElement | null, [dx, dy]: readonly [number, number]): boolean {
  const tiles = [...(root?.querySelectorAll<HTMLElement>("[data-tile]") ?? [])];
  const from = document.activeElement?.closest<HTMLElement>("[data-tile]");
  if (!from) return focus(tiles[0]);
  const here = middle(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const tile of tiles) {
    const there = middle(tile);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along <= 2 || (dx !== 0 && aside > tile.offsetHeight / 2)) continue;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [tile, cost];
  }
  return focus(best);
}

function focus(tile: HTMLElement | undefined): boolean {
  tile?.focus();
  tile?.scrollIntoView({ block: "nearest" });
  return tile !== undefined;
}

function middle(element: Element): { x: number; y: number } {
  const rect = element.getBoundingClientRect();
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}
