/** How tiles come to lie when they are laid on a set: in the order of the rules, not of the fingers. */

import { isCast, uncast } from "./jokers";
import { lacks, oneSuit, oneValue, plainOf, reading } from "./sets";
import { bySuit, faceOf, faceValue, HIGHEST, isJoker, SUITS, suitOf, valueOf } from "./tiles";
import type { Sets, Tile, Tiles } from "./tiles";

export type Side = "left" | "right";

/** These tiles as one set, or `null` where they never can be one. */
export const together = (tiles: Tiles): Tiles | null => join([], [...tiles].sort(bySuit), "right");

/**
 * What becomes of `set` when `tiles` are laid on it: one set, two where they split it or free a joker, or
 * `null` where they do not belong. Where both ends fit, `side` decides.
 */
export function land(set: Tiles, tiles: Tiles, side: Side): Sets | null {
  const exchanged = exchange(set, tiles, side);
  if (exchanged) return exchanged;
  const joined = join(set, tiles, side);
  return (joined && [joined]) ?? split(set, tiles) ?? free(set, tiles);
}

/** Whether laying `tiles` there makes the set better, or keeps it good. */
export function fits(set: Tiles, tiles: Tiles, side: Side): boolean {
  const landed = land(set, tiles, side);
  if (!landed) return false;
  const missing = landed.reduce((sum, each) => sum + (isFreed(each) ? 0 : (lacks(each) ?? HIGHEST)), 0);
  return missing <= (lacks(set) ?? 0);
}

/** A set that lost tiles out of its middle, as the sets that are left, if all of them stand. */
export function mend(set: Tiles): Sets {
  const plain = plainOf(set);
  if (plain.length < set.length || reading(set) || !oneSuit(plain)) return [set];
  const parts: Tile[][] = [];
  for (const tile of plain.sort((a, b) => valueOf(a) - valueOf(b))) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before !== undefined && valueOf(before) + 1 === valueOf(tile)) part.push(tile);
    else parts.push([tile]);
  }
  return parts.every((part) => reading(part)) ? parts : [set];
}

const isFreed = (set: Tiles): boolean => set.every(isJoker);

function join(set: Tiles, tiles: Tiles, side: Side): Tiles | null {
  const added = [...tiles].sort(bySuit);
  const all = side === "left" ? [...added, ...set] : [...set, ...added];
  if (lacks(all) === null) return null;
  const plain = plainOf(all);
  return oneValue(plain) && all.length <= SUITS.length ? all : inRun(set, all, side);
}

/** The tiles of one suit by value; jokers keep their places, fill holes, else stand at the end that was meant. */
function inRun(set: Tiles, all: Tiles, side: Side): Tiles {
  const byPlace = new Map(plainOf(all).map((tile) => [valueOf(tile), tile]));
  const values = [...byPlace.keys()];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const places = placesOf(set);
  const spare = Math.max(0, all.length - (high - low + 1));
  const starts = Array.from({ length: spare + 1 }, (_, i) => low - i).filter(
    (start) => start >= 1 && start + (high - low) + spare <= HIGHEST,
  );
  const kept = (start: number): number =>
    [...places].filter(
      ([tile, at]) => isJoker(tile) && !byPlace.has(at) && at >= start && at <= start + (high - low) + spare,
    ).length;
  if (side === "left") starts.reverse();
  const start = starts.reduce((best, each) => (kept(each) > kept(best) ? each : best), starts[0] ?? low);

  const jokers = new Set(all.filter(isJoker));
  for (const [tile, at] of places)
    if (jokers.has(tile) && !byPlace.has(at) && at >= start && at <= start + (high - low) + spare) {
      byPlace.set(at, tile);
      jokers.delete(tile);
    }
  for (let at = start; jokers.size; at++) {
    const [joker] = jokers;
    if (joker === undefined || byPlace.has(at)) continue;
    byPlace.set(at, joker);
    jokers.delete(joker);
  }
  return [...byPlace].sort(([a], [b]) => a - b).map(([, tile]) => tile);
}

/** The value at which every tile of a run lies. */
function placesOf(set: Tiles): Map<Tile, number> {
  const read = reading(set);
  if (read?.kind === "run")
    return new Map(read.tiles.map((tile, i) => [tile, faceValue(read.stands[i] ?? "")]));
  const plain = plainOf(set);
  return oneSuit(plain) && plain.length === set.length
    ? new Map(plain.map((tile) => [tile, valueOf(tile)]))
    : new Map();
}

/** A run onto which twins are laid becomes two: the new tiles lengthen the left one. */
function split(set: Tiles, tiles: Tiles): Sets | null {
  const old = placesOf(set);
  if (!old.size || tiles.some(isJoker) || !oneSuit(tiles)) return null;
  const suit = plainOf(set).map(suitOf)[0];
  if (tiles.some((tile) => suitOf(tile) !== suit)) return null;
  const lying = new Map([...old].map(([tile, at]) => [at, tile]));
  const laid = new Map(tiles.map((tile) => [valueOf(tile), tile]));
  const twice = [...laid.keys()].filter((at) => lying.has(at)).sort((a, b) => a - b);
  const [first, last] = [twice[0], twice.at(-1)];
  if (first === undefined || last === undefined || last - first + 1 !== twice.length) return null;
  const left: Tile[] = [];
  const right: Tile[] = [];
  for (let at = 1; at <= HIGHEST; at++) {
    const [here, there] = [laid.get(at) ?? lying.get(at), lying.get(at) ?? laid.get(at)];
    if (here !== undefined && at <= last) left.push(here);
    if (there !== undefined && at >= first) right.push(there);
  }
  const sound = [left, right].filter((part) => reading(part)).length;
  return sound && left.length > 1 && right.length > 1 ? [left, right] : null;
}

/** The tile that a bound joker stands for takes its place; what was laid with it joins the set. */
function exchange(set: Tiles, tiles: Tiles, side: Side): Sets | null {
  const at = set.findIndex((each) => isCast(each) && tiles.some((tile) => faceOf(tile) === faceOf(each)));
  const joker = set[at];
  const tile = tiles.find((each) => joker !== undefined && faceOf(each) === faceOf(joker));
  if (joker === undefined || tile === undefined) return null;
  const joined = join(
    set.with(at, tile),
    tiles.filter((each) => each !== tile),
    side,
  );
  return joined && [joined, [uncast(joker)]];
}

/** A tile laid on the joker that stands for it takes its place; there is no room left beside it. */
function free(set: Tiles, tiles: Tiles): Sets | null {
  const [tile] = tiles;
  const read = reading(set);
  if (tile === undefined || tiles.length > 1 || !read || isJoker(tile)) return null;
  const at = read.tiles.findIndex((each, i) => isJoker(each) && read.stands[i] === faceOf(tile));
  const joker = read.tiles[at];
  return joker === undefined ? null : [read.tiles.with(at, tile), [joker]];
}
