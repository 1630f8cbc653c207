/** The rules of a table in words: those of the game, and every option that is on. */

import type { RummyOptions } from "../../wire";
import { t } from "../../words";
import type { Rule } from "../index";

/** So many jokers need no words. */
const USUAL = 2;

export function rules(options: RummyOptions): Rule[] {
  const opens = options.opening > 0;
  return [
    { icon: "opening", text: opening(options) },
    { icon: "swap", text: t(opens && options.playing_on ? "rules.playingOn" : "rules.table") },
    ...(options.joker === "exchange" && options.jokers > 0
      ? [{ icon: "joker" as const, text: t("rules.exchange") }]
      : []),
    ...(options.jokers === USUAL
      ? []
      : [
          {
            icon: "joker" as const,
            text: options.jokers ? t("rules.jokers", { count: options.jokers }) : t("rules.jokersNone"),
          },
        ]),
    { icon: "bag", text: t("rules.draw") },
    ...(options.redeal ? [{ icon: "bag" as const, text: t("rules.redeal") }] : []),
    { icon: "clock", text: clock(options.clock) },
    { icon: "flag", text: t("rules.end") },
  ];
}

function opening({ opening, official, jokers }: RummyOptions): string {
  if (opening === 0) return t("rules.openingAny");
  const points = String(opening);
  return official && jokers > 0 ? t("rules.openingJoker", { points }) : t("rules.opening", { points });
}

function clock(limit: RummyOptions["clock"]): string {
  if (limit === "off") return t("rules.clockOff");
  return limit === "table" ? t("rules.clockTable") : t("rules.clockSeconds", { seconds: limit });
}
