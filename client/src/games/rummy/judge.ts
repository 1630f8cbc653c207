/** What the server would say to Done, said before it is asked: the same codes, the same details. */

import { laid } from "./seat";
import type { Seat } from "./seat";
import { lacks, openingPoints } from "./sets";
import { isJoker } from "./tiles";

export interface Verdict {
  readonly code: string;
  /** The sets it is about. */
  readonly sets: readonly number[];
  readonly points?: number;
  readonly minimum?: number;
}

/** The sets that are not finished. */
export const wrongSets = (seat: Seat): number[] =>
  seat.draft.flatMap((set, i) => (lacks(set) === 0 ? [] : [i]));

/** What the own finished sets are worth so far, for "22 of 30". */
export const worth = (seat: Seat): number =>
  openingPoints(seat.draft.filter((set) => set.every((tile) => seat.held.includes(tile))));

/** Why this draft is not a turn yet; `null`: it is one. */
export function verdict(seat: Seat, minimum: number): Verdict | null {
  if (!seat.mine) return { code: "not_your_turn", sets: [] };
  if (!laid(seat).length) return { code: "nothing_laid", sets: [] };
  const wrong = wrongSets(seat);
  if (wrong.length) return { code: "bad_sets", sets: wrong };
  return seat.opened ? null : opening(seat, minimum);
}

function opening(seat: Seat, minimum: number): Verdict | null {
  const before = new Set(seat.table.map((set) => [...set].sort().join()));
  const own = seat.draft.map((set) => set.every((tile) => seat.held.includes(tile)));
  const touched = seat.draft.flatMap((set, i) => (own[i] || before.has([...set].sort().join()) ? [] : [i]));
  if (touched.length) return { code: "opening_touches_table", sets: touched };
  const jokers = seat.draft.flatMap((set, i) => (own[i] && set.some(isJoker) ? [i] : []));
  if (jokers.length) return { code: "opening_joker", sets: jokers };
  const points = worth(seat);
  return points < minimum ? { code: "opening_low", sets: [], points, minimum } : null;
}
