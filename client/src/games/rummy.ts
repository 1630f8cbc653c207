/** Tile rummy's face to the shell; its play screen lives in `rummy/`. */
import type { Component } from "svelte";
import type { RummyOptions, RummyView } from "../wire";
import Mini from "./rummy/Mini.svelte";
import Play from "./rummy/Play.svelte";
import { isJoker, valueOf } from "./rummy/tiles";
import Choices from "./rummy/Choices.svelte";
import Hand from "./rummy/Leftover.svelte";
import Picture from "./rummy/Picture.svelte";
import Rules from "./rummy/Rules.svelte";
import type { GameFace } from "./index";

const USUAL: RummyOptions = { jokers: 2, opening: 30, clock: "table" };
const JOKER_POINTS = 30;

// The registry hands every game its own options and views: the server made both of one game.
export const rummy: GameFace = {
  Play,
  Mini: Mini as Component<{ view: unknown }>,
  Hand: Hand as Component<{ view: unknown; seat: number }>,
  Picture,
  Choices: Choices as Component<{ options: unknown; onchange: (options: unknown) => void }>,
  Rules: Rules as Component<{ options: unknown }>,
  options: USUAL,
  usual: (options) => {
    const { jokers, opening, clock } = options as RummyOptions;
    return jokers === USUAL.jokers && opening === USUAL.opening && clock === USUAL.clock;
  },
  players: ["calm", "exact"],
  left: (view, seat) => {
    const rack = (view as RummyView).racks[seat] ?? [];
    const points = rack.map((tile) => (isJoker(tile) ? JOKER_POINTS : valueOf(tile)));
    return { points: points.reduce((sum, each) => sum + each, 0), tiles: rack.length };
  },
  seats: { least: 2, most: 4 },
};
