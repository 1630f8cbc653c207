/** The texts in three languages, typed by their keys; `t` in a component follows the language. */
import type { TFunction } from "i18next";
import { createSubscriber } from "svelte/reactivity";
import { Refusal } from "./api";
import type { Language } from "./device";
import { Phrases, type Catalogue, type Values } from "./phrases";
import type common from "./words/cs/common.json";
import type rummy from "./words/cs/rummy.json";
import type { Answer } from "./wire";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: { common: typeof common; rummy: typeof rummy };
  }
}

export const SPACES = ["common", "rummy"] as const;
export const LANGUAGE_NAMES: Record<Language, string> = { cs: "Čeština", pl: "Polski", en: "English" };

const files = import.meta.glob<string>("./words/*/*.json", { query: "?url", import: "default", eager: true });
const loaded = new Map<Language, Phrases>();

let phrases = new Phrases("cs", {});
let turned: () => void = () => undefined;

const follow = createSubscriber((update) => {
  turned = update;
});

function say(keys: string | string[], values?: Values): string {
  follow();
  return phrases.say(keys, values);
}

export const t = say as unknown as TFunction<["common", "rummy"]>;

/** The language of the texts, for numbers and times. */
export function language(): string {
  follow();
  return phrases.language;
}

let wish: Language | null = null;

/** Loads a language's texts and shows them; of two wishes the later one counts. */
export async function speak(wanted: Language): Promise<void> {
  wish = wanted;
  const known = loaded.get(wanted) ?? (await load(wanted));
  loaded.set(wanted, known);
  if (wish !== wanted) return;
  phrases = known;
  turned();
}

async function load(wanted: Language): Promise<Phrases> {
  const fetched = SPACES.map(async (space): Promise<[string, Catalogue]> => {
    return [space, tied(await fetchWords(files[`./words/${wanted}/${space}.json`] ?? ""))];
  });
  return new Phrases(wanted, Object.fromEntries(await Promise.all(fetched)));
}

/** Without words nothing can be shown, so that this does not give up. */
async function fetchWords(url: string): Promise<Catalogue> {
  for (;;) {
    try {
      const response = await fetch(url);
      if (response.ok) return (await response.json()) as Catalogue;
    } catch {
      // The line is down; it comes back.
    }
    await new Promise((wait) => setTimeout(wait, 1000));
  }
}

/** Words of one letter stay with the next one, as Czech and Polish print it. */
function tied(words: Catalogue): Catalogue {
  const tie = (text: string): string =>
    text.replace(/(^|[\s(>])([kvwszouaiKVWSZOUAI]) (?=\S)/g, "$1$2\u00a0");
  return Object.fromEntries(
    Object.entries(words).map(([key, part]) => [key, typeof part === "string" ? tie(part) : tied(part)]),
  );
}

/** The sentence for a refusal's code; a code that has none says that it is one. */
export function refusalText(code: string, detail: Values = {}): string {
  const wait = Math.ceil(Number(detail["wait"] ?? 0));
  return say([`rummy:refused.${code}`, `refused.${code}`, "refused.unknown"], { ...detail, wait, code });
}

/** Why what was asked did not happen; "" where it did, or where somebody else was quicker with the same wish. */
export function answerText({ refused, detail }: Answer): string {
  const fine = refused === null || refused === "game_running" || refused === "wrong_game_number";
  return fine ? "" : refusalText(refused, detail);
}

/** Why a call over HTTP came to nothing. */
export function problemText(error: unknown): string {
  return error instanceof Refusal ? refusalText(error.code, error.detail) : String(error);
}

/** A number of points with its sign: +32, −7, 0. */
export function signed(points: number): string {
  return points > 0 ? `+${String(points)}` : String(points).replace("-", "−");
}

/** Names in a row, as the language joins them: "Jana a Babička". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(names);
}
