/** What the people and computers at a table are called on this phone. */
import { gameOf } from "./games";
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

/** The seats, and the game and its rules, from which computers have their names. */
interface Sitting {
  seats: readonly Pick<SeatView, "name" | "player">[];
  game: string;
  options: unknown;
}

/** "Klidný", and "Klidný 2" where a second one sits. */
function computerName(table: Sitting, seat: number): string {
  const player = table.seats[seat]?.player ?? "";
  const name = playerName(player, table);
  const earlier = table.seats.slice(0, seat).filter((each) => each.player === player).length;
  return earlier === 0 ? name : t("player.numbered", { name, number: earlier + 1 });
}

/** What a computer is called by the rules of this table. */
export function playerName(player: string, { game, options }: Pick<Sitting, "game" | "options">): string {
  const face = gameOf(game);
  return face === undefined ? player : t(`player.${face.label(player, options)}`);
}

/** The name others see: nobody is "you" here. */
export function nameOf(table: Sitting, seat: number): string {
  const one = table.seats[seat];
  return one?.player == null ? (one?.name ?? "") : computerName(table, seat);
}

/** The name on this phone: one's own seat is "You". */
export function nameAt(table: Sitting & Pick<TableView, "you">, seat: number): string {
  return seat === table.you ? t("you") : nameOf(table, seat);
}
