import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BEAT, GUARD, type Link } from "./link";
import { connected, dial, FakeSocket, hangUp, page, type Heard } from "./link.fake";

let heard: Heard;
let link: Link;

beforeEach(() => {
  ({ link, heard } = dial());
});

afterEach(() => {
  hangUp(link);
});

describe("losing the line", () => {
  test("fault 46: it reconnects for ever, ever more slowly, and never waits longer than five seconds", () => {
    connected(1).fall();
    const waits: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      const before = FakeSocket.all.length;
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(10);
        waited += 10;
      }
      waits.push(waited);
      FakeSocket.last.fall();
    }
    expect(waits[0]).toBeLessThanOrEqual(200);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5010);
    expect(Math.min(...waits.slice(6))).toBeGreaterThan(2000);
  });

  test("after an update the next try is a quick one again", () => {
    for (let i = 0; i < 6; i += 1) {
      FakeSocket.last.fall();
      vi.advanceTimersByTime(5000);
    }
    connected(1).fall();
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(201);
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  test("a connect that leads nowhere is given up after five seconds", () => {
    vi.advanceTimersByTime(GUARD + 300);
    expect(FakeSocket.all.length).toBe(2);
    expect(heard.statuses).toEqual(["lost"]);
  });

  test("fault 46: pings go out every ten seconds, and silence for two beats is the end of a socket", () => {
    const socket = connected(1);
    vi.advanceTimersByTime(BEAT * 2 + 1);
    expect(socket.types().filter((type) => type === "ping").length).toBe(3);
    expect(heard.statuses.at(-1)).toBe("open");
    vi.advanceTimersByTime(BEAT);
    expect(heard.statuses.at(-1)).toBe("lost");
  });

  test("what a replaced socket still says is not heard", () => {
    const old = connected(1);
    const speak = old.onmessage;
    old.fall();
    vi.advanceTimersByTime(300);
    connected(2);
    expect(old.onmessage).toBeNull();
    expect(speak).not.toBeNull();
    expect(heard.versions).toEqual([1, 2]);
  });
});

describe("waking up", () => {
  const sleep = (ms: number): void => {
    vi.setSystemTime(Date.now() + ms);
  };

  test("fault 46: a phone that slept longer than two beats reconnects at once, though its socket looks open", () => {
    connected(1);
    sleep(60_000);
    page.document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.all.length).toBe(2);
  });

  test("a short look away only asks whether the line is alive", () => {
    const socket = connected(1);
    sleep(2000);
    page.window.dispatchEvent(new Event("pageshow"));
    expect(FakeSocket.all.length).toBe(1);
    socket.say({ type: "pong", sent: Date.now(), now: Date.now() });
    vi.advanceTimersByTime(GUARD + 1);
    expect(heard.statuses).toEqual(["open"]);
  });

  test("a short look away from a line that is dead is noticed within five seconds", () => {
    connected(1);
    page.window.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(GUARD + 1);
    expect(heard.statuses.at(-1)).toBe("lost");
  });

  test("a jump of the clock counts as sleep, without any event", () => {
    connected(1);
    sleep(30_000);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all.length).toBe(2);
  });

  test("the network coming back ends the waiting", () => {
    for (let i = 0; i < 8; i += 1) {
      FakeSocket.last.fall();
      vi.advanceTimersByTime(5000);
    }
    FakeSocket.last.fall();
    const before = FakeSocket.all.length;
    page.window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  test("a hidden page does not wake the line", () => {
    connected(1);
    sleep(60_000);
    page.document.visibilityState = "hidden";
    page.document.dispatchEvent(new Event("visibilitychange"));
    page.document.visibilityState = "visible";
    expect(FakeSocket.all.length).toBe(1);
  });
});

describe("the server's time", () => {
  test("it comes from the ping with the shortest way there and back", () => {
    const socket = connected(1);
    const start = Date.now();
    vi.setSystemTime(start + 400);
    socket.say({ type: "pong", sent: start, now: start + 9999 });
    socket.say({ type: "pong", sent: start + 380, now: start + 5390 });
    expect(link.now() - Date.now()).toBe(5000);
  });
});

describe("the end", () => {
  test("a bye ends it for good: why is said, what waits is refused, nobody calls again", async () => {
    const socket = connected(1);
    const asked = link.act(1, {});
    socket.say({ type: "bye", refused: "bad_token", detail: {} });
    expect(await asked).toMatchObject({ refused: "bad_token" });
    expect(heard.byes).toMatchObject([{ refused: "bad_token" }]);
    vi.advanceTimersByTime(60_000);
    page.window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all.length).toBe(1);
    expect(await link.act(1, {})).toMatchObject({ refused: "closed" });
  });

  test("a server that only restarts is called again", () => {
    connected(1).say({ type: "bye", refused: "server_stopping", detail: {} });
    expect(heard.byes).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all.length).toBe(2);
  });

  test("hanging up is silent afterwards", () => {
    const socket = connected(1);
    link.close();
    expect(socket.readyState).toBe(3);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBe(1);
  });
});
