/** What happened beside the game, as a line; empty where it need not be said on this phone. */
import { nameAt } from "../seats";
import type { News } from "../table.svelte";
import type { TableView } from "../wire";
import { refusalText, t } from "../words";

export function newsText(news: News, view: TableView): string {
  if ("refused" in news) return refusalText(news.refused, news.detail);
  const { what, seat, by } = news.told;
  if (by !== null && by === view.you) return "";
  if (seat === view.you && by === null) return what === "back" ? t("told.backYou") : "";
  const name = nameAt(view, seat) || (news.names[seat] ?? "");
  return t(`told.${what}`, { name, by: by === null ? name : nameAt(view, by) });
}
