/** What things are called. */

import { t } from "../../words";
import { faceOf, faceValue, isJoker } from "./tiles";
import type { Face, Suit, Tile } from "./tiles";

/** "červená 7", "žolík", "žolík místo červená 7". */
export function faceName(face: Face, stands?: Face): string {
  if (isJoker(face)) {
    if (!stands || isJoker(stands)) return t("rummy:tile.joker");
    return t("rummy:tile.jokerAs", { tile: faceName(stands) });
  }
  return t("rummy:tile.plain", { suit: t(`rummy:suit.${face[0] as Suit}`), value: String(faceValue(face)) });
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
  t("rummy:tile.inSet", { tile: tileName(tile, stands), set: String(set + 1), at: String(at + 1), count });
