/** The games as the shell knows them: by their name in the server's registry. */
import type { Component } from "svelte";
import type { Table } from "../table.svelte";
import { t } from "../words";
import { rummy } from "./rummy";

export interface GameFace {
  /** The play screen. */
  Play: Component<{ table: Table }>;
  /** The final table as a picture. */
  Mini: Component<{ view: unknown }>;
  /** What a seat was left with. */
  Hand: Component<{ view: unknown; seat: number }>;
  /** A few tiles that stand for the game. */
  Picture: Component;
  /** The rules one can choose, and these rules in words. */
  Choices: Component<{ options: unknown; onchange: (options: unknown) => void }>;
  Rules: Component<{ options: unknown }>;
  /** The options a new table starts from. */
  options: unknown;
  /** Whether these are the rules most tables play by. */
  usual: (options: unknown) => boolean;
  players: readonly string[];
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
