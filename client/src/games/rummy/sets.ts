/**
 * Sets, the twin of `kameny/rummy/sets.py`: `corpora/rummy-sets.json` holds both to the same answers.
 *
 * The phone uses it to show readings and what is missing; what counts is decided by the server.
 */

import { faceOf, faceValue, HIGHEST, isJoker, SUITS, suitOf, valueOf } from "./tiles";
import type { Face, Sets, Tile, Tiles } from "./tiles";

export const MINIMUM = 3;

export interface Reading {
  readonly kind: "group" | "run";
  readonly tiles: Tiles;
  readonly stands: readonly Face[];
}

/** The one way in which these tiles are read as a set, or `null` if they are not one. */
export function reading(tiles: Tiles): Reading | null {
  if (tiles.length < MINIMUM || tiles.every(isJoker)) return null;
  return asLaid(tiles) ?? asGroup(tiles) ?? asRun(tiles);
}

/** How many tiles this unfinished set still needs at least; 0 if it is one, `null` if it never can be. */
export function lacks(tiles: Tiles): number | null {
  if (reading(tiles)) return 0;
  const plain = plainOf(tiles);
  const needs: number[] = [];
  if (tiles.length <= SUITS.length && oneValue(plain)) needs.push(MINIMUM - tiles.length);
  if (oneSuit(plain)) {
    const length = Math.max(span(plain), MINIMUM, tiles.length);
    if (length <= HIGHEST) needs.push(length - tiles.length);
  }
  // Jokers alone are as long as a set can be, and still need a tile that says what they stand for.
  return needs.length ? Math.max(Math.min(...needs), 1) : null;
}

/** The sum of the faces, a joker counting as the face it stands for. */
export const pointsOf = (read: Reading): number =>
  read.stands.reduce((sum, face) => sum + faceValue(face), 0);

/** What these sets count towards the opening: one that is not valid counts nothing. */
export const openingPoints = (sets: Sets): number =>
  sets.reduce((sum, tiles) => {
    const read = reading(tiles);
    return read ? sum + pointsOf(read) : sum;
  }, 0);

export const plainOf = (tiles: Tiles): Tile[] => tiles.filter((tile) => !isJoker(tile));

/** No two values and no suit twice. */
export const oneValue = (plain: Tiles): boolean =>
  new Set(plain.map(valueOf)).size <= 1 && new Set(plain.map(suitOf)).size === plain.length;

/** No two suits and no value twice. */
export const oneSuit = (plain: Tiles): boolean =>
  new Set(plain.map(suitOf)).size <= 1 && new Set(plain.map(valueOf)).size === plain.length;

/** How many values lie from the lowest to the highest of these. */
export function span(plain: Tiles): number {
  const values = plain.map(valueOf);
  return values.length ? Math.max(...values) - Math.min(...values) + 1 : 0;
}

function asLaid(tiles: Tiles): Reading | null {
  const first = tiles.findIndex((tile) => !isJoker(tile));
  const anchor = tiles[first];
  if (anchor === undefined) return null;
  const low = valueOf(anchor) - first;
  if (low < 1 || low + tiles.length - 1 > HIGHEST) return null;
  const stands = tiles.map((_, i) => `${suitOf(anchor)}${low + i}`);
  if (!tiles.every((tile, i) => isJoker(tile) || faceOf(tile) === stands[i])) return null;
  // One tile and some jokers are a group unless there is a reason to read them otherwise; there is none.
  if (plainOf(tiles).length === 1 && tiles.length <= SUITS.length) return null;
  return { kind: "run", tiles, stands };
}

function asGroup(tiles: Tiles): Reading | null {
  const plain = plainOf(tiles);
  const first = plain[0];
  if (first === undefined || tiles.length > SUITS.length || !oneValue(plain)) return null;
  const free = SUITS.filter((suit) => !plain.some((tile) => suitOf(tile) === suit));
  const stands = tiles.map((tile) => (isJoker(tile) ? `${free.shift()}${valueOf(first)}` : faceOf(tile)));
  return { kind: "group", tiles, stands };
}

function asRun(tiles: Tiles): Reading | null {
  const plain = plainOf(tiles).sort((a, b) => valueOf(a) - valueOf(b));
  const first = plain[0];
  if (first === undefined || tiles.length > HIGHEST || !oneSuit(plain)) return null;
  const spare = tiles.length - span(plain);
  if (spare < 0) return null;
  const top = valueOf(first) + span(plain) - 1;
  const above = Math.min(spare, HIGHEST - top);
  const low = valueOf(first) - (spare - above);
  const jokers = tiles.filter(isJoker);
  const stands = tiles.map((_, i) => `${suitOf(first)}${low + i}`);
  const shown = stands.map((face) => plain.find((tile) => faceOf(tile) === face) ?? (jokers.shift() as Tile));
  return { kind: "run", tiles: shown, stands };
}
