/**
 * What one seat holds in its hands: the draft of its turn with undo and redo, what is lifted, its rack's order.
 *
 * A frozen value; every gesture returns the next one, with what is to be said about it in `said`.
 */

import type { RummyOptions, RummyView } from "../../wire";
import { addsUp, giveBack, laidOf, lay, sameSets, setOf } from "./draft";
import type { Draft, Target } from "./draft";
import { bound, cast, casting, isHome, pinned, placesOf, sensible } from "./jokers";
import type { Pins, Place, Stands } from "./jokers";
import * as rack from "./rack";
import { openingPoints } from "./sets";
import { isJoker } from "./tiles";
import type { Face, Sets, Tile, Tiles } from "./tiles";

/** Why a gesture did nothing. */
export type Hitch =
  "not_your_turn" | "table_closed" | "set_closed" | "joker_closed" | "no_fit" | "not_to_rack";

export interface Seat {
  /** The game of the series, and its turn: a draft and its undo belong to one turn. */
  readonly game: number;
  readonly turn: number;
  readonly mine: boolean;
  readonly options: RummyOptions;
  readonly opened: boolean;
  readonly table: Sets;
  /** Where the table's jokers are bound to, if they are. */
  readonly places: readonly Place[];
  readonly held: Tiles;
  readonly order: Tiles;
  readonly draft: Sets;
  /** What newly laid jokers are to stand for, where that was decided. */
  readonly stands: Stands;
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
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
    options: view.options,
    mine: view.you !== null && view.seat === view.you && view.outcome === null,
    opened: view.you !== null && (view.opened[view.you] ?? false),
    table: view.table,
    places: placesOf(view),
    held: view.rack,
    order,
    draft: keeps ? before.draft : view.table,
    stands: keeps ? before.stands : [],
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
export function restore(seat: Seat, draft: Draft | null, order: Tiles | null): Seat {
  const next = order ? { ...seat, order: rack.follow(order, seat.held) } : seat;
  if (!draft || !seat.mine || !addsUp(draft.sets, seat.table, seat.held)) return next;
  return { ...commit(next, draft.sets, draft.stands), lifted: seat.lifted };
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
  return isOpen(seat) || isOwn(seat, tile) ? null : "table_closed";
}

/** What the finished sets of own tiles are worth so far, for "22 of 30". */
export function worth(seat: Seat): number {
  const own = seat.draft.filter((set) => set.every((tile) => isOwn(seat, tile)));
  const counted = seat.options.official ? own : own.filter((set) => !set.some(isJoker));
  const pins = pinsOf(seat);
  return openingPoints(counted.map((set) => cast(set, pins)));
}

/** Whether the table may be rearranged now. */
export const isOpen = (seat: Seat): boolean =>
  seat.opened || (seat.options.playing_on && worth(seat) >= seat.options.opening);

/** What jokers stand for in the draft where it is not read as it lies. */
export const pinsOf = (seat: Seat): Pins => pinned(seat.places, seat.draft, seat.stands);

/** What is bound while these tiles are laid there: a joker that is carried off leaves its place. */
export function carried(seat: Seat, tiles: Tiles, target: Target): Pins {
  const company = [...tiles, ...(target === "new" ? [] : (seat.draft[target.set] ?? []))];
  const off = seat.places.filter(({ joker }) => tiles.includes(joker));
  const left = new Set(off.filter((place) => !isHome(place, [company])).map(({ joker }) => joker));
  return new Map([...bound(seat.places, seat.draft)].filter(([joker]) => !left.has(joker)));
}

/** Why these tiles cannot be laid there, or the draft in which they are. */
export function laying(seat: Seat, tiles: Tiles, target: Target): Hitch | Sets {
  if (!seat.mine) return "not_your_turn";
  if (!isOpen(seat)) {
    if (!seat.options.official && tiles.some(isJoker)) return "joker_closed";
    if (!tiles.every((tile) => isOwn(seat, tile))) return "table_closed";
    if (target !== "new" && seat.draft[target.set]?.some((tile) => !isOwn(seat, tile))) return "set_closed";
  }
  const pins = carried(seat, tiles, target);
  return casting(seat.draft, pins, (draft) => lay(draft, cast(tiles, pins), target)) ?? "no_fit";
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
  return typeof draft === "string"
    ? say(seat, draft)
    : commit(putBack(seat, tiles), draft, without(seat, tiles));
}

/** Tiles dropped on the rack before the `at`-th of it: own ones go home, those of the table never. */
export function dropOnRack(seat: Seat, tiles: Tiles, at: number | null): Seat {
  const own = tiles.filter((tile) => isOwn(seat, tile));
  const pins = bound(seat.places, seat.draft);
  const draft = casting(seat.draft, pins, (each) => giveBack(each, own)) ?? seat.draft;
  const next = commit(putBack(seat, own), draft, without(seat, own));
  const order = at === null ? seat.order : rack.moved(seat.order, shown(seat), own, at);
  return { ...next, order, said: own.length < tiles.length ? "not_to_rack" : null };
}

export function undo(seat: Seat): Seat {
  const step = seat.past.at(-1);
  if (!step || !seat.mine) return seat;
  return { ...fresh(seat, step), past: seat.past.slice(0, -1), future: [...seat.future, now(seat)] };
}

export function redo(seat: Seat): Seat {
  const step = seat.future.at(-1);
  if (!step || !seat.mine) return seat;
  return { ...fresh(seat, step), past: [...seat.past, now(seat)], future: seat.future.slice(0, -1) };
}

/** Decides what a newly laid joker stands for. */
export const decide = (seat: Seat, joker: Tile, face: Face): Seat =>
  commit(seat, seat.draft, [...without(seat, [joker]), [joker, face]]);

/** Back to the start of the turn; it can be undone like any other step. */
export const reset = (seat: Seat): Seat => commit(putBack(seat), seat.table, []);

/** By colour, or by value if it lies by colour already. */
export function sort(seat: Seat): Seat {
  const by = rack.sortingOf(shown(seat)) === "suit" ? "value" : "suit";
  return { ...seat, order: rack.sorted(seat.order, by), said: null };
}

export const refuse = (seat: Seat, sets: readonly number[]): Seat => ({ ...seat, refused: sets });

/** The seat's draft as a step that can be undone, kept and sent. */
export const now = ({ draft, stands }: Seat): Draft => ({ sets: draft, stands });

const without = (seat: Seat, tiles: Tiles): Stands => seat.stands.filter(([joker]) => !tiles.includes(joker));

function commit(seat: Seat, sets: Sets, wishes: Stands): Seat {
  const stands = sensible(wishes, seat.places, sets);
  if (sameSets(sets, seat.draft) && stands.join() === seat.stands.join()) return { ...seat, said: null };
  return { ...fresh(seat, { sets, stands }), past: [...seat.past, now(seat)], future: [] };
}

const fresh = (seat: Seat, { sets, stands }: Draft): Seat => ({
  ...seat,
  draft: sets,
  stands,
  lifted: [],
  refused: [],
  said: null,
});
