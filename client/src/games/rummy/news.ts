/** What an event means to the one who reads it: a sentence for the note line, and a sound. */

import { clack, rattle } from "../../ui/sound";
import type { RummyEvent, TableView } from "../../wire";
import { t } from "../../words";
import { tileName } from "./names";
import { told } from "./tale";
import { LAST } from "./time";

/** A text that follows the language. */
export type Say = () => string;

export interface News {
  readonly text: Say;
  readonly warns: boolean;
  /** For so many milliseconds. */
  readonly stays: number;
}

/** How long own news stay; what others did is shorter news. */
export const FADES = 5000;
const GLIMPSE = 2600;

const isRedealt = (event: RummyEvent): boolean => event.kind === "dealt" && event.redealt !== null;

export function newsOf(event: RummyEvent, table: TableView): News | null {
  if (isRedealt(event)) return { text: () => told(event, table), warns: false, stays: FADES };
  if (!("seat" in event)) return null;
  if (event.seat !== table.you) return { text: () => told(event, table), warns: false, stays: GLIMPSE };
  const text = ownNews(event);
  return text && { text, warns: event.kind !== "drew", stays: FADES };
}

/** One's own draw says which tile it was; the clock says what it cost. What one did oneself is no news. */
function ownNews(event: RummyEvent): Say | null {
  switch (event.kind) {
    case "drew": {
      const { tile } = event;
      return tile === null ? null : () => t("rummy:note.drew", { tile: tileName(tile) });
    }
    case "ran_out": {
      const { tile, count } = event;
      const all = String(LAST);
      if (tile === null) return () => t("rummy:note.ranOutNone", { count, all });
      return () => t("rummy:note.ranOut", { tile: tileName(tile), count, all });
    }
    case "laid": {
      const count = event.tiles.length;
      if (event.by === "clock") return () => t("rummy:note.clockLaid", { count });
      return event.by === "rescue" ? () => t("rummy:note.rescued", { count }) : null;
    }
    case "passed":
      return event.by === "clock" ? () => t("rummy:note.timedOut") : null;
    default:
      return null;
  }
}

export function soundOf(event: RummyEvent, you: number | null): void {
  if (isRedealt(event)) rattle();
  if (!("seat" in event)) return;
  const own = event.seat === you;
  if (event.kind === "laid" && !own) clack();
  if (own && (event.kind === "drew" || event.kind === "ran_out")) rattle();
}
