/**
 * Catalogues in i18next's v4 JSON, read without i18next: of all it can do the game needs keys, plurals and values,
 * and its 15 KB are a quarter of what a phone has to load. `phrases.test.ts` holds this against the original.
 */

export interface Catalogue {
  [key: string]: string | Catalogue;
}
export type Values = Record<string, unknown>;

export class Phrases {
  readonly #plural: Intl.PluralRules;

  constructor(
    readonly language: string,
    /** By namespace; the first is the one that keys need not name. */
    private readonly spaces: Readonly<Record<string, Catalogue>>,
  ) {
    this.#plural = new Intl.PluralRules(language);
  }

  /** The text of a key, or of the first key there is; a key without a text is its own text. */
  say(keys: string | readonly string[], values: Values = {}): string {
    const all = typeof keys === "string" ? [keys] : keys;
    for (const key of all) {
      const text = this.#find(key, values["count"]);
      if (text !== undefined)
        return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
          const value = values[name];
          return value === undefined || value === null ? "" : String(value);
        });
    }
    return all.at(-1) ?? "";
  }

  #find(key: string, count: unknown): string | undefined {
    const colon = key.indexOf(":");
    const space = colon < 0 ? Object.keys(this.spaces)[0] : key.slice(0, colon);
    const path = key.slice(colon + 1);
    const catalogue = this.spaces[space ?? ""];
    if (catalogue === undefined) return undefined;
    if (typeof count === "number") {
      const plural =
        leaf(catalogue, `${path}_${this.#plural.select(count)}`) ?? leaf(catalogue, `${path}_other`);
      if (plural !== undefined) return plural;
    }
    return leaf(catalogue, path);
  }
}

function leaf(catalogue: Catalogue, path: string): string | undefined {
  let part: string | Catalogue | undefined = catalogue;
  for (const step of path.split(".")) {
    if (typeof part !== "object" || !Object.hasOwn(part, step)) return undefined;
    part = part[step];
  }
  return typeof part === "string" ? part : undefined;
}
