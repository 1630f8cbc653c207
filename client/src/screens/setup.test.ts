import { describe, expect, test } from "vitest";
import { presetNames, presetOf } from "../games/presets";
import { choices } from "../games/rummy/choices";
import { rules } from "../games/rummy/rules";
import { FACTS } from "../wire";
import type { Terms } from "../wire";
import { complete, enough, seatsOf, withPlayer } from "./setup";
import { termChoices, termsInWords } from "./terms";

const { presets } = FACTS.rummy;
const { options, terms } = presets.page;

describe("seats", () => {
  test("nobody takes no seat, and two are enough", () => {
    expect(seatsOf(["person", "nobody", "calm"])).toEqual([{ player: null }, { player: "calm" }]);
    expect([enough(["person", "nobody"], 2), enough(["person", "person"], 2)]).toEqual([false, true]);
    expect([complete(["person", "calm"]), complete(["person", "person"])]).toEqual([true, false]);
  });
  test("a preset's computer takes the computers' seats only", () => {
    expect(withPlayer(["person", "exact", "nobody"], "calm")).toEqual(["person", "calm", "nobody"]);
  });
});

describe("house rules", () => {
  test("are known by their options and terms, the usual ones first", () => {
    expect(presetNames(presets)[0]).toBe("page");
    for (const name of presetNames(presets))
      expect(presetOf(presets, presets[name].options, presets[name].terms)).toBe(name);
  });
  test("are nobody's once a single switch is changed, and theirs again when it is changed back", () => {
    expect(presetOf(presets, { ...options, redeal: true }, terms)).toBeUndefined();
    expect(presetOf(presets, options, { ...terms, pace: "slow" })).toBeUndefined();
    expect(presetOf(presets, { ...options }, { ...terms })).toBe("page");
  });
});

describe("what can be chosen", () => {
  const picked = (option: string, value: string | number | boolean): unknown => {
    const { first, more } = choices(options);
    return [...first, ...more].find((choice) => choice.option === option)?.pick(value);
  };
  test("is every field of the options, and one of them changes at a time", () => {
    const { first, more } = choices(options);
    expect([...first, ...more].map(({ option }) => option).sort()).toEqual(Object.keys(options).sort());
    expect(picked("jokers", 4)).toEqual({ ...options, jokers: 4 });
    expect(picked("playing_on", true)).toEqual({ ...options, playing_on: true });
  });
  test("is a series by games or by points, never both", () => {
    const pick = (at: number, value: string | number, from: Terms = terms): unknown =>
      termChoices(from)[at]?.pick(value);
    expect(pick(0, 3, { ...terms, target: 200 })).toEqual({ ...terms, games: 3, target: null });
    expect(pick(1, 200, { ...terms, games: 3 })).toEqual({ ...terms, games: null, target: 200 });
    expect(pick(0, "endless", { ...terms, games: 3 })).toEqual(terms);
  });
});

describe("rules in words", () => {
  const said = (change: object): string[] => rules({ ...options, ...change }).map(({ text }) => text);
  test("name every option that is on", () => {
    expect(said({ official: true })).toContain("rules.openingJoker");
    expect(said({ playing_on: true })).toContain("rules.playingOn");
    expect(said({ joker: "exchange" })).toContain("rules.exchange");
    expect(said({ redeal: true })).toContain("rules.redeal");
    expect(said({ jokers: 0 })).toContain("rules.jokersNone");
  });
  test("leave out what does not matter", () => {
    expect(said({ jokers: 0, official: true, joker: "exchange" })).toEqual(said({ jokers: 0 }));
    expect(said({ opening: 0, official: true, playing_on: true })).toEqual(said({ opening: 0 }));
  });
  test("of the terms say the series, and the rest where it is not usual", () => {
    expect(termsInWords(terms).map(({ text }) => text)).toEqual(["terms.endless"]);
    expect(
      termsInWords({ games: null, target: 100, pace: "slow", live: false }).map(({ text }) => text),
    ).toEqual(["terms.target", "terms.slow", "terms.hidden"]);
  });
});
