/** What things are called. Names are asked for at every change of a hundred tiles, so they are made once. */

import { language, t } from "../../words";
import { faceOf, faceValue, isJoker } from "./tiles";
import type { Face, Suit, Tile } from "./tiles";

const made = new Map<string, string>();
let spoken = "";

function once(key: string, make: () => string): string {
  const now = language();
  if (now !== spoken) made.clear();
  spoken = now;
  const known = made.get(key);
  if (known !== undefined) return known;
  const name = make();
  made.set(key, name);
  return name;
}

/** "červená 7", "žolík", "žolík místo červená 7". */
export function faceName(face: Face, stands?: Face): string {
  if (!isJoker(face))
    return once(face, () =>
      t("rummy:tile.plain", { suit: t(`rummy:suit.${face[0] as Suit}`), value: String(faceValue(face)) }),
    );
  if (!stands || isJoker(stands)) return t("rummy:tile.joker");
  return once(`*${stands}`, () => t("rummy:tile.jokerAs", { tile: faceName(stands) }));
}

export const tileName = (tile: Tile, stands?: Face): string => faceName(faceOf(tile), stands);

/** "červená 7, sada 3, 2. ze 4". */
export const placedName = (
  tile: Tile,
  stands: Face | undefined,
  set: number,
  at: number,
  count: number,
): string =>
  once([faceOf(tile), stands, set, at, count].join(), () =>
    t("rummy:tile.inSet", { tile: tileName(tile, stands), set: String(set + 1), at: String(at + 1), count }),
  );
