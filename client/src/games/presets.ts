/** House rules that people know by name, as the server has them. */
import { FACTS, type Terms } from "../wire";

type Facts = (typeof FACTS)[keyof typeof FACTS];
export type PresetName = keyof Facts["presets"];

export interface Preset {
  options: unknown;
  terms: Terms;
  /** The computer that suits these rules. */
  player: string | null;
}

export type Presets = Readonly<Record<PresetName, Preset>>;

export const presetNames = (presets: Presets): PresetName[] => Object.keys(presets) as PresetName[];

/** The house rules that these are, if nothing was changed. */
export const presetOf = (presets: Presets, options: unknown, terms: Terms): PresetName | undefined =>
  presetNames(presets).find(
    (name) => same(presets[name].options, options) && same(presets[name].terms, terms),
  );

const same = (one: unknown, other: unknown): boolean =>
  Object.entries(one as object).every(([key, value]) => (other as Record<string, unknown>)[key] === value);
