/** What the server would say to Done, said before it is asked: the same codes, the same details. */

import { strayed } from "./jokers";
import { isOpen, laid, worth } from "./seat";
import type { Seat } from "./seat";
import { lacks } from "./sets";
import { isJoker } from "./tiles";
import type { Tiles } from "./tiles";

export interface Verdict {
  readonly code: string;
  /** The sets it is about. */
  readonly sets: readonly number[];
  readonly jokers?: Tiles;
  readonly points?: number;
  readonly minimum?: number;
}

/** The sets that are not finished. */
export const wrongSets = (seat: Seat): number[] =>
  seat.draft.flatMap((set, i) => (lacks(set) === 0 ? [] : [i]));

/** Why this draft is not a turn yet; `null`: it is one. */
export function verdict(seat: Seat): Verdict | null {
  if (!seat.mine) return { code: "not_your_turn", sets: [] };
  if (!laid(seat).length) return { code: "nothing_laid", sets: [] };
  const wrong = wrongSets(seat);
  if (wrong.length) return { code: "bad_sets", sets: wrong };
  return (isOpen(seat) ? null : opening(seat)) ?? stays(seat);
}

function opening(seat: Seat): Verdict | null {
  const before = new Set(seat.table.map((set) => [...set].sort().join()));
  const own = seat.draft.map((set) => set.every((tile) => seat.held.includes(tile)));
  const touched = seat.draft.flatMap((set, i) => (own[i] || before.has([...set].sort().join()) ? [] : [i]));
  if (touched.length) return { code: "opening_touches_table", sets: touched };
  const jokers = seat.draft.flatMap((set, i) => (own[i] && set.some(isJoker) ? [i] : []));
  if (jokers.length && !seat.options.official) return { code: "opening_joker", sets: jokers };
  const points = worth(seat);
  const minimum = seat.options.opening;
  return points < minimum ? { code: "opening_low", sets: [], points, minimum } : null;
}

/** A joker leaves its place only when the tile it stands for takes it. */
function stays(seat: Seat): Verdict | null {
  const jokers = strayed(seat.places, seat.draft);
  const sets = seat.draft.flatMap((set, i) => (set.some((tile) => jokers.includes(tile)) ? [i] : []));
  return jokers.length ? { code: "joker_stays", sets, jokers } : null;
}
