/** A table as the screens see it: the link's news as reactive state. */
import { Link, type Status } from "./link";
import type { Answer, Arranged, Bye, Update } from "./wire";

export type Arranging = Pick<Arranged, "seat" | "turn" | "draft">;

export class Table {
  /** The whole truth at its version; replaced, never changed. */
  update = $state.raw<Update | null>(null);
  status = $state<Status>("connecting");
  /** What the acting seat has on the table right now, as others may see it. */
  arranged = $state.raw<Arranging | null>(null);
  /** Why the server hung up. */
  bye = $state.raw<Bye | null>(null);
  /** Something was asked and not answered yet. */
  pending = $state(false);
  readonly #link: Link;

  constructor(
    readonly code: string,
    readonly token: string | null,
    url = socketUrl(),
  ) {
    this.#link = new Link(url, code, token, {
      status: (status) => (this.status = status),
      update: (update) => {
        this.update = update;
        this.arranged = arranging(update);
      },
      arranged: ({ seat, turn, draft }) => (this.arranged = draft === null ? null : { seat, turn, draft }),
      bye: (bye) => (this.bye = bye),
      pending: (pending) => (this.pending = pending),
    });
  }

  /** The server's time in milliseconds. */
  now(): number {
    return this.#link.now();
  }

  /** Resolves once the view that contains the action is here, or with why it was refused. */
  act(turn: number, action: unknown): Promise<Answer> {
    return this.#link.act(turn, action);
  }

  /** What lies on the table now; `null` is the start of the turn. */
  arrange(turn: number, draft: unknown): void {
    this.#link.arrange(turn, draft);
  }

  /** Starts the next game of the series. */
  deal(): Promise<Answer> {
    return this.#link.deal((this.update?.table.number ?? 0) + 1);
  }

  reseat(seat: number, player: string | null): Promise<Answer> {
    return this.#link.reseat(seat, player);
  }

  /** Keeps something private for this seat's return. */
  note(note: string): void {
    this.#link.note(note);
  }

  close(): void {
    this.#link.close();
  }
}

function arranging({ table, draft }: Update): Arranging | null {
  const [seat] = table.awaited;
  return draft === null || seat === undefined ? null : { seat, turn: table.turn, draft };
}

function socketUrl(): string {
  return `${location.origin.replace(/^http/, "ws")}/socket`;
}
