/** A table as the screens see it: the link's news as reactive state. */
import { createSubscriber } from "svelte/reactivity";
import { Link, type Status } from "./link";
import { partIn } from "./parts";
import type { Answer, Arranged, Bye, Reacted, Told, Update } from "./wire";

export type Arranging = Pick<Arranged, "seat" | "turn" | "draft">;
export type Reaction = Reacted["reaction"];

/** Something that is said once, shortly; `names` are the seats' as they were then. */
export type News = { told: Told; names: readonly string[] } | { refused: string; detail: Answer["detail"] };

/** How long a reaction stands where the face is. */
const SHOWN = 3000;
/** A part that came when the game was dealt already is nobody's business. */
const LATE = new Set(["wrong_game_number", "game_running"]);

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
  /** The last thing that happened beside the game. */
  news = $state.raw<News | null>(null);
  /** What each seat shows instead of its face for a moment. */
  reactions = $state<Record<number, Reaction>>({});
  /** The seat whose sheet is open. */
  looked = $state<number | null>(null);
  readonly #link: Link;
  readonly #fading: Record<number, ReturnType<typeof setTimeout>> = {};
  #names: readonly string[] = [];
  readonly #everySecond = createSubscriber((tick) => {
    const timer = setInterval(tick, 1000);
    return () => {
      clearInterval(timer);
    };
  });

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
        // Who has just left is still called by their name.
        this.#names = update.table.seats.map(({ name }, seat) => name || (this.#names[seat] ?? ""));
        const { you, over, number } = update.table;
        if (you !== null && over) this.#link.part(number + 1, partIn(code, number + 1));
      },
      arranged: ({ seat, turn, draft }) => (this.arranged = draft === null ? null : { seat, turn, draft }),
      told: (told) => (this.news = { told, names: this.#names }),
      reacted: ({ seat, reaction }) => {
        this.#show(seat, reaction);
      },
      misread: ({ refused, detail }) => {
        if (!LATE.has(refused)) this.news = { refused, detail };
      },
      bye: (bye) => (this.bye = bye),
      pending: (pending) => (this.pending = pending),
    });
  }

  /** The server's time in milliseconds. */
  now(): number {
    return this.#link.now();
  }

  /** The same, second by second for whoever watches it. */
  get time(): number {
    this.#everySecond();
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

  /** Starts the next game, of this series or of a new one. */
  deal(series = false): Promise<Answer> {
    const number = (this.update?.table.number ?? 0) + 1;
    return this.#link.deal(number, partIn(this.code, number), series);
  }

  reseat(seat: number, player: string | null): Promise<Answer> {
    return this.#link.reseat(seat, player);
  }

  /** Lets a computer play for someone who is away. */
  standIn(seat: number, player: string): Promise<Answer> {
    return this.#link.standIn(seat, player);
  }

  /** Leaves one's own seat; a computer plays it on. */
  leave(player: string): Promise<Answer> {
    return this.#link.leave(player);
  }

  /** Shows the others a picture for a moment. */
  async react(reaction: Reaction): Promise<void> {
    const { refused, detail } = await this.#link.react(reaction);
    if (refused !== null) this.news = { refused, detail };
  }

  /** Keeps something private for this seat's return. */
  note(note: string): void {
    this.#link.note(note);
  }

  close(): void {
    this.#link.close();
  }

  #show(seat: number, reaction: Reaction): void {
    clearTimeout(this.#fading[seat]);
    this.reactions[seat] = reaction;
    this.#fading[seat] = setTimeout(() => delete this.reactions[seat], SHOWN);
  }
}

function arranging({ table, draft }: Update): Arranging | null {
  const [seat] = table.awaited;
  return draft === null || seat === undefined ? null : { seat, turn: table.turn, draft };
}

function socketUrl(): string {
  return `${location.origin.replace(/^http/, "ws")}/socket`;
}
