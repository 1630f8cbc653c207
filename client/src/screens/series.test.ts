import { describe, expect, test } from "vitest";
import type { Outcome } from "../wire";
import { apart, lines, named, ranking, scale, sum } from "./series";

function outcome(points: number[], winners: number[], reason = "went_out"): Outcome {
  return { points, winners, reason };
}

test("every seat's line adds up to where it stands", () => {
  const results = [outcome([32, -32], [0]), outcome([-5, 5], [1])];
  expect(lines(results, [27, -27])).toEqual([
    [0, 32, 27],
    [0, -32, -27],
  ]);
});

test("of a series longer than is known the lines start where they stood", () => {
  expect(lines([outcome([-5, 5], [1])], [27, -27])).toEqual([
    [32, 27],
    [-32, -27],
  ]);
});

test.each([[[0]], [[0, 57, -55]], [[0, 3, -3]], [[0, 900, -1400]], [[-12, -40]]])(
  "the scale of %j names a few round values and holds every total",
  (totals) => {
    const { top, bottom, ticks } = scale(totals);
    expect(ticks).toContain(0);
    expect(ticks.length).toBeLessThanOrEqual(5);
    for (const value of [...totals, ...ticks]) {
      expect(value).toBeLessThanOrEqual(top);
      expect(value).toBeGreaterThanOrEqual(bottom);
    }
  },
);

test.each([[[10, 11, 12, 13]], [[100, 100, 100, 100]], [[10, 60, 61, 110]]])(
  "labels that want to stand at %j keep their distance and their order",
  (wanted) => {
    const places = apart(wanted, 15, 10, 110);
    const sorted = [...places].sort((a, b) => a - b);
    sorted.slice(1).forEach((place, i) => {
      expect(place - (sorted[i] ?? 0)).toBeGreaterThanOrEqual(15);
    });
    expect(sorted).toEqual(places);
    expect(sorted[0]).toBeGreaterThanOrEqual(10);
    expect(sorted.at(-1)).toBeLessThanOrEqual(110);
  },
);

test.each([1, 3, 5, 6, 23, 100])("of %i games the axis names at most six, and the last one", (games) => {
  expect(named(games).length).toBeLessThanOrEqual(6);
  expect(named(games).at(-1)).toBe(games);
});

describe("how a plus adds up", () => {
  test("a sole winner takes what each of the others lost", () => {
    expect(sum(outcome([-7, 32, -11, -14], [1]), 1)).toBe("7+11+14");
  });
  test("there is no sum for a loser, with one loser, or for a shared win", () => {
    expect(sum(outcome([-7, 32, -11, -14], [1]), 0)).toBe("");
    expect(sum(outcome([-7, 7], [1]), 1)).toBe("");
    expect(sum(outcome([13, 12, -25], [0, 1]), 0)).toBe("");
  });
});

test("equal points share a place", () => {
  expect(ranking([-5, 15, -5, -5])).toEqual([
    { seat: 1, place: 1 },
    { seat: 0, place: 2 },
    { seat: 2, place: 2 },
    { seat: 3, place: 2 },
  ]);
});
