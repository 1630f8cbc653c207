import { expect, test } from "vitest";
import { shelve, spotOf } from "./shelves";

test.each([
  [14, 362, "phone", 7, 2],
  [16, 362, "phone", 8, 2],
  [18, 362, "phone", 10, 2],
  [30, 362, "phone", 10, 3],
  [40, 332, "short", 14, 3],
  [1, 362, "phone", 7, 2],
  [14, 926, "wide", 14, 1],
  [40, 926, "wide", 20, 2],
] as const)("%i tiles on %i px of a %s: %i across, %i shelves", (tiles, width, shape, across, rows) => {
  const shelves = shelve(tiles, width, shape);
  expect([shelves.across, shelves.rows]).toEqual([across, rows]);
  for (let at = 0; at < tiles; at++) {
    const { row, x } = spotOf(at, shelves, width);
    expect(row).toBeLessThan(rows);
    expect(x).toBeGreaterThanOrEqual(-0.01);
    expect(x + shelves.w).toBeLessThanOrEqual(width + 0.01);
  }
});
