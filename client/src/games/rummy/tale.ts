/** What happened, in words. */

import { nameAt } from "../../seats";
import type { RummyEvent, TableView } from "../../wire";
import { t } from "../../words";
import { tileName } from "./names";
import { LAST } from "./time";

/** More tiles than this are only counted. */
const NAMED = 3;

/** What the seat did, without its name; empty where there is nothing to tell. */
export function deed(event: RummyEvent, table: TableView): string {
  switch (event.kind) {
    case "laid": {
      const tiles = t("rummy:tiles", { count: event.tiles.length });
      if (event.by !== "hand") return t("rummy:log.clockLaid", { tiles });
      if (event.tiles.length > NAMED) return t("rummy:log.laidMany", { tiles });
      const faces = event.tiles.map((tile) => tileName(tile)).join(", ");
      return t("rummy:log.laid", { tiles, faces });
    }
    case "drew":
      return t("rummy:log.drew");
    case "passed":
      return event.by === "clock" ? t("rummy:log.timedOut") : t("rummy:log.passed");
    case "ran_out":
      return t("rummy:log.ranOut", { count: event.count, all: String(LAST) });
    case "dealt":
      if (event.redealt !== null) return t("rummy:log.redealt", { name: nameAt(table, event.redealt) });
      return event.lots.length
        ? t("rummy:log.lots", { lots: event.lots.map(([seat, tile]) => lot(table, seat, tile)).join(", ") })
        : event.opener === table.you
          ? t("rummy:log.openerYou")
          : t("rummy:log.opener", { name: nameAt(table, event.opener) });
    case "ended":
      return "";
  }
}

/** "Babička: líznutí". */
export function told(event: RummyEvent, table: TableView): string {
  const what = deed(event, table);
  return "seat" in event ? t("rummy:log.did", { name: nameAt(table, event.seat), what }) : what;
}

const lot = (table: TableView, seat: number, tile: string): string =>
  t("rummy:log.lot", { name: nameAt(table, seat), tile: tileName(tile) });
