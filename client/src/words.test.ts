import i18next from "i18next";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "./device";
import { Phrases, type Catalogue } from "./phrases";
import { SPACES } from "./words";

const files = import.meta.glob<Catalogue>("./words/*/*.json", { import: "default", eager: true });
const SUFFIX = /_(zero|one|two|few|many|other)$/;

function catalogue(language: Language, space: string): Catalogue {
  const found = files[`./words/${language}/${space}.json`];
  if (found === undefined) throw new Error(`no words/${language}/${space}.json`);
  return found;
}

function flat(part: Catalogue, before = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === "string") found.set(before + key, value);
    else for (const [path, text] of flat(value, `${before}${key}.`)) found.set(path, text);
  }
  return found;
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ""))].sort();
}

const base = (key: string): string => key.replace(SUFFIX, "");

describe.each(SPACES)("words of %s", (space) => {
  const czech = flat(catalogue("cs", space));

  test.each(LANGUAGES)("%s has every key, and every plural form its language has", (language) => {
    const words = flat(catalogue(language, space));
    expect([...new Set([...words.keys()].map(base))].sort()).toEqual(
      [...new Set([...czech.keys()].map(base))].sort(),
    );
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plural = new Set([...words.keys()].filter((key) => SUFFIX.test(key)).map(base));
    for (const key of plural) {
      const had = [...words.keys()].filter((each) => base(each) === key && each !== key);
      expect(had.map((each) => each.slice(key.length + 1)).sort(), key).toEqual([...forms].sort());
    }
  });

  test.each(LANGUAGES)("%s fills the same placeholders as the Czech text", (language) => {
    for (const [key, text] of flat(catalogue(language, space))) {
      const model = czech.get(key) ?? czech.get(`${base(key)}_other`) ?? czech.get(base(key)) ?? "";
      expect(placeholders(text), `${key}: ${text}`).toEqual(placeholders(model));
    }
  });

  test.each(LANGUAGES)("%s reads as i18next reads it", async (language) => {
    const original = i18next.createInstance();
    await original.init({
      lng: language,
      ns: [...SPACES],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      resources: { [language]: Object.fromEntries(SPACES.map((each) => [each, catalogue(language, each)])) },
    });
    const ours = new Phrases(
      language,
      Object.fromEntries(SPACES.map((each) => [each, catalogue(language, each)])),
    );
    const say = original.t as unknown as (key: string, values: object) => string;
    for (const [path, text] of flat(catalogue(language, space))) {
      const key = `${space}:${base(path)}`;
      const values = Object.fromEntries(placeholders(text).map((name) => [name, `(${name})`]));
      for (const count of SUFFIX.test(path)
        ? [0, 1, 2, 3, 4, 5, 11, 12, 21, 22, 25, 101, 102, 1.5]
        : [undefined]) {
        const filled = count === undefined ? values : { ...values, count };
        expect(ours.say(key, filled)).toBe(say(key, filled));
      }
    }
  });
});

test("a key without a text is its own text, and the first of several that has one is said", () => {
  const phrases = new Phrases("cs", { common: { a: { b: "áno {{who}}" } } });
  expect(phrases.say("a.c")).toBe("a.c");
  expect(phrases.say(["x:a.b", "a.c", "a.b"], { who: "my" })).toBe("áno my");
  expect(phrases.say("constructor.name")).toBe("constructor.name");
});
