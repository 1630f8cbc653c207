import { expect, test } from "vitest";
import { ago } from "./times";

const NOW = Date.UTC(2026, 0, 15, 12);

test.each([
  [5, "cs", "nyní"],
  [5 * 60, "en", "5 min. ago"],
  [3 * 3600, "en", "3 hr. ago"],
  [26 * 3600, "cs", "včera"],
])("%i seconds ago in %s is %j", (seconds, language, text) => {
  expect(ago(NOW - seconds * 1000, language, NOW)).toBe(text);
});
