/**
 * What jokers stand for under `exchange`: one that lies where it was laid is its tile until that tile takes its place.
 *
 * To arrange such a joker it is cast: written as the tile it stands for (`k6`) with a copy of its own (`A` to `D`
 * for the jokers `a` to `d`), so that it lies, splits and is missing as that tile would. Pure.
 */

import type { RummyView } from "../../wire";
import { lacks, reading } from "./sets";
import { faceOf, HIGHEST, isJoker, JOKER, SUITS } from "./tiles";
import type { Face, Sets, Tile, Tiles } from "./tiles";

/** What jokers stand for, as (joker, face). */
export type Stands = readonly (readonly [Tile, Face])[];
export type Pins = ReadonlyMap<Tile, Face>;

/** Where a joker lay at the start of the turn: as which tile, and beside which tiles. */
export interface Place {
  readonly joker: Tile;
  readonly face: Face;
  readonly beside: Tiles;
}

/** The places of the table's jokers; none where jokers are free. */
export function placesOf({ options, table, stands }: RummyView): Place[] {
  if (options.joker === "free") return [];
  return table.flatMap((set, i) =>
    set.flatMap((joker, at) =>
      isJoker(joker)
        ? [{ joker, face: stands[i]?.[at] ?? JOKER, beside: set.filter((tile) => !isJoker(tile)) }]
        : [],
    ),
  );
}

const isAt = (place: Place, set: Tiles): boolean => set.some((tile) => place.beside.includes(tile));

/** Whether the tile that the joker stands for lies in its place. */
export const isFilled = (place: Place, draft: Sets): boolean =>
  draft.some((set) => isAt(place, set) && set.some((tile) => faceOf(tile) === place.face));

/** Whether the joker lies where it lay. */
export const isHome = (place: Place, draft: Sets): boolean =>
  draft.some((set) => set.includes(place.joker) && isAt(place, set));

/** The jokers that are bound to their places in this draft. */
export const bound = (places: readonly Place[], draft: Sets): Pins =>
  new Map(
    places
      .filter((place) => isHome(place, draft) && !isFilled(place, draft))
      .map(({ joker, face }) => [joker, face]),
  );

/** What jokers stand for in this draft where it is not read as it lies: a freed one too, while it fits its old place. */
export function pinned(places: readonly Place[], draft: Sets, stands: Stands): Pins {
  const pins = new Map([...stands, ...bound(places, draft)]);
  for (const { joker, face } of places.filter((place) => !pins.has(place.joker) && isHome(place, draft))) {
    const set = draft.find((each) => each.includes(joker)) ?? [];
    if (reading(cast(set, new Map([...pins, [joker, face]])))) pins.set(joker, face);
  }
  return pins;
}

/** The jokers that have left their places before the tiles they stand for had taken them. */
export const strayed = (places: readonly Place[], draft: Sets): Tiles =>
  places.filter((place) => !isFilled(place, draft) && !isKept(place, draft)).map(({ joker }) => joker);

const isKept = (place: Place, draft: Sets): boolean =>
  draft.some(
    (set) =>
      set.includes(place.joker) &&
      isAt(place, set) &&
      reading(cast(set, new Map([[place.joker, place.face]]))) !== null,
  );

const CAST = /^(.+)([A-D])$/;

export const isCast = (tile: Tile): boolean => CAST.test(tile);

/** Jokers that are pinned, as the tiles they stand for; and back. */
export const cast = (tiles: Tiles, pins: Pins): Tiles =>
  pins.size
    ? tiles.map((tile) => (pins.has(tile) ? `${pins.get(tile) ?? ""}${tile.slice(1).toUpperCase()}` : tile))
    : tiles;
export const uncast = (tile: Tile): Tile =>
  tile.replace(CAST, (_, __, copy: string) => JOKER + copy.toLowerCase());

/** What this makes of the draft, its pinned jokers cast. */
export const casting = (draft: Sets, pins: Pins, make: (draft: Sets) => Sets | null): Sets | null =>
  make(draft.map((set) => cast(set, pins)))?.map((set) => set.map(uncast)) ?? null;

/** The wishes that still make sense: of jokers that are not bound, in sets that can be read so. */
export const sensible = (stands: Stands, places: readonly Place[], draft: Sets): Stands =>
  stands.filter(([joker, face]) => {
    const set = draft.find((each) => each.includes(joker));
    const pins = pinned(places, draft, stands);
    return set !== undefined && pins.get(joker) === face && reading(cast(set, pins)) !== null;
  });

/** A joker that may stand for several tiles where it lies, and the one it stands for now. */
export interface Doubt {
  readonly joker: Tile;
  readonly faces: readonly Face[];
  readonly face: Face;
}

/** The joker to ask about: the first that nobody has decided on, else the last that is decided. */
export function doubt(places: readonly Place[], draft: Sets, stands: Stands): Doubt | null {
  const pins = pinned(places, draft, stands);
  const known = bound(places, draft);
  const wished = new Set(stands.map(([joker]) => joker));
  const doubts = draft.flatMap((set) =>
    set
      .filter((tile) => isJoker(tile) && !known.has(tile))
      .flatMap((joker) => {
        const now = reading(cast(set, pins));
        const faces = now ? facesOf(set, joker, pins) : [];
        const face = now?.stands[now.tiles.findIndex((tile) => uncast(tile) === joker)];
        return face === undefined || faces.length < 2 ? [] : [{ joker, faces, face }];
      }),
  );
  return doubts.find(({ joker }) => !wished.has(joker)) ?? doubts.at(-1) ?? null;
}

const FACES = SUITS.flatMap((suit) => Array.from({ length: HIGHEST }, (_, i) => `${suit}${i + 1}`));

const facesOf = (set: Tiles, joker: Tile, pins: Pins): Face[] =>
  FACES.filter((face) => lacks(cast(set, new Map([...pins, [joker, face]]))) === 0);
