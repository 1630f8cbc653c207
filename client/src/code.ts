/** The join code: six signs that nobody mistakes for one another, and how people hand it on. */

const ALPHABET = "ABCDEFGHJKMNPQRTUVWXYZ346789";
export const LENGTH = 6;

/** Signs that are not in the alphabet, read as the one they were most likely misread from. */
const MISREAD: Record<string, string> = {
  O: "Q",
  "0": "Q",
  "1": "7",
  I: "7",
  L: "7",
  "2": "Z",
  "5": "6",
  S: "8",
};

/** What was typed, spoken or pasted, as far as it can be a code: of a link, only the code in it. */
export function readCode(text: string): string {
  const linked = /\/t\/([\p{L}\d]{6})/u.exec(text)?.[1];
  const signs = [...(linked ?? text).toUpperCase()];
  return signs
    .map((sign) => MISREAD[sign] ?? sign)
    .filter((sign) => ALPHABET.includes(sign))
    .slice(0, LENGTH)
    .join("");
}

/** The one-time code of a seat that a link may carry after its `#`. */
export function readPass(text: string): string {
  const pass = readCode(/#([\p{L}\d]{6})/u.exec(text)?.[1] ?? "");
  return pass.length === LENGTH ? pass : "";
}

/** In two halves, as it is read aloud. */
export function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** The address that anyone can join by. */
export function linkTo(code: string): string {
  return `${location.origin}/t/${code}`;
}
