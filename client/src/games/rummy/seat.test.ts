import { describe, expect, test } from "vitest";
import { FACTS } from "../../wire";
import type { RummyOptions, RummyView } from "../../wire";
import { verdict } from "./judge";
import { Memory } from "./memory";
import { moved, sortingOf } from "./rack";
import {
  changed,
  dropOnRack,
  drop,
  follow,
  laid,
  putBack,
  redo,
  reset,
  restore,
  shown,
  sort,
  takeSet,
  undo,
  worth,
} from "./seat";
import type { Draft } from "./draft";
import type { Seat } from "./seat";
import { tapRack, tapSet, tapTable, tapTile } from "./taps";
import type { Sets } from "./tiles";

const sets = (text: string): Sets => (text ? text.split("|").map((set) => set.trim().split(" ")) : []);
const TABLE = "k4a k5a k6a|r7a b7a p7a";

function view(change: Partial<RummyView> = {}, rules: Partial<RummyOptions> = {}): RummyView {
  const table = (change.table ?? sets(TABLE)) as string[][];
  return {
    you: 0,
    options: { ...FACTS.rummy.presets.page.options, ...rules },
    opener: 0,
    lots: [],
    turn: 5,
    seat: 0,
    rack: ["k7a", "k8a", "r1a", "b13a", "k7b", "*a"],
    fresh: [],
    counts: [6, 9],
    table,
    stands: table.map((set) => set.map((tile) => tile.slice(0, -1))),
    pool: 40,
    opened: [true, true],
    glass: { limit: 60, ran: 0 },
    took: false,
    passes: 0,
    last: null,
    outcome: null,
    redeal: false,
    racks: [],
    ...change,
  };
}
const seated = (change: Partial<RummyView> = {}, rules: Partial<RummyOptions> = {}): Seat =>
  follow(null, view(change, rules), 1);
const drafted = (text: string): Draft => ({ sets: sets(text), stands: [] });
const tap = (seat: Seat, ...tiles: string[]): Seat =>
  tiles.reduce((s, tile) => tapTile(s, tile, "right"), seat);

describe("a tap", () => {
  test("lifts a tile of the rack or of the table, and puts it back", () => {
    expect(tap(seated(), "k7a").lifted).toEqual(["k7a"]);
    expect(tap(seated(), "k4a").lifted).toEqual(["k4a"]);
    expect(tap(seated(), "k7a", "k7a").lifted).toEqual([]);
  });

  test("on another tile of the rack lifts that one too", () => {
    expect(tap(seated(), "k7a", "k8a").lifted).toEqual(["k7a", "k8a"]);
  });

  test("on a set lays what is lifted, in the order of the rules (fault 25)", () => {
    const seat = tap(seated(), "k8a", "k7a", "k5a");
    expect(seat.draft).toEqual(sets("k4a k5a k6a k7a k8a|r7a b7a p7a"));
    expect(seat.lifted).toEqual([]);
    expect(laid(seat)).toEqual(["k7a", "k8a"]);
    expect(shown(seat)).toEqual(["r1a", "b13a", "k7b", "*a"]);
  });

  test("on the empty table makes a new set (fault 26)", () => {
    expect(tapTable(tap(seated(), "k7a")).draft).toEqual(sets(`${TABLE}|k7a`));
  });

  test("on a set where it does not belong says so, and keeps it lifted", () => {
    const seat = tap(seated(), "r1a", "k5a");
    expect([seat.said, seat.lifted, changed(seat)]).toEqual(["no_fit", ["r1a"], false]);
  });

  test("on another tile of its own set takes that one along", () => {
    const seat = tap(seated(), "k5a", "k6a");
    expect(seat.lifted).toEqual(["k5a", "k6a"]);
    expect(tapTable(seat).draft).toEqual(sets("k4a|r7a b7a p7a|k5a k6a"));
  });

  test("on the empty part of the rack returns own tiles of this turn, and never one of the table", () => {
    const lain = tap(seated(), "k7a", "k5a");
    expect(tapRack(tap(lain, "k7a")).draft).toEqual(sets(TABLE));
    const stolen = tapRack(tap(lain, "k4a"));
    expect([stolen.said, stolen.draft]).toEqual(["not_to_rack", lain.draft]);
  });

  test("on a set's edge lays there, at the tapped half", () => {
    expect(tapSet(tap(seated(), "*a"), 0, "left").draft[0]).toEqual(["*a", "k4a", "k5a", "k6a"]);
    expect(tapSet(tap(seated(), "*a"), 0, "right").draft[0]).toEqual(["k4a", "k5a", "k6a", "*a"]);
  });
});

test("a whole set is taken up by its edge", () => {
  const seat = takeSet(seated(), 1);
  expect(seat.lifted).toEqual(["r7a", "b7a", "p7a"]);
  expect(drop(seat, seat.lifted, "new").draft).toEqual(sets(TABLE));
});

describe("when it is not one's turn", () => {
  const away = seated({ seat: 1 });
  test("tiles of the table do not move, the rack does (fault 30)", () => {
    expect([tap(away, "k4a").lifted, tap(away, "k4a").said]).toEqual([[], "not_your_turn"]);
    expect(takeSet(away, 0).lifted).toEqual([]);
    expect(tapTable(tap(away, "k7a")).said).toBe("not_your_turn");
    expect(shown(dropOnRack(away, ["*a"], 0))[0]).toBe("*a");
    expect(shown(sort(away))).toEqual(["k7a", "k7b", "k8a", "r1a", "b13a", "*a"]);
  });
});

describe("before opening", () => {
  const seat = seated({ opened: [false, true] });
  test("the table is closed, and it is said why (fault 12)", () => {
    expect(tap(seat, "k4a").said).toBe("table_closed");
    expect(tap(seat, "k7a", "k5a").said).toBe("set_closed");
  });
  test("no joker is laid", () => expect(tapTable(tap(seat, "*a")).said).toBe("joker_closed"));
  test("own sets are laid and changed as one likes", () => {
    const next = tap(tapTable(tap(seat, "k7a")), "k8a", "k7a");
    expect(next.draft).toEqual(sets(`${TABLE}|k7a k8a`));
    expect(tap(next, "k8a").lifted).toEqual(["k8a"]);
  });
});

describe("undo and redo", () => {
  const one = tap(seated(), "k7a", "k5a");
  const two = tap(one, "k8a", "k5a");
  test("go step by step", () => {
    expect(undo(two).draft).toEqual(one.draft);
    expect(undo(undo(two)).draft).toEqual(sets(TABLE));
    expect(redo(undo(two)).draft).toEqual(two.draft);
    expect(undo(undo(undo(two))).draft).toEqual(sets(TABLE));
  });
  test("back to the start of the turn is a step too", () => {
    expect(reset(two).draft).toEqual(sets(TABLE));
    expect(undo(reset(two)).draft).toEqual(two.draft);
  });
  test("a new gesture forgets what was undone", () => {
    expect(redo(tap(undo(two), "k8a", "k5a")).future).toEqual([]);
  });
  test("never cross the end of a turn", () => {
    const next = follow(two, view({ turn: 6, seat: 1, table: two.draft as string[][] }), 1);
    expect([next.past, next.future, next.draft]).toEqual([[], [], two.draft]);
    expect(undo(next)).toBe(next);
  });
});

describe("news from the server", () => {
  const lain = tap(seated(), "k7a", "k5a", "k4a");
  test("in the same turn leave the draft and what is lifted", () => {
    const next = follow(lain, view(), 1);
    expect([next.draft, next.lifted]).toEqual([lain.draft, ["k4a"]]);
  });
  test("an expiry keeps the draft, brings lifted tiles home and the new tile to the end", () => {
    const ran = view({ glass: { limit: 60, ran: 1 }, rack: ["b2a", ...view().rack] });
    const next = follow(lain, ran, 1);
    expect([next.draft, next.lifted, shown(next).at(-1)]).toEqual([lain.draft, [], "b2a"]);
  });
  test("of a new game begin with nothing", () => {
    expect(follow(lain, view({ rack: ["k1a"] }), 2).order).toEqual(["k1a"]);
  });
  test("of another's turn leave a lifted tile of the rack in the hand", () => {
    const waiting = tap(seated({ seat: 1 }), "k7a");
    expect(follow(waiting, view({ turn: 6 }), 1).lifted).toEqual(["k7a"]);
  });
});

describe("after a reload", () => {
  const draft: Draft = { sets: sets("k4a k5a k6a k7a|r7a b7a p7a *a"), stands: [["*a", "k7"]] };
  test("the draft of this turn is back, and can be undone", () => {
    const seat = restore(seated(), draft, null);
    expect([seat.draft, seat.stands]).toEqual([draft.sets, draft.stands]);
    expect(undo(seat).draft).toEqual(sets(TABLE));
  });
  test("a draft that does not add up is not", () => {
    expect(changed(restore(seated(), drafted("k4a k5a k6a p1a|r7a b7a p7a"), null))).toBe(false);
    expect(changed(restore(seated({ seat: 1 }), draft, null))).toBe(false);
  });
  test("the order of the rack is back, with new tiles at its end", () => {
    expect(shown(restore(seated(), null, ["*a", "gone", "k8a"]))).toEqual([
      "*a",
      "k8a",
      "k7a",
      "r1a",
      "b13a",
      "k7b",
    ]);
  });
  test("a draft belongs to its game and turn", () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (k: string, v: string) => kept.set(k, v),
    };
    const memory = new Memory("ABC234", store);
    memory.keepDraft({ game: 1, turn: 5, draft });
    memory.keepOrder(1, ["k7a", "*a"]);
    expect([memory.draft(1, 5), memory.draft(1, 6), memory.draft(2, 5)]).toEqual([draft, null, null]);
    expect(memory.order(1, "1 k1a")).toEqual(["k7a", "*a"]);
    expect(memory.order(2, "2 k1a b2a")).toEqual(["k1a", "b2a"]);
    expect(memory.order(3, "2 k1a b2a")).toBeNull();
    expect(new Memory("OTHERS", store).order(1, null)).toBeNull();
    kept.set("kameny.rummy.draft.ABC234", "{broken");
    expect(memory.draft(1, 5)).toBeNull();
  });
});

describe("the rack", () => {
  test("is sorted by colour, then by value, in one tap each", () => {
    const once = sort(seated());
    expect([shown(once), sortingOf(shown(once))]).toEqual([
      ["k7a", "k7b", "k8a", "r1a", "b13a", "*a"],
      "suit",
    ]);
    expect(shown(sort(once))).toEqual(["r1a", "k7a", "k7b", "k8a", "b13a", "*a"]);
    expect(shown(sort(sort(once)))).toEqual(shown(once));
  });
  test("keeps several dragged tiles together", () => {
    expect(moved(["a", "b", "c", "d"], ["a", "b", "c", "d"], ["d", "a"], 2)).toEqual(["b", "d", "a", "c"]);
    expect(moved(["a", "b", "c"], ["a", "b", "c"], ["a"], 3)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "x", "b"], ["a", "b"], ["b"], 0)).toEqual(["b", "a", "x"]);
  });
  test("gives a tile laid and taken back its old place", () => {
    const seat = tap(seated(), "k8a", "k7a");
    expect(shown(undo(tapTable(seat)))).toEqual(shown(seated()));
    expect(putBack(seat).lifted).toEqual([]);
  });
});

describe("Done", () => {
  const of = (seat: Seat): string | undefined => verdict(seat)?.code;
  test("asks for a tile from the rack, and for whole sets", () => {
    expect(of(seated())).toBe("nothing_laid");
    expect(verdict(tapTable(tap(seated(), "k7a")))).toEqual({ code: "bad_sets", sets: [2] });
    expect(verdict(tap(seated(), "k7a", "k5a"))).toBeNull();
  });
  test("counts the opening as the judge does (fault 9)", () => {
    const rack = ["k9a", "r9a", "b9a", "p1a", "p2a", "p3a", "*a"];
    const seat = seated({ opened: [false, false], rack });
    const nine = tapTable(tap(seat, "k9a", "r9a", "b9a"));
    expect([worth(nine), verdict(nine)]).toEqual([
      27,
      { code: "opening_low", sets: [], points: 27, minimum: 30 },
    ]);
    const both = tapTable(tap(nine, "p1a", "p2a", "p3a"));
    expect([worth(both), verdict(both)]).toEqual([33, null]);
    const touching = restore(seat, drafted("k4a k5a k6a|r7a b7a p7a *a|k9a r9a b9a|p1a p2a p3a"), null);
    expect(verdict(touching)).toEqual({ code: "opening_touches_table", sets: [1] });
    const joker = restore(seat, drafted(`${TABLE}|k9a r9a b9a *a`), null);
    expect(verdict(joker)).toEqual({ code: "opening_joker", sets: [2] });
  });
});
