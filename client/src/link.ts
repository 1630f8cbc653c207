/**
 * One phone's line to one table. It reconnects for ever, keeps what was not answered, and shows only what is newer.
 * Knows no game and no framework.
 */
import { randomHex } from "./device";
import { Offset } from "./offset";
import { onWake } from "./wake";
import type {
  Act,
  Answer,
  Arrange,
  Arranged,
  Bye,
  Deal,
  FromPhone,
  Leave,
  Misread,
  Part,
  React,
  Reacted,
  Reseat,
  StandIn,
  Told,
  ToPhone,
  Update,
} from "./wire";

export type Status = "connecting" | "open" | "lost" | "closed";

export interface Listener {
  status(status: Status): void;
  update(update: Update): void;
  arranged(arranged: Arranged): void;
  told(told: Told): void;
  reacted(reacted: Reacted): void;
  /** Something that was sent came to nothing, and nobody waits for an answer to it. */
  misread(misread: Misread): void;
  bye(bye: Bye): void;
  pending(pending: boolean): void;
}

type Asking = Act | Deal | Reseat | StandIn | Leave | React;
interface Waiting {
  frame: Asking;
  /** It was too fast once and has been sent again. */
  again: boolean;
  done: (answer: Answer) => void;
}

export const BEAT = 10_000;
export const GUARD = 5_000;
const FIRST = 200;
const SLOWEST = 5_000;

/** A Bye after which calling again makes sense. */
const PASSING = new Set(["server_stopping"]);
/** A frame nobody could read has no `rid` to be answered by; it may be the one that is waited for. */
const UNREAD = new Set(["bad_message", "too_large"]);
/** What has to wait longer than this is refused rather than sent again. */
const SOON = 5;

export class Link {
  #socket: WebSocket | null = null;
  #status: Status = "connecting";
  #version = -1;
  #turn = 0;
  #fresh = false;
  #heard = 0;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #guard: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #draft: Arrange | null = null;
  #note: string | null = null;
  #part: Part | null = null;
  readonly #offset = new Offset();
  readonly #waiting = new Map<string, Waiting>();
  /** Answered with a version that has not been shown yet. */
  #early: { answer: Answer; done: (answer: Answer) => void }[] = [];
  readonly #unwake: () => void;

  constructor(
    private readonly url: string,
    private readonly code: string,
    private readonly token: string | null,
    private readonly on: Listener,
  ) {
    this.#unwake = onWake((slept) => {
      this.#woke(slept);
    });
    this.#connect();
  }

  /** Server milliseconds. */
  now(): number {
    return Math.round(Date.now() + this.#offset.value);
  }

  act(turn: number, action: unknown): Promise<Answer> {
    return this.#ask({ type: "act", rid: randomHex(), turn, action, at: this.now() });
  }

  deal(number: number, nonce: string, series: boolean): Promise<Answer> {
    return this.#ask({ type: "deal", rid: randomHex(), number, nonce, series });
  }

  reseat(seat: number, player: string | null): Promise<Answer> {
    return this.#ask({ type: "reseat", rid: randomHex(), seat, player });
  }

  standIn(seat: number, player: string): Promise<Answer> {
    return this.#ask({ type: "stand_in", rid: randomHex(), seat, player });
  }

  leave(player: string): Promise<Answer> {
    return this.#ask({ type: "leave", rid: randomHex(), player });
  }

  react(reaction: React["reaction"]): Promise<Answer> {
    return this.#ask({ type: "react", rid: randomHex(), reaction });
  }

  arrange(turn: number, draft: unknown): void {
    this.#draft = { type: "draft", turn, draft, at: this.now() };
    if (this.#fresh) this.#send(this.#draft);
  }

  note(note: string): void {
    this.#note = note;
    if (this.#fresh) this.#send({ type: "note", note });
  }

  /** This phone's part in the shuffle of the next game; the server takes the first one it hears. */
  part(number: number, nonce: string): void {
    if (this.#part?.number === number) return;
    this.#part = { type: "part", number, nonce };
    if (this.#fresh) this.#send(this.#part);
  }

  /** Hangs up for good. */
  close(): void {
    this.#end({ type: "bye", refused: "closed", detail: {} });
  }

  #ask(frame: Asking): Promise<Answer> {
    return new Promise((done) => {
      if (this.#status === "closed") {
        done(refusal(frame.rid, "closed"));
        return;
      }
      this.#waiting.set(frame.rid, { frame, again: false, done });
      this.on.pending(true);
      this.#send(frame);
      // Silence after a question is the soonest sign of a dead line.
      this.#expect();
    });
  }

  #connect(): void {
    this.#drop();
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#guard = setTimeout(() => {
      this.#lost();
    }, GUARD);
    socket.onopen = () => {
      this.#send({ type: "hello", code: this.code, token: this.token });
      this.#ping();
      for (const { frame } of this.#waiting.values()) this.#send(frame);
      this.#beat = setInterval(() => {
        if (Date.now() - this.#heard > 2 * BEAT) this.#lost();
        else this.#ping();
      }, BEAT);
      this.#heard = Date.now();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = Date.now();
      this.#hear(JSON.parse(event.data) as ToPhone);
    };
    socket.onclose = socket.onerror = () => {
      this.#lost();
    };
  }

  #hear(frame: ToPhone): void {
    switch (frame.type) {
      case "update":
        this.#show(frame);
        break;
      case "arranged":
        this.on.arranged(frame);
        break;
      case "told":
        this.on.told(frame);
        break;
      case "reacted":
        this.on.reacted(frame);
        break;
      case "misread":
        if (UNREAD.has(frame.refused)) this.#giveUp(frame.refused);
        this.on.misread(frame);
        break;
      case "pong":
        clearTimeout(this.#guard);
        this.#offset.sample(frame.sent, frame.now, Date.now());
        break;
      case "answer":
        this.#answered(frame);
        break;
      case "bye":
        if (PASSING.has(frame.refused)) this.#lost();
        else this.#end(frame);
    }
  }

  #show(update: Update): void {
    clearTimeout(this.#guard);
    this.#tries = 0;
    if (update.version < this.#version) return;
    this.#version = update.version;
    this.#turn = update.table.turn;
    this.#offset.stamp(update.now, Date.now());
    this.on.update(update);
    this.#early = this.#early.filter(({ answer, done }) => {
      if (answer.version > this.#version) return true;
      done(answer);
      return false;
    });
    if (this.#fresh) return;
    this.#fresh = true;
    this.#say("open");
    if (this.#draft !== null && this.#draft.turn === this.#turn) this.#send(this.#draft);
    if (this.#note !== null && update.mine?.note !== this.#note)
      this.#send({ type: "note", note: this.#note });
    const { number, over } = update.table;
    if (this.#part !== null && over && this.#part.number === number + 1) this.#send(this.#part);
  }

  #answered(answer: Answer): void {
    clearTimeout(this.#guard);
    const waiting = this.#waiting.get(answer.rid);
    if (waiting === undefined || this.#tooSoon(waiting, answer)) return;
    this.#waiting.delete(answer.rid);
    if (this.#waiting.size === 0) this.on.pending(false);
    // Whoever asked goes on from the view that contains what was done.
    if (answer.refused === null && answer.version > this.#version)
      this.#early.push({ answer, done: waiting.done });
    else waiting.done(answer);
  }

  /** Whether it was only too fast: then it is sent again, once. A reaction that comes late is none. */
  #tooSoon(waiting: Waiting, { refused, detail }: Answer): boolean {
    const wait = Number(detail["wait"]);
    if (refused !== "too_fast" || waiting.again || waiting.frame.type === "react" || !(wait <= SOON))
      return false;
    waiting.again = true;
    setTimeout(() => {
      if (this.#waiting.get(waiting.frame.rid) === waiting) this.#send(waiting.frame);
    }, wait * 1000);
    return true;
  }

  #ping(): void {
    this.#send({ type: "ping", sent: Date.now() });
  }

  #send(frame: FromPhone): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** Something must be heard within the guard's time, or the line is dead. */
  #expect(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.#guard);
    this.#guard = setTimeout(() => {
      this.#lost();
    }, GUARD);
  }

  #woke(slept: boolean): void {
    if (this.#status === "closed") return;
    if (slept) this.#offset.forget();
    if (this.#socket === null || Date.now() - this.#heard > 2 * BEAT) {
      this.#tries = 0;
      this.#connect();
    } else {
      this.#ping();
      this.#expect();
    }
  }

  #lost(): void {
    if (this.#status === "closed") return;
    this.#drop();
    this.#say("lost");
    const wait = Math.min(SLOWEST, FIRST * 2 ** this.#tries) * (0.5 + Math.random() / 2);
    this.#tries += 1;
    this.#retry = setTimeout(() => {
      this.#connect();
    }, wait);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#guard);
    clearInterval(this.#beat);
    this.#fresh = false;
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
  }

  #end(bye: Bye): void {
    if (this.#status === "closed") return;
    this.#drop();
    this.#unwake();
    this.#say("closed");
    this.on.bye(bye);
    this.#giveUp(bye.refused);
    for (const { answer, done } of this.#early.splice(0)) done(answer);
  }

  /** Nothing that was asked will be answered. */
  #giveUp(why: string): void {
    const asked = [...this.#waiting.values()];
    this.#waiting.clear();
    clearTimeout(this.#guard);
    this.on.pending(false);
    for (const { frame, done } of asked) done(refusal(frame.rid, why));
  }

  #say(status: Status): void {
    if (status === this.#status) return;
    this.#status = status;
    this.on.status(status);
  }
}

function refusal(rid: string, refused: string): Answer {
  return { type: "answer", rid, version: 0, refused, detail: {} };
}
