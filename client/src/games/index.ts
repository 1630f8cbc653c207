/** The games as the shell knows them: by their name in the server's registry. */
import type { Component } from "svelte";
import type { Table } from "../table.svelte";
import type { IconName } from "../ui/icons";
import { t } from "../words";
import type { Presets } from "./presets";
import { rummy } from "./rummy";

/** Something to choose at a new table: one among several, or on and off. */
export interface Choice {
  /** The field's name, for tests. */
  option: string;
  title: string;
  /** What is chosen now means this. */
  note: string;
  value: string | number | boolean;
  among?: readonly { value: string | number | boolean; text: string }[];
  /** The control needs a line of its own. */
  below?: boolean;
  /** What the rules are with this choice. */
  pick: (value: string | number | boolean) => unknown;
}

/** A rule in words. */
export interface Rule {
  icon: IconName;
  text: string;
}

export interface GameFace {
  /** The play screen, which is fetched by itself: nobody needs that of another game. */
  play: () => Promise<{ default: Component<{ table: Table }> }>;
  /** The final table as a picture. */
  Mini: Component<{ view: unknown }>;
  /** What a seat was left with. */
  Hand: Component<{ view: unknown; seat: number }>;
  /** A few tiles that stand for the game. */
  Picture: Component;
  /** The rules one can choose: those everybody asks about first, and the others. */
  choices: (options: unknown) => { first: readonly Choice[]; more: readonly Choice[] };
  /** These rules in words. */
  rules: (options: unknown) => readonly Rule[];
  players: readonly string[];
  /** What a computer is called under these rules, by its word in `player` and `about`. */
  label: (player: string, options: unknown) => "calm" | "exact" | "strong";
  /** House rules by name, the usual ones first. */
  presets: Presets;
  /** What a seat's hand is worth at the end, and how many tiles it is. */
  left: (view: unknown, seat: number) => { points: number; tiles: number };
  seats: { least: number; most: number };
}

export const GAMES: Record<string, GameFace> = { rummy };

export function gameOf(name: string): GameFace | undefined {
  return GAMES[name];
}

export function gameName(name: string): string {
  return name === "rummy" ? t(`game.${name}`) : name;
}
