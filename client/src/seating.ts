/** Opening a table and sitting down: the key is kept before the server hears of it, so that no seat gets lost. */
import { claimSeat, joinTable, openTable } from "./api";
import { device, randomHex, type MyTable } from "./device";
import { partIn } from "./parts";
import type { Joined, OpenTable } from "./wire";

/** Tables of this device that are dealt as soon as they are reached: all seats are taken already. */
const ready = new Set<string>();

/** Opens a table, sits down at it and returns its code. */
export async function openAndSit(setup: OpenTable, name: string): Promise<string> {
  const { code } = await openTable(setup);
  await sit({ code, game: setup.game, name, next: 1 });
  if (setup.seats.filter((seat) => seat.player === null).length === 1) ready.add(code);
  return code;
}

/** A seat that is wanted: a free one, or one that a computer holds; `next` is the number of the next game. */
export interface Wish {
  code: string;
  game: string;
  name: string;
  next: number;
  seat?: number | null;
}

/** Takes a free seat, or a computer's. Asking again after a lost answer gives the same seat. */
export async function sit({ code, game, name, next, seat = null }: Wish): Promise<void> {
  await keeping(code, game, (token) => joinTable(code, { name, token, nonce: partIn(code, next), seat }));
}

/** Takes over the seat of a one-time code. */
export async function claim(code: string, pass: string, game = ""): Promise<void> {
  await keeping(code, game, (token) => claimSeat(code, { pass_code: pass, token }));
}

async function keeping(code: string, game: string, ask: (token: string) => Promise<Joined>): Promise<void> {
  const key: MyTable = device.key(code) ?? { code, token: randomHex(), seat: null, game, at: 0, seats: [] };
  device.keep({ ...key, at: Date.now() });
  const { seat } = await ask(key.token);
  device.keep({ ...key, seat, at: Date.now() });
}

/** Whether to deal now; true once. */
export function dealAtOnce(code: string): boolean {
  return ready.delete(code);
}
