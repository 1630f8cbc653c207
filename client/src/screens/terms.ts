/** A table's terms: what can be chosen, and what was agreed on in words. */
import type { Choice, Rule } from "../games";
import type { Terms } from "../wire";
import { t } from "../words";

const among = (values: number[]): { value: number; text: string }[] =>
  values.map((value) => ({ value, text: String(value) }));

export function termChoices(terms: Terms): Choice[] {
  const { games, target, pace, live } = terms;
  return [
    {
      option: "series",
      title: t("new.series"),
      note: games ? t("new.seriesGames") : target ? t("new.seriesTarget") : t("new.seriesEndless"),
      value: target ? "" : (games ?? "endless"),
      among: [{ value: "endless", text: t("new.endless") }, ...among([1, 3, 5, 10])],
      below: true,
      pick: (value) => ({ ...terms, games: value === "endless" ? null : value, target: null }),
    },
    {
      option: "series",
      title: t("new.target"),
      note: t("new.targetNote"),
      value: target ?? "",
      among: among([100, 200, 500]),
      pick: (value) => ({ ...terms, games: null, target: value }),
    },
    {
      option: "pace",
      title: t("new.pace"),
      note: "",
      value: pace,
      among: (["quick", "usual", "slow"] as const).map((value) => ({ value, text: t(`new.paces.${value}`) })),
      pick: (value) => ({ ...terms, pace: value }),
    },
    {
      option: "live",
      title: t("new.live"),
      note: t(`new.${live ? "on" : "off"}.live`),
      value: live,
      pick: (value) => ({ ...terms, live: value }),
    },
  ];
}

/** What is usual needs no words, but the end of the series. */
export function termsInWords({ games, target, pace, live }: Terms): Rule[] {
  const series = games
    ? t("terms.games", { count: games })
    : target
      ? t("terms.target", { points: String(target) })
      : t("terms.endless");
  return [
    { icon: "series", text: series },
    ...(pace === "usual" ? [] : [{ icon: "calm" as const, text: t(`terms.${pace}`) }]),
    ...(live ? [] : [{ icon: "eye" as const, text: t("terms.hidden") }]),
  ];
}
