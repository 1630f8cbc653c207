/** What the people and computers at a table are called on this phone. */
import type { SeatView, TableView } from "./wire";
import { t } from "./words";

/** A phone in the background for a few seconds is not gone; after a minute others may act for it. */
const NOTICED = 15_000;
const GONE = 60_000;

/** Whether a person's phone has been away long enough to be noticed. */
export function isAway({ away }: Pick<SeatView, "away">, now: () => number): boolean {
  return away !== null && now() - away > NOTICED;
}

/** How many seconds until others may act for an absent person. */
export function untilGone(away: number, now: number): number {
  return Math.max(0, Math.ceil((away + GONE - now) / 1000));
}

type Seats = readonly Pick<SeatView, "name" | "player">[];

/** "Klidný", and "Klidný 2" where a second one sits. */
export function computerName(seats: Seats, seat: number): string {
  const player = seats[seat]?.player ?? "";
  const name = playerName(player);
  const earlier = seats.slice(0, seat).filter((each) => each.player === player).length;
  return earlier === 0 ? name : t("player.numbered", { name, number: earlier + 1 });
}

export function playerName(player: string): string {
  return player === "calm" || player === "exact" ? t(`player.${player}`) : player;
}

/** The name others see: nobody is "you" here. */
export function nameOf(seats: Seats, seat: number): string {
  return seats[seat]?.player == null ? (seats[seat]?.name ?? "") : computerName(seats, seat);
}

/** The name on this phone: one's own seat is "You". */
export function nameAt(table: Pick<TableView, "seats" | "you">, seat: number): string {
  return seat === table.you ? t("you") : nameOf(table.seats, seat);
}
