/** What the gestures mean at this table: from elements and points to tiles. */

import { aim, halfOf, nearestSet } from "./aim";
import type { Aim } from "./aim";
import type { Hands as Meaning, Point } from "./gestures";
import type { Hand } from "./hand.svelte";
import { drop, dropOnRack, stuck, takeSet } from "./seat";
import { tapRack, tapSet, tapTable, tapTile } from "./taps";
import type { Tiles } from "./tiles";

/** A finger hides what is under it: the picture of the tile is this much above it, and aims a little higher. */
const ABOVE = 22;
const HIGHER = 10;
/** So close to the edge of a panning table, a carried tile pans it. */
const EDGE = 34;
const LIP = 2;
const PAN = 7;

export class Hands implements Meaning {
  #touch = false;
  #held: Tiles = [];
  #panning = 0;

  constructor(
    private readonly hand: Hand,
    private readonly root: HTMLElement,
  ) {}

  touch(): void {
    this.hand.seen = true;
  }

  takes(at: Element, point: Point, touch: boolean): boolean {
    return this.#tilesAt(at, point, touch).length > 0;
  }

  pans(at: Element): boolean {
    return at.closest('[data-zone="table"]')?.querySelector('[data-pans="true"]') != null;
  }

  take(at: Element, point: Point, touch: boolean): void {
    this.#touch = touch;
    this.#held = this.#tilesAt(at, point, touch);
    this.hand.hush();
    this.hand.carry(this.#held, null);
    // The ghost is there after the next paint; its place has to be known before.
    requestAnimationFrame(() => {
      this.#ghostTo(point);
    });
    this.#ghostTo(point);
  }

  move(point: Point): void {
    this.#ghostTo(point);
    this.hand.carry(this.#held, this.#aim(point));
    this.#pan(point);
  }

  drop(point: Point): void {
    const [tiles, target] = [this.#held, this.#aim(point)];
    this.#let();
    this.hand.change((seat) => {
      if (!target) return { ...seat, said: null };
      if (target.kind === "rack") return dropOnRack(seat, tiles, target.at);
      return drop(seat, tiles, target.kind === "table" ? "new" : { set: target.set, side: target.side });
    });
    this.hand.carry([], null);
  }

  home(): void {
    this.#let();
    this.hand.change((seat) => ({ ...seat, said: null }));
    this.hand.carry([], null);
  }

  tap(at: Element, point: Point | null): void {
    const tile = at.closest<HTMLElement>("[data-tile]");
    const set = at.closest<HTMLElement>("[data-set]") ?? this.#near(at, point);
    const side = set ? halfOf(set, point?.x ?? middleOf(tile ?? set)) : "right";
    if (tile) this.hand.change((seat) => tapTile(seat, tile.dataset["tile"] ?? "", side));
    else if (set) this.hand.change((seat) => tapSet(seat, Number(set.dataset["set"]), side));
    else if (at.closest('[data-zone="table"]')) this.hand.change(tapTable);
    else if (at.closest('[data-zone="rack"]')) this.hand.change(tapRack);
  }

  press(at: Element, point: Point, touch: boolean): void {
    const set = edgeAt(at, point, touch);
    if (set) this.hand.change((seat) => takeSet(seat, Number(set.dataset["set"])));
    else this.tap(at, point);
  }

  /** What a hold here takes: a set by its edge, or a tile, with all that are lifted if it is one of them. */
  #tilesAt(at: Element, point: Point, touch: boolean): Tiles {
    const { seat, sending, view } = this.hand;
    if (view.you === null || sending) return [];
    const edge = edgeAt(at, point, touch);
    if (edge) {
      const tiles = seat.mine ? (seat.draft[Number(edge.dataset["set"])] ?? []) : [];
      return tiles.some((each) => stuck(seat, each)) ? [] : tiles;
    }
    const tile = at.closest<HTMLElement>("[data-tile]")?.dataset["tile"];
    if (tile === undefined || stuck(seat, tile)) return [];
    return seat.lifted.includes(tile) ? seat.lifted : [tile];
  }

  #near(at: Element, point: Point | null): HTMLElement | null {
    const table = at.closest('[data-zone="table"]');
    return table && point ? nearestSet(table, point.x, point.y) : null;
  }

  #aim({ x, y }: Point): Aim | null {
    return aim(this.root, { x, y: this.#touch ? y - HIGHER : y });
  }

  #ghostTo({ x, y }: Point): void {
    const ghost = this.root.querySelector<HTMLElement>("[data-hand]");
    if (!ghost) return;
    const { offsetWidth: w, offsetHeight: h } = ghost;
    const left = Math.max(4, Math.min(innerWidth - w - 4, x - w / 2));
    ghost.style.translate = `${left}px ${y - h / 2 - (this.#touch ? ABOVE : 4)}px`;
  }

  #let(): void {
    cancelAnimationFrame(this.#panning);
    this.#panning = 0;
    this.#held = [];
  }

  #pan(point: Point): void {
    cancelAnimationFrame(this.#panning);
    const scroller = this.root.querySelector<HTMLElement>('[data-pans="true"]');
    if (!scroller || !this.#held.length) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const by =
      point.y < top + EDGE && point.y > top - EDGE
        ? -PAN
        : point.y > bottom - EDGE && point.y < bottom + EDGE
          ? PAN
          : 0;
    if (!by) return;
    const before = scroller.scrollTop;
    scroller.scrollTop += by;
    if (scroller.scrollTop !== before)
      this.#panning = requestAnimationFrame(() => {
        this.#pan(point);
      });
  }
}

/** The set whose edge this is. To a finger the edge is wider than it looks, outwards and over the tiles' lip. */
function edgeAt(at: Element, point: Point, touch: boolean): HTMLElement | null {
  const tile = at.closest("[data-tile]")?.getBoundingClientRect();
  if (tile && (!touch || (point.y > tile.top + LIP && point.y < tile.bottom - LIP))) return null;
  if (!touch) return at.closest<HTMLElement>("[data-set]");
  const table = at.closest('[data-zone="table"]');
  return table && nearestSet(table, point.x, point.y);
}

function middleOf(element: Element | null): number {
  const rect = element?.getBoundingClientRect();
  return rect ? rect.left + rect.width / 2 : 0;
}
