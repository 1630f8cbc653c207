/** The countdown to the next tile, from the server's deadline and the server's clock. */

import type { ClockView } from "../../wire";

export interface Countdown {
  /** Whole seconds left, rounded up, so that 0:00 is the end and not the last second. */
  readonly left: number;
  /** How much of the time is left, 0 to 1. */
  readonly part: number;
  readonly count: number;
  readonly paused: boolean;
}

export const LAST = 3;
export const URGENT = 10;

export function countdown(clock: ClockView | null, now: number): Countdown | null {
  if (!clock) return null;
  const left = Math.max(0, clock.at - now) / 1000;
  // A deadline re-armed after an outage may be further away than the hourglass is long.
  const part = clock.seconds > 0 ? Math.min(1, left / clock.seconds) : 0;
  return { left: Math.ceil(left), part, count: clock.count, paused: clock.paused };
}

export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
