/**
 * The draft: the table as it is being rearranged. Frozen values and pure gestures on them.
 *
 * A draft holds every tile of the table and the own tiles laid so far, each exactly once. A lifted tile stays
 * where it lies until it is dropped, so that whatever stops a gesture has nothing to undo.
 */

import type { Stands } from "./jokers";
import { land, mend, together } from "./land";
import type { Side } from "./land";
import type { Sets, Tile, Tiles } from "./tiles";

/** A draft, and what its jokers are meant to stand for. */
export interface Draft {
  readonly sets: Sets;
  readonly stands: Stands;
}

/** Where tiles are dropped: on a set, at its left or right half, or on the empty table. */
export type Target = { readonly set: number; readonly side: Side } | "new";

/** The draft with these tiles, of table or rack, laid there; `null` where they do not belong. */
export function lay(draft: Sets, tiles: Tiles, target: Target): Sets | null {
  if (!tiles.length) return draft;
  const rest = draft.map((set) => without(set, tiles));
  if (target === "new") {
    const made = together(tiles);
    return made && frozen([...settle(rest, draft), made]);
  }
  const left = rest[target.set];
  if (!left) return null;
  const made = left.length ? land(left, tiles, target.side) : [together(tiles)];
  if (!made?.every((set) => set !== null)) return null;
  return frozen([
    ...settle(rest.slice(0, target.set), draft),
    ...made,
    ...settle(rest.slice(target.set + 1), draft.slice(target.set + 1)),
  ]);
}

/** The draft without these own tiles, which go back to the rack. */
export const giveBack = (draft: Sets, tiles: Tiles): Sets =>
  frozen(
    settle(
      draft.map((set) => without(set, tiles)),
      draft,
    ),
  );

/** The own tiles that lie on the table in this draft. */
export function laidOf(draft: Sets, table: Sets): Tiles {
  const lying = new Set(table.flat());
  return draft.flat().filter((tile) => !lying.has(tile));
}

/** Whether this is an arranging of `table` and some tiles of `rack`: every tile once, none lost, none strange. */
export function addsUp(draft: Sets, table: Sets, rack: Tiles): boolean {
  const tiles = draft.flat();
  const all = new Set(tiles);
  const known = new Set([...table.flat(), ...rack]);
  return (
    all.size === tiles.length &&
    draft.every((set) => set.length > 0) &&
    tiles.every((tile) => known.has(tile)) &&
    table.flat().every((tile) => all.has(tile))
  );
}

export const sameSets = (a: Sets, b: Sets): boolean =>
  a.length === b.length && a.every((set, i) => set.join() === b[i]?.join());

export const setOf = (draft: Sets, tile: Tile): number => draft.findIndex((set) => set.includes(tile));

const without = (set: Tiles, tiles: Tiles): Tiles => set.filter((tile) => !tiles.includes(tile));

/** What is left after tiles were taken: no empty sets, and a run with a hole as two runs, if both stand. */
const settle = (rest: Sets, before: Sets): Sets =>
  rest.flatMap((set, i) => (set.length === before[i]?.length ? [set] : set.length ? mend(set) : []));

const frozen = (sets: Sets): Sets => Object.freeze(sets.map((set) => Object.freeze([...set])));
