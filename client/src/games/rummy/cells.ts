/** How a set is shown: its tiles in reading order with what they stand for, and the holes it still has. */

import { cast, uncast } from "./jokers";
import type { Pins } from "./jokers";
import { lacks, MINIMUM, oneSuit, oneValue, plainOf, reading } from "./sets";
import { HIGHEST, isJoker, valueOf } from "./tiles";
import type { Face, Tile, Tiles } from "./tiles";

export interface TileCell {
  readonly tile: Tile;
  readonly stands: Face | undefined;
}
/** A place that is still empty, and the number that belongs there, where only one does. */
export interface Hole {
  readonly hole: number | null;
}
export type Cell = TileCell | Hole;

/** More holes than this would only take the room of others. */
const SHOWN = 2;

/** A pinned joker is shown as what it stands for, in a set that is not finished too. */
export const cells = (set: Tiles, pins: Pins): Cell[] =>
  cellsOf(cast(set, pins)).map((cell) => {
    if (!isTile(cell)) return cell;
    const tile = uncast(cell.tile);
    return { tile, stands: pins.get(tile) ?? cell.stands };
  });

function cellsOf(set: Tiles): Cell[] {
  const read = reading(set);
  if (read) return read.tiles.map((tile, i) => ({ tile, stands: read.stands[i] }));
  const plain = plainOf(set);
  const missing = lacks(set);
  if (missing === null || missing > SHOWN) return set.map(bare);
  return plain.length > 1 && oneSuit(plain) ? runCells(set, plain) : groupCells(set, plain);
}

export const isTile = (cell: Cell): cell is TileCell => "tile" in cell;

const bare = (tile: Tile): TileCell => ({ tile, stands: undefined });

function runCells(set: Tiles, plain: Tiles): Cell[] {
  const values = plain.map(valueOf);
  const jokers = set.filter(isJoker);
  const shown: Cell[] = [];
  for (let at = Math.min(...values); at <= Math.max(...values); at++) {
    const tile = plain.find((each) => valueOf(each) === at) ?? jokers.shift();
    shown.push(tile === undefined ? { hole: at } : bare(tile));
  }
  shown.push(...jokers.map(bare));
  const top = Math.max(...values);
  while (shown.length < MINIMUM) {
    if (top < HIGHEST) shown.push({ hole: top + 1 });
    else shown.unshift({ hole: top - shown.length });
  }
  return shown;
}

function groupCells(set: Tiles, plain: Tiles): Cell[] {
  const [first] = plain;
  const number = first !== undefined && plain.length > 1 && oneValue(plain) ? valueOf(first) : null;
  const holes = Array.from({ length: Math.max(0, MINIMUM - set.length) }, (): Cell => ({ hole: number }));
  return [...set.map(bare), ...holes];
}
