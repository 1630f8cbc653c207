import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GUARD, type Link } from "./link";
import { answer, connected, dial, FakeSocket, hangUp, rid, update, type Heard } from "./link.fake";
import type { Arrange } from "./wire";

let heard: Heard;
let link: Link;

beforeEach(() => {
  ({ link, heard } = dial());
});

afterEach(() => {
  hangUp(link);
});

describe("greeting", () => {
  test("the first frame is hello with the code and the token", () => {
    const socket = connected();
    expect(socket.sent[0]).toEqual({ type: "hello", code: "KAFE47", token: "ab".repeat(16) });
  });

  test("the line counts as open with the first update, not with the socket", () => {
    FakeSocket.last.open();
    expect(heard.statuses).toEqual([]);
    FakeSocket.last.say(update(1));
    expect(heard.statuses).toEqual(["open"]);
  });
});

describe("updates", () => {
  test("an older version is dropped, the same version again is shown", () => {
    const socket = connected(5);
    socket.say(update(4));
    socket.say(update(5));
    socket.say(update(7));
    expect(heard.versions).toEqual([5, 5, 7]);
  });

  test("a reconnect to a server that is behind shows nothing older", () => {
    connected(5).fall();
    vi.advanceTimersByTime(300);
    connected(3);
    expect(heard.versions).toEqual([5]);
  });
});

describe("requests", () => {
  test("an act carries its turn, the server's time and a rid of its own", () => {
    const socket = FakeSocket.last;
    socket.open();
    socket.say(update(1, 1, { now: Date.now() + 60_000 }));
    void link.act(3, { kind: "draw" });
    void link.act(3, { kind: "draw" });
    const acts = socket.sent.filter((frame) => frame.type === "act");
    expect(acts[0]).toMatchObject({ turn: 3, action: { kind: "draw" }, at: Date.now() + 60_000 });
    expect(acts[0]?.rid).not.toBe(acts[1]?.rid);
  });

  test("an accepted act resolves once the view that contains it is here", async () => {
    const socket = connected(1);
    const done = vi.fn();
    void link.act(1, {}).then(done);
    socket.say(answer(rid(socket, "act"), 2));
    await vi.advanceTimersByTimeAsync(1);
    expect(done).not.toHaveBeenCalled();
    socket.say(update(2));
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ version: 2, refused: null }));
  });

  test("a refusal resolves at once and says why", async () => {
    const socket = connected(1);
    const asked = link.act(1, {});
    socket.say(answer(rid(socket, "act"), 9, "bad_sets"));
    expect(await asked).toMatchObject({ refused: "bad_sets" });
  });

  test("an unanswered request is sent again after a reconnect, with the same rid", async () => {
    const first = connected(1);
    const asked = link.act(1, { kind: "draw" });
    const name = rid(first, "act");
    first.fall();
    vi.advanceTimersByTime(300);
    const second = connected(1);
    expect(rid(second, "act")).toBe(name);
    second.say(answer(name, 1));
    expect(await asked).toMatchObject({ rid: name });
    second.fall();
    vi.advanceTimersByTime(300);
    expect(connected(1).types()).not.toContain("act");
  });

  test("a request made while the line is down goes out when it is up", () => {
    connected(1).fall();
    void link.reseat(2, "calm");
    vi.advanceTimersByTime(300);
    expect(connected(1).types()).toContain("reseat");
  });

  test("fault 56: pending is said when the first is asked and when the last is answered", () => {
    const socket = connected(1);
    void link.deal(1, "00", false);
    void link.act(1, {});
    socket.say(answer(rid(socket, "deal"), 1));
    expect(heard.pendings.at(-1)).toBe(true);
    socket.say(answer(rid(socket, "act"), 1));
    expect(heard.pendings.at(-1)).toBe(false);
  });

  test("a request that nothing answers shows the line to be dead", () => {
    connected(1);
    void link.act(1, {});
    vi.advanceTimersByTime(GUARD + 1);
    expect(heard.statuses.at(-1)).toBe("lost");
  });
});

describe("drafts and notes", () => {
  const drafts = (socket: FakeSocket): Arrange[] => socket.sent.filter((frame) => frame.type === "draft");

  test("the last draft is sent again after a reconnect while its turn runs", () => {
    const first = connected(1);
    link.arrange(1, { sets: [["r7a"]] });
    link.arrange(1, { sets: [["r7a", "r8a"]] });
    first.fall();
    vi.advanceTimersByTime(300);
    expect(drafts(connected(1))).toMatchObject([{ turn: 1, draft: { sets: [["r7a", "r8a"]] } }]);
  });

  test("a draft of a turn that is over stays where it is", () => {
    connected(1).fall();
    link.arrange(1, { sets: [] });
    vi.advanceTimersByTime(300);
    const socket = FakeSocket.last;
    socket.open();
    socket.say(update(2, 2));
    expect(drafts(socket)).toEqual([]);
  });

  test("a draft keeps the moment of the drop, however late it is sent", () => {
    connected(1).fall();
    const dropped = link.now();
    link.arrange(1, null);
    vi.advanceTimersByTime(4000);
    expect(drafts(connected(1))).toMatchObject([{ at: dropped, draft: null }]);
  });

  test("a note that the server does not have is sent again", () => {
    connected(1).fall();
    link.note("r7a r8a");
    vi.advanceTimersByTime(300);
    expect(connected(1).types()).toContain("note");
    FakeSocket.last.fall();
    vi.advanceTimersByTime(300);
    const socket = FakeSocket.last;
    socket.open();
    socket.say(update(1, 1, { mine: { draft: null, note: "r7a r8a" } }));
    expect(socket.types()).not.toContain("note");
  });
});
