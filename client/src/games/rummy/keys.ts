/** Sets have no names, but the eye follows them: a set keeps its key while it keeps most of its tiles. */

import type { Sets, Tiles } from "./tiles";

export interface Keyed {
  readonly key: number;
  readonly tiles: Tiles;
}

export function match(before: readonly Keyed[], sets: Sets): Keyed[] {
  const pairs: { shared: number; was: number; is: number }[] = [];
  sets.forEach((tiles, is) => {
    before.forEach((old, was) => {
      const shared = tiles.filter((tile) => old.tiles.includes(tile)).length;
      if (shared) pairs.push({ shared, was, is });
    });
  });
  pairs.sort((a, b) => b.shared - a.shared || a.is - b.is || a.was - b.was);
  const keys = new Map<number, number>();
  const taken = new Set<number>();
  for (const { was, is } of pairs) {
    const key = before[was]?.key;
    if (key === undefined || keys.has(is) || taken.has(key)) continue;
    keys.set(is, key);
    taken.add(key);
  }
  let next = Math.max(0, ...before.map(({ key }) => key)) + 1;
  return sets.map((tiles, is) => ({ key: keys.get(is) ?? next++, tiles }));
}
