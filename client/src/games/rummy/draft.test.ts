import { describe, expect, test } from "vitest";
import { addsUp, giveBack, laidOf, lay, sameSets } from "./draft";
import type { Target } from "./draft";
import { isJoker, SUITS } from "./tiles";
import type { Sets, Tile } from "./tiles";

const sets = (text: string): Sets => text.split("|").map((set) => set.trim().split(" "));

describe("laying", () => {
  const table = sets("k4a k5a k6a|r7a b7a p7a");

  test("a rack tile on a set lengthens it", () => {
    expect(lay(table, ["k7a"], { set: 0, side: "left" })).toEqual(sets("k4a k5a k6a k7a|r7a b7a p7a"));
  });

  test("on the empty table a new set begins, never an extension of the nearest (fault 26)", () => {
    expect(lay(table, ["k7a"], "new")).toEqual(sets("k4a k5a k6a|r7a b7a p7a|k7a"));
  });

  test("what does not belong changes nothing", () => {
    expect(lay(table, ["r9a"], { set: 0, side: "left" })).toBeNull();
    expect(lay(table, ["r9a", "k2a"], "new")).toBeNull();
  });

  test("the last tile of a set leaves no empty set behind (fault 22)", () => {
    const draft = lay(table, ["k7a"], "new") as Sets;
    expect(lay(draft, ["k7a"], { set: 0, side: "left" })).toEqual(sets("k4a k5a k6a k7a|r7a b7a p7a"));
    expect(giveBack(draft, ["k7a"])).toEqual(table);
  });

  test("a tile dropped where it was lifted lies there as before", () => {
    expect(lay(table, ["k5a"], { set: 0, side: "right" })).toEqual(table);
    expect(lay(table, ["k6a", "k5a", "k4a"], { set: 0, side: "right" })).toEqual(table);
  });

  test("one tile laid in this turn returns, the others stay (fault 23)", () => {
    const draft = lay(lay(table, ["k7a"], { set: 0, side: "left" }) as Sets, ["k3a"], {
      set: 0,
      side: "left",
    });
    expect(giveBack(draft as Sets, ["k7a"])).toEqual(sets("k3a k4a k5a k6a|r7a b7a p7a"));
  });

  test("a twin goes by its id, not by its face (fault 20)", () => {
    const draft = lay(table, ["k5b"], "new") as Sets;
    expect(giveBack(draft, ["k5b"])).toEqual(table);
    expect(laidOf(draft, table)).toEqual(["k5b"]);
  });

  test("sets keep their places when one before them is emptied", () => {
    const draft = sets("k7a|k4a k5a k6a|r7a b7a p7a");
    expect(lay(draft, ["k7a"], { set: 1, side: "left" })).toEqual(sets("k4a k5a k6a k7a|r7a b7a p7a"));
  });
});

describe("an arranging from outside", () => {
  const [table, rack] = [sets("k4a k5a k6a"), ["k7a", "k8a"]];
  test.each<[string, Sets, boolean]>([
    ["the start of the turn", sets("k4a k5a k6a"), true],
    ["own tiles laid", sets("k4a k5a k6a k7a|k8a"), true],
    ["a tile of the table is lost", sets("k4a k5a"), false],
    ["a tile lies twice", sets("k4a k5a k6a|k6a"), false],
    ["a tile nobody has", sets("k4a k5a k6a|p1a"), false],
    ["an empty set", [...sets("k4a k5a k6a"), []], false],
  ])("%s", (_, draft, good) => expect(addsUp(draft, table, rack)).toBe(good));
});

/** A small generator with a seed, so that a failing run has a name. */
function chance(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) % below;
  };
}

describe("every tile lies exactly once after every gesture (faults 19-25)", () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))("in the random gestures of seed %i", (seed) => {
    const below = chance(seed);
    const all: Tile[] = SUITS.flatMap((suit) =>
      Array.from({ length: 13 }, (_, v) => [`${suit}${v + 1}a`, `${suit}${v + 1}b`]).flat(),
    );
    all.push("*a", "*b");
    const pick = (from: readonly Tile[]): Tile => from[below(from.length)] as Tile;
    const table = sets(
      "k1a k2a k3a k4a k5a k6a|r7a b7a p7a|r9a *a r11a|k13a r13a b13a p13a|b3a b4a b5a|p2a p3a p4a *b",
    );
    const rest = all.filter((tile) => !table.flat().includes(tile));
    const rack = Array.from({ length: 20 }, () => rest.splice(below(rest.length), 1)[0] as Tile);

    let draft: Sets = table;
    let done = 0;
    for (let i = 0; i < 150; i++) {
      const before = JSON.stringify(draft);
      const reach = [...new Set([...draft.flat(), ...rack])];
      const lifted = [...new Set(Array.from({ length: 1 + below(3) }, () => pick(reach)))];
      const target: Target = below(4)
        ? { set: below(draft.length), side: below(2) ? "left" : "right" }
        : "new";
      const own = laidOf(draft, table);
      const next: Sets | null =
        own.length && !below(6) ? giveBack(draft, [pick(own)]) : lay(draft, lifted, target);
      expect(JSON.stringify(draft)).toBe(before);
      if (!next) continue;
      if (!sameSets(next, draft)) done++;
      draft = next;
      expect(addsUp(draft, table, rack), JSON.stringify(draft)).toBe(true);
    }
    expect(done).toBeGreaterThan(8);
    expect(draft.flat().filter(isJoker).length).toBeGreaterThanOrEqual(2);
    expect(giveBack(draft, laidOf(draft, table)).flat().sort()).toEqual([...table.flat()].sort());
  });
});
