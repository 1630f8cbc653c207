/** What survives a reload: the draft with its turn, and the rack's order; the order also on the server, as a note. */

import type { Draft } from "./draft";
import type { Stands } from "./jokers";
import type { Tiles } from "./tiles";

type Store = Pick<Storage, "getItem" | "setItem">;

export interface Kept {
  readonly game: number;
  readonly turn: number;
  readonly draft: Draft;
}

const DRAFT = "kameny.rummy.draft.";
const ORDER = "kameny.rummy.order.";

export class Memory {
  constructor(
    private readonly code: string,
    private readonly store: Store | null = openSession(),
  ) {}

  keepDraft(kept: Kept): void {
    this.#write(DRAFT, JSON.stringify(kept));
  }

  /** The draft of this very turn. */
  draft(game: number, turn: number): Draft | null {
    const kept = parse(this.#read(DRAFT)) as Partial<Kept> | null;
    return kept?.game === game && kept.turn === turn ? asDraft(kept.draft) : null;
  }

  keepOrder(game: number, order: Tiles): void {
    this.#write(ORDER, noteOf(game, order));
  }

  /** The order in this game as this tab knows it, else as the server's note has it. */
  order(game: number, note: string | null): Tiles | null {
    for (const text of [this.#read(ORDER), note]) {
      const [of, ...order] = text?.split(" ") ?? [];
      if (of === String(game)) return order;
    }
    return null;
  }

  #read(key: string): string | null {
    try {
      return this.store?.getItem(key + this.code) ?? null;
    } catch {
      return null;
    }
  }

  #write(key: string, value: string): void {
    try {
      this.store?.setItem(key + this.code, value);
    } catch {
      // A full or forbidden store costs the reload, not the game.
    }
  }
}

/** The order of a rack as one line; a new game begins with a new order. */
export const noteOf = (game: number, order: Tiles): string => [game, ...order].join(" ");

/** A draft from outside, if it has the shape of one. */
export function asDraft(value: unknown): Draft | null {
  const { sets, stands = [] } = (value ?? {}) as Partial<Draft>;
  return isRows(sets) && isRows(stands) ? { sets, stands: stands as unknown as Stands } : null;
}

const isRows = (value: unknown): value is string[][] =>
  Array.isArray(value) &&
  value.every((row) => Array.isArray(row) && row.every((each) => typeof each === "string"));

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function openSession(): Store | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
