import { describe, expect, test } from "vitest";
import corpus from "../../../../corpora/rummy-sets.json";
import { lacks, openingPoints, pointsOf, reading } from "./sets";
import { isJoker } from "./tiles";

type Case =
  [tiles: string, lacks: number | null] | [tiles: string, kind: string, shown: string, stands: string];

const say = (text: string): Case => {
  const tiles = text.split(" ");
  const read = reading(tiles);
  return read ? [text, read.kind, read.tiles.join(" "), read.stands.join(" ")] : [text, lacks(tiles)];
};

/** Every multiset of `n` faces, in the order of `faces`, as Python's combinations_with_replacement. */
function* choose(faces: readonly string[], n: number, from = 0): Generator<string[]> {
  if (n === 0) yield [];
  else
    for (let i = from; i < faces.length; i++)
      for (const rest of choose(faces, n - 1, i)) yield [faces[i] as string, ...rest];
}

function asTiles(faces: readonly string[]): string[] | null {
  const used = new Map<string, number>();
  const tiles = faces.map((face) => {
    const copy = (isJoker(face) ? "abcd" : "ab")[used.get(face) ?? 0] ?? "";
    used.set(face, (used.get(face) ?? 0) + 1);
    return copy && face + copy;
  });
  return tiles.every(Boolean) ? tiles : null;
}

describe("the phone reads sets as the server does", () => {
  test.each(["all", "orders", "larger"] as const)("in every case of %s", (part) => {
    const cases = corpus[part] as Case[];
    expect(cases.map(([tiles]) => say(tiles))).toEqual(cases);
  });

  test("whatever is not in `all` can never be a set", () => {
    const known = new Set((corpus.all as Case[]).map(([tiles]) => tiles));
    const faces = corpus.faces.split(" ");
    for (let n = 1; n <= corpus.upto; n++)
      for (const each of choose(faces, n)) {
        const tiles = asTiles(each);
        if (tiles && !(n > 2 && tiles.every(isJoker)) && !known.has(tiles.join(" ")))
          expect([tiles.join(" "), lacks(tiles)]).toEqual([tiles.join(" "), null]);
      }
  });
});

describe("points of an opening", () => {
  test("sets add up, and a joker counts as the face it stands for", () => {
    expect(
      openingPoints([
        ["k9a", "r9a", "b9a"],
        ["p1a", "p2a", "p3a"],
      ]),
    ).toBe(33);
    expect(pointsOf(reading(["*a", "k13a", "r13a"]) as never)).toBe(39);
  });

  test("an unfinished set counts nothing yet", () => {
    expect(
      openingPoints([
        ["k9a", "r9a"],
        ["p1a", "p2a", "p3a"],
      ]),
    ).toBe(6);
  });

  test("a set of nothing but jokers is not a set, however many they are", () => {
    for (const tiles of [["*a"], ["*a", "*b"], ["*a", "*b", "*c"], ["*a", "*b", "*c", "*d"]]) {
      expect(reading(tiles)).toBeNull();
      expect(lacks(tiles)).toBeGreaterThan(0);
    }
  });
});
