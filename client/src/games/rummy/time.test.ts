import { expect, test } from "vitest";
import { clockText, countdown } from "./time";

const clock = { turn: 3, count: 1, at: 60_000, seconds: 60, paused: false };

test("fault 37: the countdown follows the server's clock, and 0:00 is the end", () => {
  expect(countdown(clock, 0)).toEqual({ left: 60, part: 1, count: 1, paused: false });
  expect(countdown(clock, 59_001)?.left).toBe(1);
  expect(countdown(clock, 61_000)).toEqual({ left: 0, part: 0, count: 1, paused: false });
  expect(countdown(null, 0)).toBeNull();
  expect([clockText(60), clockText(9), clockText(0)]).toEqual(["1:00", "0:09", "0:00"]);
});
