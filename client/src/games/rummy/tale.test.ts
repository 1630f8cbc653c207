import { expect, test } from "vitest";
import type { RummyDealt, TableView } from "../../wire";
import { newsOf } from "./news";
import { deed } from "./tale";

const table = { you: 0, seats: [{ name: "Jana", player: null }] } as unknown as TableView;
const dealt = { kind: "dealt", opener: 0, lots: [], turn: 1, redealt: null } as unknown as RummyDealt;

test("a deal says who begins, and a second one that it was asked for", () => {
  expect(deed(dealt, table)).toBe("rummy:log.openerYou");
  expect(deed({ ...dealt, turn: 3, redealt: 0 }, table)).toBe("rummy:log.redealt");
});

test("tiles dealt anew are news to everybody", () => {
  expect(newsOf(dealt, table)).toBeNull();
  expect(newsOf({ ...dealt, redealt: 0 }, table)?.text()).toBe("rummy:log.redealt");
});
