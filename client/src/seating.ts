/** Opening a table and sitting down: the key is kept before the server hears of it, so that no seat gets lost. */
import { joinTable, openTable } from "./api";
import { device, randomHex } from "./device";
import type { SeatSetup } from "./wire";

/** Tables of this device that are dealt as soon as they are reached: all seats are taken already. */
const ready = new Set<string>();

export interface Setup {
  game: string;
  seats: SeatSetup[];
  options: unknown;
}

/** Opens a table, sits down at it and returns its code. */
export async function openAndSit(setup: Setup, name: string): Promise<string> {
  const { code } = await openTable(setup);
  await sit(code, name, setup.game);
  if (setup.seats.filter((seat) => seat.player === null).length === 1) ready.add(code);
  return code;
}

/** Takes a free seat. Asking again after a lost answer gives the same seat. */
export async function sit(code: string, name: string, game: string): Promise<void> {
  const key = device.key(code) ?? { code, token: randomHex(), seat: null, game, at: Date.now(), seats: [] };
  device.keep(key);
  const { seat } = await joinTable(code, { name, token: key.token, nonce: randomHex() });
  device.keep({ ...key, seat, at: Date.now() });
}

/** Whether to deal now; true once. */
export function dealAtOnce(code: string): boolean {
  return ready.delete(code);
}
