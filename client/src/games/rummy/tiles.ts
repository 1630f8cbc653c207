/**
 * Tiles, as `kameny/rummy/tiles.py` has them: a face is what a tile shows (`r7`, `*`), a tile is a physical
 * one (`r7a`, `*b`).
 */

export type Tile = string;
export type Face = string;
export type Tiles = readonly Tile[];
export type Sets = readonly Tiles[];
export type Suit = "k" | "r" | "b" | "p";

export const SUITS = ["k", "r", "b", "p"] as const;
export const HIGHEST = 13;
export const JOKER = "*";

export const faceOf = (tile: Tile): Face => tile.slice(0, -1);
export const isJoker = (tileOrFace: string): boolean => tileOrFace.startsWith(JOKER);
export const suitOf = (tile: Tile): Suit => tile[0] as Suit;
export const valueOf = (tile: Tile): number => Number(tile.slice(1, -1));
export const faceValue = (face: Face): number => Number(face.slice(1));

const suitRank = (tile: Tile): number => (isJoker(tile) ? SUITS.length : SUITS.indexOf(suitOf(tile)));
const valueRank = (tile: Tile): number => (isJoker(tile) ? HIGHEST + 1 : valueOf(tile));
const byName = (a: Tile, b: Tile): number => (a < b ? -1 : a > b ? 1 : 0);

export const bySuit = (a: Tile, b: Tile): number =>
  suitRank(a) - suitRank(b) || valueRank(a) - valueRank(b) || byName(a, b);
export const byValue = (a: Tile, b: Tile): number =>
  valueRank(a) - valueRank(b) || suitRank(a) - suitRank(b) || byName(a, b);
