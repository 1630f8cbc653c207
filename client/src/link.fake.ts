/** The other end of a link, for its tests. */
import { vi } from "vitest";
import { Link, type Listener, type Status } from "./link";
import type { Answer, Arranged, Bye, FromPhone, Misread, Reacted, Told, ToPhone, Update } from "./wire";

/** A socket whose other end is the test. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (socket === undefined) throw new Error("nothing was connected");
    return socket;
  }

  readyState = 0;
  sent: FromPhone[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromPhone);
  }
  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(frame: ToPhone): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  fall(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  types(): string[] {
    return this.sent.map((frame) => frame.type);
  }
}

export function update(version: number, turn = 1, more: Partial<Update> = {}): Update {
  return {
    type: "update",
    version,
    now: Date.now(),
    table: {
      code: "KAFE47",
      game: "rummy",
      options: {},
      seats: [],
      you: 0,
      number: 1,
      over: false,
      turn,
      awaited: [0],
      terms: { games: null, target: null, pace: "usual", live: true },
      series: 1,
      played: 0,
      results: [],
      totals: [],
      series_over: null,
      past: [],
      commitment: "",
      proof: null,
      clock: null,
      watching: 0,
    },
    view: null,
    events: [],
    draft: null,
    mine: null,
    ...more,
  };
}

export function answer(
  rid: string,
  version: number,
  refused: string | null = null,
  detail: Answer["detail"] = {},
): Answer {
  return { type: "answer", rid, version, refused, detail };
}

export class Heard implements Listener {
  statuses: Status[] = [];
  versions: number[] = [];
  pendings: boolean[] = [];
  byes: Bye[] = [];
  arrangings: Arranged[] = [];
  news: (Told | Reacted | Misread)[] = [];
  status(status: Status): void {
    this.statuses.push(status);
  }
  update(got: Update): void {
    this.versions.push(got.version);
  }
  arranged(got: Arranged): void {
    this.arrangings.push(got);
  }
  told(told: Told): void {
    this.news.push(told);
  }
  reacted(reacted: Reacted): void {
    this.news.push(reacted);
  }
  misread(misread: Misread): void {
    this.news.push(misread);
  }
  bye(bye: Bye): void {
    this.byes.push(bye);
  }
  pending(pending: boolean): void {
    this.pendings.push(pending);
  }
}

/** The page around the link: tests wake it by these. */
export const page = {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
};

export function rid(socket: FakeSocket, type: string): string {
  const frame = socket.sent.find((each) => each.type === type);
  if (frame === undefined || !("rid" in frame)) throw new Error(`no ${type} was sent`);
  return frame.rid;
}

export function connected(version = 1): FakeSocket {
  const socket = FakeSocket.last;
  socket.open();
  socket.say(update(version));
  return socket;
}

/** A link on a fake clock, its first socket not open yet. */
export function dial(): { link: Link; heard: Heard } {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("document", page.document);
  FakeSocket.all = [];
  const heard = new Heard();
  return { link: new Link("ws://table/socket", "KAFE47", "ab".repeat(16), heard), heard };
}

export function hangUp(link: Link): void {
  link.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}
