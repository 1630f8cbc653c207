import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Link } from "./link";
import { answer, connected, dial, FakeSocket, hangUp, rid, update, type Heard } from "./link.fake";

let heard: Heard;
let link: Link;

beforeEach(() => {
  ({ link, heard } = dial());
});
afterEach(() => {
  hangUp(link);
});

function over(socket: FakeSocket, version: number, number: number): void {
  socket.say({ ...update(version), table: { ...update(version).table, number, over: true } });
}
const parts = (socket: FakeSocket): unknown[] => socket.sent.filter((frame) => frame.type === "part");

describe("this phone's part in a shuffle", () => {
  test("is sent once for each game", () => {
    const socket = connected(1);
    over(socket, 2, 1);
    link.part(2, "aa");
    link.part(2, "aa");
    expect(parts(socket)).toEqual([{ type: "part", number: 2, nonce: "aa" }]);
  });

  test("is sent again after a reconnect, as long as that game is not dealt", () => {
    const first = connected(1);
    link.part(2, "aa");
    first.fall();
    vi.advanceTimersByTime(300);
    const second = FakeSocket.last;
    second.open();
    over(second, 2, 1);
    expect(parts(second)).toHaveLength(1);
    second.fall();
    vi.advanceTimersByTime(300);
    const third = FakeSocket.last;
    third.open();
    third.say({ ...update(3), table: { ...update(3).table, number: 2 } });
    expect(parts(third)).toEqual([]);
  });
});

describe("too fast", () => {
  test("an act is quietly sent once more after the time it says", async () => {
    const socket = connected(1);
    const asked = link.act(1, {});
    socket.say(answer(rid(socket, "act"), 1, "too_fast", { wait: 2 }));
    expect(heard.pendings.at(-1)).toBe(true);
    await vi.advanceTimersByTimeAsync(1999);
    expect(socket.types().filter((type) => type === "act")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.types().filter((type) => type === "act")).toHaveLength(2);
    socket.say(answer(rid(socket, "act"), 1, "too_fast", { wait: 2 }));
    expect(await asked).toMatchObject({ refused: "too_fast", detail: { wait: 2 } });
    expect(heard.pendings.at(-1)).toBe(false);
  });

  test("a reaction is not: it would come too late", async () => {
    const socket = connected(1);
    const asked = link.react("bravo");
    socket.say(answer(rid(socket, "react"), 1, "too_fast", { wait: 1 }));
    expect(await asked).toMatchObject({ refused: "too_fast" });
  });

  test("what would have to wait long is said at once", async () => {
    const socket = connected(1);
    const asked = link.act(1, {});
    socket.say(answer(rid(socket, "act"), 1, "too_fast", { wait: 60 }));
    expect(await asked).toMatchObject({ refused: "too_fast" });
  });
});

describe("a frame that came to nothing", () => {
  test("may be the one that is waited for, so that nothing waits on", async () => {
    const socket = connected(1);
    const asked = link.act(1, {});
    socket.say({ type: "misread", refused: "bad_message", detail: {} });
    expect(await asked).toMatchObject({ refused: "bad_message" });
    expect(heard.pendings.at(-1)).toBe(false);
    vi.advanceTimersByTime(9000);
    expect(heard.statuses).toEqual(["open"]);
  });

  test("is no answer to others where it was a part or a draft", () => {
    const socket = connected(1);
    void link.act(1, {});
    socket.say({ type: "misread", refused: "wrong_game_number", detail: {} });
    expect(heard.pendings.at(-1)).toBe(true);
    expect(heard.news).toMatchObject([{ type: "misread" }]);
  });
});

test("what is told and shown at the table is heard", () => {
  const socket = connected(1);
  socket.say({ type: "told", what: "stood_in", seat: 1, by: 0 });
  socket.say({ type: "reacted", seat: 1, reaction: "bravo" });
  expect(heard.news).toMatchObject([{ what: "stood_in" }, { reaction: "bravo" }]);
});

test("a goodbye to this seat is final", () => {
  connected(1).say({ type: "bye", refused: "moved", detail: {} });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(1);
  expect(heard.byes).toMatchObject([{ refused: "moved" }]);
});
