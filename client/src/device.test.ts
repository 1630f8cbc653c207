import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Device, openStore, randomHex, spoken, type MyTable } from "./device";

class Memory {
  readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }
}

function table(code: string, more: Partial<MyTable> = {}): MyTable {
  return { code, token: "ab".repeat(16), seat: 0, game: "rummy", at: Date.now(), seats: [], ...more };
}

let memory: Memory;
beforeEach(() => {
  memory = new Memory();
});

describe("taste", () => {
  test("a new device speaks the first of its languages that is known", () => {
    expect(new Device(memory, ["de-AT", "pl-PL", "cs"]).taste.language).toBe("pl");
    expect(spoken(["sk-SK"])).toBe("cs");
    expect(spoken(["de", "fr"])).toBe("en");
  });

  test("what was set is there again next time", () => {
    new Device(memory, ["cs"]).set({ name: "Babička", theme: "night", sound: false });
    expect(new Device(memory, ["en"]).taste).toEqual({
      name: "Babička",
      language: "cs",
      theme: "night",
      sound: false,
    });
  });

  test.each(["nonsense", "[]", '{"name":7,"theme":"pink","language":"xx","sound":"no"}'])(
    "a spoiled store (%s) is read as a new device",
    (text) => {
      memory.setItem("kameny.taste", text);
      memory.setItem("kameny.tables", text);
      const device = new Device(memory, ["cs"]);
      expect(device.taste).toEqual({ name: "", language: "cs", theme: "felt", sound: true });
      expect(device.tables).toEqual([]);
    },
  );
});

describe("my tables", () => {
  test("the last one comes first, and each code is there once", () => {
    const device = new Device(memory);
    device.keep(table("AAAAAA"));
    device.keep(table("BBBBBB"));
    device.keep(table("AAAAAA", { seat: 2 }));
    expect(device.tables.map((each) => [each.code, each.seat])).toEqual([
      ["AAAAAA", 2],
      ["BBBBBB", 0],
    ]);
  });

  test("a key whose seat is not known yet is kept but not listed", () => {
    const device = new Device(memory);
    device.keep(table("AAAAAA", { seat: null }));
    expect(device.tables).toEqual([]);
    expect(new Device(memory).key("AAAAAA")?.token).toBe("ab".repeat(16));
  });

  test("a forgotten table is gone", () => {
    const device = new Device(memory);
    device.keep(table("AAAAAA"));
    device.forget("AAAAAA");
    expect(new Device(memory).tables).toEqual([]);
  });

  test("another tab's table is not overwritten", () => {
    const [one, other] = [new Device(memory), new Device(memory)];
    one.keep(table("AAAAAA"));
    other.keep(table("BBBBBB"));
    one.reload();
    expect(one.tables.map((each) => each.code)).toEqual(["BBBBBB", "AAAAAA"]);
  });

  test("tables not seen for two months are let go", () => {
    const device = new Device(memory);
    device.keep(table("AAAAAA", { at: Date.now() - 70 * 24 * 3600 * 1000 }));
    expect(new Device(memory).tables).toEqual([]);
  });
});

describe("without a store", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("a browser that forbids localStorage still remembers until the page is closed", () => {
    vi.stubGlobal("localStorage", {
      setItem() {
        throw new DOMException("denied", "SecurityError");
      },
    });
    const device = new Device(openStore("localStorage"));
    device.set({ name: "Jana" });
    expect(device.taste.name).toBe("Jana");
  });
});

test("keys are 128 random bits in hexadecimal", () => {
  expect(randomHex()).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(Array.from({ length: 100 }, randomHex)).size).toBe(100);
});
