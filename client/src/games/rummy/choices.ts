/** The rules of a table that can be chosen. */

import type { RummyOptions } from "../../wire";
import { t } from "../../words";
import type { Choice } from "../index";

const CLOCKS = ["off", "30", "45", "60", "120", "table"] as const;

export function choices(options: RummyOptions): { first: Choice[]; more: Choice[] } {
  const { clock, joker, opening } = options;
  const pick =
    (option: keyof RummyOptions): Choice["pick"] =>
    (value) => ({ ...options, [option]: value });
  const numbers = (option: "jokers" | "opening", note: string, values: number[]): Choice => ({
    option,
    title: t(`new.${option}`),
    note,
    value: options[option],
    among: values.map((value) => ({ value, text: String(value) })),
    pick: pick(option),
  });
  const onOff = (option: "official" | "playing_on" | "redeal"): Choice => ({
    option,
    title: t(`new.${option}`),
    note: t(`new.${options[option] ? "on" : "off"}.${option}`),
    value: options[option],
    pick: pick(option),
  });
  return {
    first: [
      numbers("opening", opening === 0 ? t("new.openingAny") : t("new.openingNote"), [0, 30, 40, 50]),
      {
        option: "clock",
        title: t("new.clock"),
        note:
          clock === "off"
            ? t("clock.offNote")
            : clock === "table"
              ? t("clock.tableNote")
              : t("clock.secondsNote", { seconds: clock }),
        value: clock,
        among: CLOCKS.map((value) => ({
          value,
          text: value === "off" || value === "table" ? t(`clock.${value}`) : value,
        })),
        below: true,
        pick: pick("clock"),
      },
    ],
    more: [
      numbers("jokers", t("new.jokersNote"), [0, 1, 2, 3, 4]),
      onOff("official"),
      onOff("playing_on"),
      {
        option: "joker",
        title: t("new.joker"),
        note: t(joker === "free" ? "new.jokerFreeNote" : "new.jokerExchangeNote"),
        value: joker,
        among: [
          { value: "free", text: t("new.jokerFree") },
          { value: "exchange", text: t("new.jokerExchange") },
        ],
        pick: pick("joker"),
      },
      onOff("redeal"),
    ],
  };
}
