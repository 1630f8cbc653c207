import { expect, test } from "vitest";
import { isAway, untilGone } from "./seats";

test("a phone that is in the background for ten seconds does not count as away", () => {
  const now = (): number => 20_000;
  expect(isAway({ away: null }, now)).toBe(false);
  expect(isAway({ away: 10_000 }, now)).toBe(false);
  expect(isAway({ away: 4_000 }, now)).toBe(true);
});

test("others may act for somebody who has been away for a minute", () => {
  expect(untilGone(0, 20_000)).toBe(40);
  expect(untilGone(0, 59_999)).toBe(1);
  expect(untilGone(0, 60_000)).toBe(0);
  expect(untilGone(0, 600_000)).toBe(0);
});
