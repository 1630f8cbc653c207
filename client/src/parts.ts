/** This phone's part in each shuffle, remembered so that its owner can find it in the proof. */
import { openStore, randomHex } from "./device";

const store = openStore("sessionStorage");
const place = (code: string, number: number): string => `kameny.part.${code}.${String(number)}`;

/** The part in the shuffle of game `number`: the same one however often it is asked for. */
export function partIn(code: string, number: number): string {
  const part = knownPart(code, number) ?? randomHex();
  store.setItem(place(code, number), part);
  return part;
}

/** The part that this tab made for that game, if it made one. */
export function knownPart(code: string, number: number): string | null {
  return store.getItem(place(code, number));
}
