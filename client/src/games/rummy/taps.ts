/** The rules of a tap, as the rulebook has them. */

import { sameSets, setOf } from "./draft";
import type { Side } from "./land";
import { drop, dropOnRack, laying, lift, putBack } from "./seat";
import type { Seat } from "./seat";
import type { Tile } from "./tiles";

/**
 * Nothing lifted: the tile is. It is lifted: it goes back. Others are lifted: a tile of the rack joins them, on
 * a tile of the table they are laid at its set.
 */
export function tapTile(seat: Seat, tile: Tile, side: Side): Seat {
  if (seat.lifted.includes(tile)) return putBack(seat, [tile]);
  const set = setOf(seat.draft, tile);
  if (!seat.lifted.length || set < 0) return lift(seat, tile);
  // Laid where they lie already they would only stay: so this one is meant to come along.
  const result = laying(seat, seat.lifted, { set, side });
  const stays = typeof result !== "string" && sameSets(result, seat.draft);
  return stays ? lift(seat, tile) : drop(seat, seat.lifted, { set, side });
}

/** A set's edge: what is lifted is laid there. */
export const tapSet = (seat: Seat, set: number, side: Side): Seat =>
  seat.lifted.length ? drop(seat, seat.lifted, { set, side }) : { ...seat, said: null };

/** The empty table: what is lifted becomes a new set. */
export const tapTable = (seat: Seat): Seat =>
  seat.lifted.length ? drop(seat, seat.lifted, "new") : { ...seat, said: null };

/** The empty part of the rack: own tiles of this turn go home. */
export const tapRack = (seat: Seat): Seat =>
  seat.lifted.length ? dropOnRack(seat, seat.lifted, null) : { ...seat, said: null };
