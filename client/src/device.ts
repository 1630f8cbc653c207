/** What this device remembers, and nobody else: name, looks, sound, and the keys of its seats. */
import { createSubscriber } from "svelte/reactivity";

export const LANGUAGES = ["cs", "pl", "en"] as const;
export const THEMES = ["felt", "linen", "night"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];

export interface Taste {
  name: string;
  language: Language;
  theme: Theme;
  sound: boolean;
}

/** A table this device sits at. `seat` is null while the answer to Join is still open. */
export interface MyTable {
  code: string;
  token: string;
  seat: number | null;
  game: string;
  /** When it was last open here, in this device's milliseconds. */
  at: number;
  /** The seats as last seen, only to draw them: a name, and a computer's player or null. */
  seats: { name: string; player: string | null }[];
}

type Store = Pick<Storage, "getItem" | "setItem">;

const TASTE = "kameny.taste";
const TABLES = "kameny.tables";
const KEPT = 40;
const STALE = 60 * 24 * 3600 * 1000;

/** 128 random bits as hex. `crypto.randomUUID` does not exist on a plain http page of the LAN; this does. */
export function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first of the browser's languages that is spoken here; Slovaks read Czech. */
export function spoken(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase().replace("sk", "cs");
    const found = LANGUAGES.find((language) => language === short);
    if (found) return found;
  }
  return "en";
}

export class Device {
  #taste: Taste;
  #tables: MyTable[];
  #changed: () => void = () => undefined;
  readonly #read: () => void;

  constructor(
    private readonly store: Store,
    languages: readonly string[] = [],
  ) {
    this.#read = createSubscriber((update) => {
      this.#changed = update;
    });
    this.#taste = this.#loadTaste(languages);
    this.#tables = this.#loadTables();
  }

  get taste(): Readonly<Taste> {
    this.#read();
    return this.#taste;
  }

  set(change: Partial<Taste>): void {
    this.#taste = { ...this.#taste, ...change };
    this.#save(TASTE, this.#taste);
  }

  /** The tables this device has a seat at, the last one first. */
  get tables(): readonly MyTable[] {
    this.#read();
    return this.#tables.filter((table) => table.seat !== null);
  }

  /** The key for this table, also of a Join that nobody answered: the same key gets the same seat. */
  key(code: string): MyTable | undefined {
    this.#read();
    return this.#tables.find((table) => table.code === code);
  }

  keep(table: MyTable): void {
    // Another tab may have sat down elsewhere meanwhile.
    const others = this.#loadTables().filter((each) => each.code !== table.code);
    this.#tables = [table, ...others].slice(0, KEPT);
    this.#save(TABLES, this.#tables);
  }

  forget(code: string): void {
    this.#tables = this.#loadTables().filter((each) => each.code !== code);
    this.#save(TABLES, this.#tables);
  }

  /** Another tab has written. */
  reload(): void {
    this.#taste = this.#loadTaste([this.#taste.language]);
    this.#tables = this.#loadTables();
    this.#changed();
  }

  #save(key: string, value: unknown): void {
    this.store.setItem(key, JSON.stringify(value));
    this.#changed();
  }

  #load(key: string): unknown {
    try {
      return JSON.parse(this.store.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  #loadTaste(languages: readonly string[]): Taste {
    const saved = (this.#load(TASTE) ?? {}) as Partial<Record<keyof Taste, unknown>>;
    return {
      name: typeof saved.name === "string" ? saved.name.slice(0, 20) : "",
      language: LANGUAGES.find((each) => each === saved.language) ?? spoken(languages),
      theme: THEMES.find((each) => each === saved.theme) ?? "felt",
      sound: saved.sound !== false,
    };
  }

  #loadTables(): MyTable[] {
    const saved = this.#load(TABLES);
    if (!Array.isArray(saved)) return [];
    const fresh = Date.now() - STALE;
    return (saved as Partial<MyTable>[]).filter(
      (each): each is MyTable =>
        typeof each?.code === "string" &&
        typeof each.token === "string" &&
        typeof each.at === "number" &&
        Array.isArray(each.seats) &&
        each.at > fresh,
    );
  }
}

/** The browser's store, or memory where the browser forbids it (private windows, blocked cookies). */
export function openStore(name: "localStorage" | "sessionStorage"): Store {
  try {
    const store = globalThis[name];
    store.setItem("kameny.probe", "1");
    store.removeItem("kameny.probe");
    return store;
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
    };
  }
}

export const device = new Device(
  openStore("localStorage"),
  typeof navigator === "undefined" ? [] : navigator.languages,
);

if (typeof window !== "undefined")
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith("kameny.") ?? true) device.reload();
  });
