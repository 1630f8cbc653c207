import { expect, test } from "vitest";
import { targets } from "./targets";
import type { Seat } from "./seat";

const seat = (draft: string): Seat =>
  ({
    mine: true,
    opened: true,
    options: {},
    places: [],
    stands: [],
    held: ["k7a", "k8a", "*a", "r5b", "k4b"],
    table: [],
    draft: draft.split("|").map((set) => set.trim().split(" ")),
  }) as unknown as Seat;
const found = (draft: string, ...tiles: string[]): object => Object.fromEntries(targets(seat(draft), tiles));

test("a tile belongs behind a run, before it, or into its hole", () => {
  expect(found("k4a k5a k6a|r1a r2a r3a", "k7a")).toEqual({ 0: [{ at: 3, number: 7 }] });
  expect(found("k8a k9a k10a", "k7a")).toEqual({ 0: [{ at: 0, number: 7 }] });
  expect(found("k5a k6a k8b", "k7a")).toEqual({ 0: [{ at: 2, number: 7 }] });
});

test("a joker has both ends to choose from", () => {
  expect(found("k4a k5a k6a", "*a")).toEqual({
    0: [
      { at: 0, number: 3 },
      { at: 3, number: 7 },
    ],
  });
});

test("where a run would be split, the seam is shown", () => {
  expect(found("k1a k2a k3a k4a k5a k6a", "k4b")).toEqual({ 0: [{ at: 3, number: 4 }] });
});

test("the set it lies in is no target, nor is one it would spoil", () => {
  expect(found("k4a k5a k6a k7a", "k7a")).toEqual({});
  expect(found("k4a k5a k6a", "k8a")).toEqual({});
});
