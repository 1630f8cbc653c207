import { expect, test } from "vitest";
import type { News } from "../table.svelte";
import type { SeatView, TableView, Told } from "../wire";
import { newsText } from "./told";

const person = (name: string): SeatView => ({
  name,
  player: null,
  taken: name !== "",
  here: true,
  stand_in: null,
  away: null,
});
const view = { seats: [person("Jana"), person("Petr"), person("")], you: 0 } as unknown as TableView;

function told(what: Told["what"], seat: number, by: number | null = null): News {
  return { told: { type: "told", what, seat, by }, names: ["Jana", "Petr", "Eva"] };
}

// Without a catalogue a text is its key: it is enough to see whether anything is said, and what.
test.each([
  ["joined", 1, null, "told.joined"],
  ["stood_in", 1, 2, "told.stood_in"],
  ["new_code", 0, 1, "told.new_code"],
  ["left", 2, null, "told.left"],
] as const)("%s at seat %i by %s is said to the others", (what, seat, by, text) => {
  expect(newsText(told(what, seat, by), view)).toBe(text);
});

test.each([
  ["joined", 0, null],
  ["new_code", 0, null],
  ["new_code", 1, 0],
  ["stood_in", 1, 0],
] as const)("%s at seat %i by %s is no news to whoever did it", (what, seat, by) => {
  expect(newsText(told(what, seat, by), view)).toBe("");
});

test("one's own return is said in words of its own", () => {
  expect(newsText(told("back", 0), view)).toBe("told.backYou");
});
