import { expect, test } from "vitest";
import { cells } from "./cells";

const tiles = (text: string): string[] =>
  text.split(" ").map((tile) => (tile.length > 1 && /[a-d]$/.test(tile) ? tile : `${tile}a`));
const drawn = (text: string, pins: [string, string][] = []): string =>
  cells(tiles(text), new Map(pins))
    .map((cell) =>
      "tile" in cell
        ? cell.tile.slice(0, -1) + (cell.tile[0] === "*" ? `=${cell.stands ?? "?"}` : "")
        : `_${cell.hole ?? ""}`,
    )
    .join(" ");

test.each([
  ["k3 k4 k5", "k3 k4 k5"],
  ["k6 k7 * k9", "k6 k7 *=k8 k9"],
  ["* r13 k13", "*=b13 r13 k13"],
  ["p5 p6", "p5 p6 _7"],
  ["p12 p13", "_11 p12 p13"],
  ["k3 k4 k6 k7", "k3 k4 _5 k6 k7"],
  ["k5 k7", "k5 _6 k7"],
  ["k5 k9 k10", "k5 k9 k10"],
  ["k7 r7", "k7 r7 _7"],
  ["k7", "k7 _ _"],
  ["k7 *", "k7 *=? _"],
  ["*", "*=? _ _"],
  ["k7 r9", "k7 r9"],
])("%s is shown as %s", (set, shown) => expect(drawn(set)).toBe(shown));

test.each([
  ["r7 b7 *", "p7", "r7 b7 *=p7"],
  ["k5 k6 *", "k4", "*=k4 k5 k6"],
  ["k7 *", "k6", "*=k6 k7 _8"],
  ["*", "k6", "*=k6 _ _"],
])("%s with a joker that stands for %s is shown as %s", (set, face, shown) =>
  expect(drawn(set, [["*a", face]])).toBe(shown),
);
