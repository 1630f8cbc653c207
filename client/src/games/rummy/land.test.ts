import { describe, expect, test } from "vitest";
import { fits, land, mend, together } from "./land";
import type { Side } from "./land";

const tiles = (text: string): string[] =>
  text.split(" ").map((tile) => (/[a-d]$/.test(tile) ? tile : `${tile}a`));
const laid = (set: string, added: string, side: Side = "right"): string | null =>
  land(tiles(set), tiles(added), side)
    ?.map((each) => each.map((tile) => tile.replace(/a$/, "")).join(" "))
    .join(" | ") ?? null;

describe("tiles laid on a set lie in the order of the rules", () => {
  test.each([
    ["k4 k5 k6", "k7", "k4 k5 k6 k7"],
    ["k4 k5 k6", "k3", "k3 k4 k5 k6"],
    ["k4 k5 k6", "k8 k7", "k4 k5 k6 k7 k8"],
    ["k4 k5 k6", "k7 k3", "k3 k4 k5 k6 k7"],
    ["k4", "k5", "k4 k5"],
    ["k5 k7", "k6", "k5 k6 k7"],
    ["k11 k12 k13", "k5", "k5 k11 k12 k13"],
    ["k7 r7 b7", "p7", "k7 r7 b7 p7"],
  ])("%s and %s", (set, added, lies) => {
    expect(laid(set, added, "left")?.split(" ").sort()).toEqual(lies.split(" ").sort());
    expect(laid(set, added)).toBe(lies);
  });

  test("lifted in any order, a new set is in order too", () => {
    expect(together(tiles("k8 k6 k7"))).toEqual(tiles("k6 k7 k8"));
    expect(together(tiles("p7 k7 r7"))).toEqual(tiles("k7 r7 p7"));
    expect(together(tiles("k7 r9"))).toBeNull();
  });
});

describe("a joker", () => {
  test("goes to the end that was tapped, if both are open", () => {
    expect(laid("k5 k6 k7", "*", "left")).toBe("* k5 k6 k7");
    expect(laid("k5 k6 k7", "*", "right")).toBe("k5 k6 k7 *");
  });

  test("goes to the only open end otherwise", () => {
    expect(laid("k11 k12 k13", "*", "right")).toBe("* k11 k12 k13");
    expect(laid("k1 k2 k3", "*", "left")).toBe("k1 k2 k3 *");
  });

  test("fills a hole first", () => expect(laid("k5 k7", "*", "left")).toBe("k5 * k7"));

  test("keeps its place when others come", () => {
    expect(laid("* k5 k6", "k7", "left")).toBe("* k5 k6 k7");
    expect(laid("k5 * k7", "*b", "left")).toBe("*b k5 * k7");
    expect(laid("k5 k6 *", "k8", "right")).toBe("k5 k6 * k8");
  });

  test("makes room for the tile that it stands for, and moves to the tapped end", () => {
    expect(laid("k6 k7 * k9", "k8", "right")).toBe("k6 k7 k8 k9 *");
    expect(laid("k6 k7 * k9", "k8", "left")).toBe("* k6 k7 k8 k9");
  });

  test("is freed where there is no room beside the tile that it stands for", () => {
    expect(laid("k7 r7 * p7", "b7")).toBe("k7 r7 b7 p7 | *");
    expect(laid("* k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", "k1")).toBe(
      "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 | *",
    );
  });
});

describe("tiles that are there already split a run", () => {
  test("4 dropped into the gap of 123_456 lengthens the left set (fault 24)", () => {
    expect(laid("k1 k2 k3 k4 k5 k6", "k4b")).toBe("k1 k2 k3 k4b | k4 k5 k6");
  });

  test("a lifted run dropped on a splitting place gives two sets", () => {
    expect(laid("k1 k2 k3 k4 k5 k6", "k3b k4b")).toBe("k1 k2 k3b k4b | k3 k4 k5 k6");
    expect(laid("k4 k5 k6 k7", "k3b k5b")).toBe("k3b k4 k5b | k5 k6 k7");
  });

  test("never for the sake of two wrecks, or of a tile alone", () => {
    expect(laid("k4 k5 k6", "k5b")).toBeNull();
    expect(laid("k4 k5 k6", "k4b")).toBeNull();
  });

  test("a joker keeps its place in the half where it lies", () => {
    expect(laid("k3 k4 k5 * k7 k8", "k5b")).toBe("k3 k4 k5b | k5 * k7 k8");
  });
});

describe("what does not belong is not glued on", () => {
  test.each([
    ["k4 k5 k6", "r7"],
    ["k7 r7 b7", "k7b"],
    ["k7 r7 b7 p7", "*"],
  ])("%s and %s", (set, added) => expect(laid(set, added)).toBeNull());
});

describe("a set fits", () => {
  test("where it stays good, or gets better", () => {
    expect(fits(tiles("k4 k5 k6"), tiles("k7"), "left")).toBe(true);
    expect(fits(tiles("k4"), tiles("k5"), "left")).toBe(true);
    expect(fits(tiles("k1 k2 k3 k4 k5 k6"), tiles("k4b"), "left")).toBe(true);
  });
  test("not where it gets a hole", () => expect(fits(tiles("k4 k5 k6"), tiles("k8"), "left")).toBe(false));
});

describe("a run that lost its middle", () => {
  test("is two sets, if both stand", () => {
    expect(mend(tiles("k1 k2 k3 k5 k6 k7"))).toEqual([tiles("k1 k2 k3"), tiles("k5 k6 k7")]);
  });
  test("stays together otherwise, and shows the hole", () => {
    expect(mend(tiles("k1 k2 k3 k5 k6"))).toEqual([tiles("k1 k2 k3 k5 k6")]);
  });
});
