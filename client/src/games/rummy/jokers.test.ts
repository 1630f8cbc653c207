import { describe, expect, test } from "vitest";
import { FACTS } from "../../wire";
import type { RummyOptions, RummyView } from "../../wire";
import { doubt } from "./jokers";
import type { Doubt } from "./jokers";
import { verdict } from "./judge";
import { decide, drop, follow, isOpen, laid, restore, undo, worth } from "./seat";
import type { Seat } from "./seat";
import { targets } from "./targets";
import { tapTable, tapTile } from "./taps";
import type { Sets } from "./tiles";

const sets = (text: string): Sets => text.split("|").map((set) => set.trim().split(" "));
const exchange = { joker: "exchange" } as const;

/** A seat by its table, its rack and its rules; `stands` is what the table's only joker stands for. */
function seated(table: string, rack: string, rules: Partial<RummyOptions>, stands = "", opened = true): Seat {
  const lying = table ? sets(table) : [];
  const view = {
    you: 0,
    seat: 0,
    turn: 5,
    options: { ...FACTS.rummy.presets.page.options, ...rules },
    rack: rack.split(" "),
    table: lying,
    stands: lying.map((set) => set.map((tile) => (tile.startsWith("*") ? stands : tile.slice(0, -1)))),
    opened: [opened, true],
    glass: { limit: null, ran: 0 },
    outcome: null,
  } as unknown as RummyView;
  return follow(null, view, 1);
}
const tap = (seat: Seat, ...tiles: string[]): Seat =>
  tiles.reduce((s, tile) => tapTile(s, tile, "right"), seat);
const lain = (seat: Seat, ...tiles: string[]): Seat => tapTable(tap(seat, ...tiles));
const asked = ({ places, draft, stands }: Seat): Doubt | null => doubt(places, draft, stands);

describe("a joker in the first lay", () => {
  const rack = "r9a b9a *a p1a p2a p3a";
  test("counts as the tile it stands for, by the official rules", () => {
    const nine = lain(seated("", rack, { official: true }, "", false), "r9a", "b9a", "*a");
    expect([worth(nine), verdict(nine)?.code]).toEqual([27, "opening_low"]);
    const both = lain(nine, "p1a", "p2a", "p3a");
    expect([worth(both), verdict(both)]).toEqual([33, null]);
  });
  test("is not laid otherwise", () => {
    expect(lain(seated("", rack, {}, "", false), "*a").said).toBe("joker_closed");
  });
  test("counts as what was chosen for it", () => {
    const seat = lain(seated("", "r9a *a *b", { ...exchange, official: true }, "", false), "r9a", "*a", "*b");
    expect(worth(seat)).toBe(27);
    expect(worth(decide(decide(seat, "*a", "r10"), "*b", "r11"))).toBe(30);
  });
});

describe("playing on after the first lay", () => {
  const rack = "k9a r9a b9a p2a k7a p1a p3a";
  const start = seated("k4a k5a k6a|r7a b7a p7a", rack, { playing_on: true }, "", false);
  const nine = lain(start, "k9a", "r9a", "b9a");
  const open = lain(nine, "p1a", "p2a", "p3a");
  test("opens the table once own sets are worth enough", () => {
    expect([isOpen(nine), tap(nine, "k4a").said]).toEqual([false, "table_closed"]);
    expect(isOpen(open)).toBe(true);
    const added = tap(open, "k7a", "k6a");
    expect([added.draft[0], verdict(added)]).toEqual([["k4a", "k5a", "k6a", "k7a"], null]);
  });
  test("is over when they are not worth it any more", () => {
    const added = tap(open, "k7a", "k6a");
    expect(isOpen(drop(added, ["p3a"], "new"))).toBe(false);
    expect(tap(seated("k4a k5a k6a", rack, {}, "", false), "k7a", "k6a").said).toBe("set_closed");
  });
});

describe("under exchange a joker on the table", () => {
  const seat = seated("k5a *a k7a|r1a r2a r3a", "k6a k8a b6a *b r4a", exchange, "k6");
  test("is freed by the tile it stands for", () => {
    const freed = tap(seat, "k6a", "k7a");
    expect(freed.draft).toEqual(sets("k5a k6a k7a|*a|r1a r2a r3a"));
    const used = tap(freed, "*a", "r3a");
    expect(verdict(used)).toBeNull();
    expect(used.draft).toEqual(sets("k5a k6a k7a|r1a r2a r3a *a"));
  });
  test("may not leave its place otherwise", () => {
    const away = tap(tap(lain(seat, "k5a"), "k8a", "k7a"), "*a", "r3a");
    expect(away.draft.find((set) => set.includes("*a"))).toEqual(["r1a", "r2a", "r3a", "*a"]);
    const strayed = restore(seat, { sets: sets("k7a k8a|k5a k6a|r1a r2a r3a *a"), stands: [] }, null);
    expect(verdict(strayed)?.code).toBe("bad_sets");
  });
  test("must not be gone when the turn ends", () => {
    const wide = seated("k4a k5a k6a *a|r1a r2a r3a", "r5a", exchange, "k7");
    const gone = tap(tap(wide, "*a", "r3a"), "r5a", "r3a");
    expect(gone.draft).toEqual(sets("k4a k5a k6a|r1a r2a r3a *a r5a"));
    expect(verdict(gone)).toEqual({ code: "joker_stays", sets: [1], jokers: ["*a"] });
  });
  test("keeps what it stands for when its set grows", () => {
    const grown = tap(seat, "k8a", "k7a");
    expect([grown.draft[0], verdict(grown)]).toEqual([["k5a", "*a", "k7a", "k8a"], null]);
    const group = seated("r7a b7a *a", "k7a p7a k1a", exchange, "p7");
    expect(tap(group, "k7a", "b7a").draft).toEqual(sets("r7a b7a *a k7a"));
    expect(tap(group, "p7a", "b7a").draft).toEqual(sets("r7a b7a p7a|*a"));
  });
  test("stays for good while its set can be read so, though another fills its place", () => {
    const run = seated("k3a k4a *a k6a k7a", "k5a k9a", exchange, "k5");
    const parted = tapTable(tap(tap(run, "k5a", "k4a"), "k6a", "k7a"));
    const joined = tap(parted, "*a", "k7a");
    expect(joined.draft).toEqual(sets("k3a k4a k5a|k6a k7a *a"));
    expect(asked(joined)).toEqual({ joker: "*a", faces: ["k5", "k8"], face: "k5" });
    expect(asked(decide(joined, "*a", "k8"))?.face).toBe("k8");
  });
  test("cannot stand for another tile where it lies", () => {
    const run = seated("k4a k5a k6a *a|r6a b6a p6a", "k3a", exchange, "k7");
    const moved = tap(tap(run, "k6a", "p6a"), "k3a", "k4a");
    expect(moved.draft.map((set) => set.length)).toEqual([4, 4]);
    expect(verdict(moved)).toEqual({ code: "joker_stays", sets: [0], jokers: ["*a"] });
  });
  test("moves with a part of its run", () => {
    const run = seated("k1a k2a k3a k4a *a k6a k7a", "k8a", exchange, "k5");
    const parted = tapTable(tap(run, "*a", "k6a", "k7a"));
    expect(parted.draft).toEqual(sets("k1a k2a k3a k4a|*a k6a k7a"));
    expect(verdict(tap(parted, "k8a", "k7a"))).toBeNull();
  });
  test("shows the place of its tile as a target", () => {
    expect(targets(seat, ["k6a"]).get(0)).toEqual([{ at: 2, number: 6 }]);
  });
  test("moves as it likes where jokers are free", () => {
    const free = seated("k4a k5a k6a *a|r1a r2a r3a", "r5a", {}, "k7");
    expect(verdict(tap(tap(free, "*a", "r3a"), "r5a", "r3a"))).toBeNull();
  });
});

describe("where a new joker can be read in two ways", () => {
  test("it is asked which: the free suits of a group", () => {
    const seat = lain(seated("", "r7a b7a *a p7a", exchange), "r7a", "b7a", "*a");
    expect(asked(seat)).toEqual({ joker: "*a", faces: ["k7", "p7"], face: "k7" });
    const chosen = decide(seat, "*a", "p7");
    expect([asked(chosen)?.face, chosen.stands]).toEqual(["p7", [["*a", "p7"]]]);
    expect([undo(chosen).stands, undo(chosen).draft]).toEqual([[], seat.draft]);
  });
  test("a choice that no longer fits is forgotten", () => {
    const seat = decide(lain(seated("", "r7a b7a *a p7a", exchange), "r7a", "b7a", "*a"), "*a", "p7");
    const full = tap(seat, "p7a", "b7a");
    expect([full.draft, full.stands, asked(full)]).toEqual([sets("r7a b7a *a p7a"), [], null]);
  });
  test("the ends of a run", () => {
    const seat = lain(seated("", "k5a k6a *a", exchange), "k5a", "k6a", "*a");
    expect(asked(seat)).toEqual({ joker: "*a", faces: ["k4", "k7"], face: "k7" });
    expect(asked(lain(seated("", "k12a k13a *a", exchange), "k12a", "k13a", "*a"))).toBeNull();
  });
  test("a group or a run, one joker after the other", () => {
    const seat = lain(seated("", "k7a *a *b", exchange), "k7a", "*a", "*b");
    expect(asked(seat)?.faces).toEqual(["k5", "k6", "k8", "k9", "r7", "b7", "p7"]);
    const one = decide(seat, "*a", "k8");
    expect(asked(one)).toEqual({ joker: "*b", faces: ["k6", "k9"], face: "k9" });
    expect(laid(one).length).toBe(3);
  });
  test("nothing is asked of a joker in its place", () => {
    expect(asked(seated("r7a b7a *a", "k1a", exchange, "p7"))).toBeNull();
  });
});
