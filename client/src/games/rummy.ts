/** Tile rummy's face to the shell; its play screen lives in `rummy/`. */
import type { Component } from "svelte";
import { FACTS, type RummyOptions, type RummyView } from "../wire";
import Mini from "./rummy/Mini.svelte";
import { isJoker, valueOf } from "./rummy/tiles";
import { choices } from "./rummy/choices";
import Hand from "./rummy/Leftover.svelte";
import Picture from "./rummy/Picture.svelte";
import { rules } from "./rummy/rules";
import type { GameFace } from "./index";

const JOKER_POINTS = 30;

// The registry hands every game its own options and views: the server made both of one game.
export const rummy: GameFace = {
  ...FACTS.rummy,
  play: () => import("./rummy/Play.svelte"),
  Mini: Mini as Component<{ view: unknown }>,
  Hand: Hand as Component<{ view: unknown; seat: number }>,
  Picture,
  choices: (options) => choices(options as RummyOptions),
  rules: (options) => rules(options as RummyOptions),
  // Under exchange a computer never takes a joker from its place, so that it is not exact any more.
  label: (player, options) =>
    player === "calm" ? "calm" : (options as RummyOptions).joker === "exchange" ? "strong" : "exact",
  left: (view, seat) => {
    const rack = (view as RummyView).racks[seat] ?? [];
    const points = rack.map((tile) => (isJoker(tile) ? JOKER_POINTS : valueOf(tile)));
    return { points: points.reduce((sum, each) => sum + each, 0), tiles: rack.length };
  },
};
