/** The seats of a new table as they are being chosen. The first is one's own. */
import type { SeatSetup } from "../wire";

/** A person, a computer by its player, or no seat at all. */
export type Sitter = "person" | "nobody" | (string & {});

export const START: readonly Sitter[] = ["person", "person", "person", "calm"];

/** The seats to open, without those nobody sits on. */
export function seatsOf(sitters: readonly Sitter[]): SeatSetup[] {
  return sitters
    .filter((sitter) => sitter !== "nobody")
    .map((sitter) => ({ player: sitter === "person" ? null : sitter }));
}

/** Whether everybody is there as soon as the table is open. */
export function complete(sitters: readonly Sitter[]): boolean {
  return seatsOf(sitters.slice(1)).every((seat) => seat.player !== null);
}

/** Whether there are enough seats to play at. */
export function enough(sitters: readonly Sitter[], least: number): boolean {
  return seatsOf(sitters).length >= least;
}

/** The same seats, every computer played by this one. */
export const withPlayer = (sitters: readonly Sitter[], player: string): Sitter[] =>
  sitters.map((sitter) => (sitter === "person" || sitter === "nobody" ? sitter : player));
