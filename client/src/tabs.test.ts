import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Tabs } from "./tabs";

/** A channel between tabs of one device; a tab that sleeps hears everything when it wakes. */
class FakeChannel {
  static all: FakeChannel[] = [];
  static asleep = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  #queue: unknown[] = [];

  constructor() {
    FakeChannel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) if (other !== this) setTimeout(() => other.#hear(data), 5);
  }
  #hear(data: unknown): void {
    if (FakeChannel.asleep.has(this)) this.#queue.push(data);
    else if (FakeChannel.all.includes(this)) this.onmessage?.({ data });
  }
  wake(): void {
    FakeChannel.asleep.delete(this);
    for (const data of this.#queue.splice(0)) this.#hear(data);
  }
  close(): void {
    FakeChannel.all = FakeChannel.all.filter((each) => each !== this);
  }
}

let lost: string[] = [];
const open = (name: string, took = false, code = "KAFE47"): Tabs =>
  new Tabs(code, () => lost.push(name), took);
const later = (milliseconds = 100): void => void vi.advanceTimersByTime(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  FakeChannel.all = [];
  FakeChannel.asleep.clear();
  lost = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("two tabs at one seat", () => {
  test("the second gives way to the first", () => {
    open("first");
    later();
    open("second");
    later();
    expect(lost).toEqual(["second"]);
  });

  test("a tap on Play here turns it round, and that is the end of it", () => {
    open("first");
    later();
    open("second");
    later();
    open("second again", true);
    later(60_000);
    expect(lost).toEqual(["second", "first"]);
  });

  test("of two that open at the same moment exactly one keeps the seat", () => {
    open("one");
    open("other");
    later();
    expect(lost).toHaveLength(1);
  });

  test("a tab that slept through it gives way when it wakes", () => {
    open("sleeper");
    const [sleeper] = FakeChannel.all;
    if (sleeper) FakeChannel.asleep.add(sleeper);
    later();
    open("awake");
    later(10_000);
    expect(lost).toEqual([]);
    sleeper?.wake();
    later();
    expect(lost).toEqual(["sleeper"]);
  });

  test("a closed tab leaves the seat to the next one", () => {
    open("first").close();
    later();
    open("second");
    later();
    expect(lost).toEqual([]);
  });
});

test("seats at different tables do not meet", () => {
  open("one");
  open("other", false, "DUHA93");
  later();
  expect(lost).toEqual([]);
});

test("where tabs cannot talk, each plays", () => {
  vi.stubGlobal("BroadcastChannel", undefined);
  open("one");
  open("other").close();
  later();
  expect(lost).toEqual([]);
});
