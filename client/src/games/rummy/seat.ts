/**
 * What one seat holds in its hands: the draft of its turn with undo and redo, what is lifted, its rack's order.
 *
 * A frozen value; every gesture returns the next one, with what is to be said about it in `said`.
 */

import type { RummyView } from "../../wire";
import { addsUp, giveBack, laidOf, lay, sameSets, setOf } from "./draft";
import type { Target } from "./draft";
import * as rack from "./rack";
import { isJoker } from "./tiles";
import type { Sets, Tile, Tiles } from "./tiles";

/** Why a gesture did nothing. */
export type Hitch =
  "not_your_turn" | "table_closed" | "set_closed" | "joker_closed" | "no_fit" | "not_to_rack";

export interface Seat {
  /** The game of the series, and its turn: a draft and its undo belong to one turn. */
  readonly game: number;
  readonly turn: number;
  readonly mine: boolean;
  readonly opened: boolean;
  readonly table: Sets;
  readonly held: Tiles;
  readonly order: Tiles;
  readonly draft: Sets;
  readonly past: readonly Sets[];
  readonly future: readonly Sets[];
  /** Tiles taken up, of rack and table; they lie where they lay until they are dropped. */
  readonly lifted: Tiles;
  /** The sets that the server refused, until the draft changes. */
  readonly refused: readonly number[];
  readonly ran: number;
  readonly said: Hitch | null;
}

/** The seat after this view; `before` is the seat until now. */
export function follow(before: Seat | null, view: RummyView, game: number): Seat {
  const same = before !== null && before.game === game;
  const going = same && before.turn === view.turn && view.outcome === null;
  const order = rack.follow(same ? before.order : [], view.rack);
  const keeps = going && addsUp(before.draft, view.table, view.rack);
  return {
    game,
    turn: view.turn,
    mine: view.you !== null && view.seat === view.you && view.outcome === null,
    opened: view.you !== null && (view.opened[view.you] ?? false),
    table: view.table,
    held: view.rack,
    order,
    draft: keeps ? before.draft : view.table,
    past: keeps ? before.past : [],
    future: keeps ? before.future : [],
    lifted: liftedAfter(before, view, going),
    refused: keeps ? before.refused : [],
    ran: view.glass.ran,
    said: null,
  };
}

/** An expiry brings lifted tiles home, and so does the end of one's own turn. */
function liftedAfter(before: Seat | null, view: RummyView, going: boolean): Tiles {
  if (!before || (going && view.glass.ran > before.ran)) return [];
  if (going) return before.lifted;
  return before.mine ? [] : before.lifted.filter((tile) => view.rack.includes(tile));
}

/** The draft and the order as a reload or a reconnect found them, where they still add up. */
export function restore(seat: Seat, draft: Sets | null, order: Tiles | null): Seat {
  const next = order ? { ...seat, order: rack.follow(order, seat.held) } : seat;
  if (!draft || !seat.mine || sameSets(draft, seat.draft) || !addsUp(draft, seat.table, seat.held))
    return next;
  return { ...next, draft, past: [...seat.past, seat.draft], future: [] };
}

/** Own tiles that lie on the table, and those still on the rack, in the rack's order. */
export const laid = (seat: Seat): Tiles => laidOf(seat.draft, seat.table);
export function shown(seat: Seat): Tiles {
  const gone = new Set(laid(seat));
  return seat.order.filter((tile) => !gone.has(tile));
}

export const changed = (seat: Seat): boolean => !sameSets(seat.draft, seat.table);
const onTable = (seat: Seat, tile: Tile): boolean => setOf(seat.draft, tile) >= 0;
const isOwn = (seat: Seat, tile: Tile): boolean => seat.held.includes(tile);
const say = (seat: Seat, said: Hitch): Seat => ({ ...seat, said });

/** Why this tile cannot be taken up now. */
export function stuck(seat: Seat, tile: Tile): Hitch | null {
  if (!onTable(seat, tile)) return null;
  if (!seat.mine) return "not_your_turn";
  return seat.opened || isOwn(seat, tile) ? null : "table_closed";
}

/** Why these tiles cannot be laid there, or the draft in which they are. */
export function laying(seat: Seat, tiles: Tiles, target: Target): Hitch | Sets {
  if (!seat.mine) return "not_your_turn";
  if (!seat.opened) {
    if (tiles.some(isJoker)) return "joker_closed";
    if (!tiles.every((tile) => isOwn(seat, tile))) return "table_closed";
    if (target !== "new" && seat.draft[target.set]?.some((tile) => !isOwn(seat, tile))) return "set_closed";
  }
  return lay(seat.draft, tiles, target) ?? "no_fit";
}

export function lift(seat: Seat, tile: Tile): Seat {
  const why = stuck(seat, tile);
  if (why) return say(seat, why);
  return { ...seat, lifted: [...seat.lifted, tile], said: null };
}

export const putBack = (seat: Seat, tiles: Tiles = seat.lifted): Seat => ({
  ...seat,
  lifted: seat.lifted.filter((tile) => !tiles.includes(tile)),
  said: null,
});

/** Takes up every tile of a set. */
export function takeSet(seat: Seat, set: number): Seat {
  const tiles = seat.draft[set] ?? [];
  const why = tiles.map((tile) => stuck(seat, tile)).find((each) => each !== null);
  return why ? say(seat, why) : { ...seat, lifted: [...new Set([...seat.lifted, ...tiles])], said: null };
}

/** Lays tiles there. Where they do not belong they stay lifted, and it is said why. */
export function drop(seat: Seat, tiles: Tiles, target: Target): Seat {
  const draft = laying(seat, tiles, target);
  return typeof draft === "string" ? say(seat, draft) : commit(putBack(seat, tiles), draft);
}

/** Tiles dropped on the rack before the `at`-th of it: own ones go home, those of the table never. */
export function dropOnRack(seat: Seat, tiles: Tiles, at: number | null): Seat {
  const own = tiles.filter((tile) => isOwn(seat, tile));
  const next = commit(putBack(seat, own), giveBack(seat.draft, own));
  const order = at === null ? seat.order : rack.moved(seat.order, shown(seat), own, at);
  return { ...next, order, said: own.length < tiles.length ? "not_to_rack" : null };
}

export function undo(seat: Seat): Seat {
  const draft = seat.past.at(-1);
  if (!draft || !seat.mine) return seat;
  return { ...fresh(seat, draft), past: seat.past.slice(0, -1), future: [...seat.future, seat.draft] };
}

export function redo(seat: Seat): Seat {
  const draft = seat.future.at(-1);
  if (!draft || !seat.mine) return seat;
  return { ...fresh(seat, draft), past: [...seat.past, seat.draft], future: seat.future.slice(0, -1) };
}

/** Back to the start of the turn; it can be undone like any other step. */
export const reset = (seat: Seat): Seat => commit(putBack(seat), seat.table);

/** By colour, or by value if it lies by colour already. */
export function sort(seat: Seat): Seat {
  const by = rack.sortingOf(shown(seat)) === "suit" ? "value" : "suit";
  return { ...seat, order: rack.sorted(seat.order, by), said: null };
}

export const refuse = (seat: Seat, sets: readonly number[]): Seat => ({ ...seat, refused: sets });

function commit(seat: Seat, draft: Sets): Seat {
  if (sameSets(draft, seat.draft)) return { ...seat, said: null };
  return { ...fresh(seat, draft), past: [...seat.past, seat.draft], future: [] };
}

const fresh = (seat: Seat, draft: Sets): Seat => ({ ...seat, draft, lifted: [], refused: [], said: null });
