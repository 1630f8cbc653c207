import { describe, expect, test } from "vitest";
import { settle } from "./board";
import type { Box, Item, Layout } from "./board";
import { match } from "./keys";
import { GAP, heightOf, pack, PITCH, sizeOf, SMALL, widthOf } from "./pack";

const PHONE: Box = { width: 374, height: 440, max: 42 };
const lengths = (text: string): number[] => [...text].map(Number);
const items = (text: string): Item[] => lengths(text).map((length, key) => ({ key: key + 1, length }));
const SOME = items("4335363344344333333");
const FULL = items("4354354354354354354354354444");

function overlaps(layout: Layout): boolean {
  const spots = [...layout.spots.values()];
  return spots.some((a, i) =>
    spots.some(
      (b, j) =>
        i < j &&
        a.y < b.y + layout.size.row &&
        b.y < a.y + layout.size.row &&
        a.x < b.x + b.width &&
        b.x < a.x + a.width,
    ),
  );
}

describe("packing", () => {
  test("finds the largest tile with which all sets are in sight", () => {
    const packed = pack(lengths("4335363344344333333"), PHONE.width, PHONE.height, PHONE.max);
    expect(packed.total).toBeLessThanOrEqual(PHONE.height);
    expect(packed.rows.flat()).toEqual(lengths("4335363344344333333").map((_, i) => i));
    expect(packed.w).toBeGreaterThan(26);
  });
  test("never exceeds what looks well", () => expect(pack([3], 1000, 1000, 42).w).toBe(42));
  test("takes an empty table", () => expect(pack([], 300, 300, 42).rows).toEqual([]));
  test("keeps the longest set within the width", () => {
    const packed = pack([13], 200, 600, 42);
    expect(widthOf(13, packed)).toBeLessThanOrEqual(200);
  });
});

describe("the board", () => {
  test("shows every set inside the box, none over another", () => {
    const layout = settle(null, SOME, PHONE, false);
    expect(layout.pans).toBe(false);
    expect(overlaps(layout)).toBe(false);
    for (const { x, y, width } of layout.spots.values()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
      expect(y + layout.size.row).toBeLessThanOrEqual(PHONE.height + 0.01);
    }
  });

  test("pans with tiles of 26 px where the pitch would be below 24", () => {
    const layout = settle(null, FULL, { ...PHONE, height: 250 }, false);
    expect(layout.size.w).toBe(SMALL);
    expect(layout.pans).toBe(true);
    expect(layout.height).toBeCloseTo(heightOf(layout.rows.length, sizeOf(SMALL)));
  });

  test("does not move anything when a set grows and there is room", () => {
    const before = settle(null, items("333"), PHONE, false);
    const after = settle(before, items("334"), PHONE, false);
    expect(after.size).toBe(before.size);
    for (const key of [1, 2, 3])
      expect([after.spots.get(key)?.x, after.spots.get(key)?.y]).toEqual([
        before.spots.get(key)?.x,
        before.spots.get(key)?.y,
      ]);
  });

  test("does not move anything when a new set begins and there is room", () => {
    const before = settle(null, items("333333"), PHONE, false);
    const after = settle(before, items("3333333"), PHONE, false);
    expect(after.size).toBe(before.size);
    for (const key of [1, 2, 3, 4]) expect(after.spots.get(key)?.y).toBe(before.spots.get(key)?.y);
  });

  test("packs anew when it no longer fits, or when it is told to", () => {
    const before = settle(null, items("33"), PHONE, false);
    const full = settle(before, SOME, PHONE, false);
    expect(full.size.w).toBeLessThan(before.size.w);
    expect(overlaps(full)).toBe(false);
    expect(settle(full, items("33"), PHONE, false).size.w).toBe(full.size.w);
    expect(settle(full, items("33"), PHONE, true).size.w).toBe(before.size.w);
  });

  test("keeps its law while sets come, grow and go", () => {
    let layout: Layout | null = null;
    for (let i = 0; i < 200; i++) {
      const some = Array.from({ length: (i * 7) % 23 }, (_, k) => ({
        key: k + 1 + (i % 3),
        length: 3 + ((i * k) % 6),
      }));
      layout = settle(layout, some, PHONE, i % 11 === 0);
      expect(overlaps(layout)).toBe(false);
      expect([...layout.spots.keys()].sort()).toEqual(some.map(({ key }) => key).sort());
      expect(layout.pans || layout.size.w + GAP >= PITCH).toBe(true);
    }
  });
});

describe("a set keeps its key", () => {
  const start = match(
    [],
    [
      ["k1a", "k2a", "k3a"],
      ["r7a", "b7a", "p7a"],
    ],
  );
  test("when others are before it, and when it grows", () => {
    const after = match(start, [["b9a"], ["r7a", "b7a", "p7a", "k7a"], ["k1a", "k2a", "k3a"]]);
    expect(after.map(({ key }) => key)).toEqual([3, 2, 1]);
  });
  test("in the larger part, when it is split", () => {
    const after = match(start, [["k1a"], ["k2a", "k3a"], ["r7a", "b7a", "p7a"]]);
    expect(after.map(({ key }) => key)).toEqual([3, 1, 2]);
  });
});
