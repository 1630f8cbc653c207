/** Where the visitor is, on the History API: `/`, `/new`, `/t/CODE`. */
import { createSubscriber } from "svelte/reactivity";
import { LENGTH, readCode, readPass } from "./code";

export type Place = { at: "home" } | { at: "new" } | { at: "table"; code: string };

let moved: () => void = () => undefined;

const follow = createSubscriber((update) => {
  moved = update;
  addEventListener("popstate", update);
  return () => {
    removeEventListener("popstate", update);
  };
});

export function readPlace(path: string): Place {
  if (path === "/new") return { at: "new" };
  const code = readCode(/^\/t\/([^/]{6})\/?$/.exec(path)?.[1] ?? "");
  return code.length === LENGTH ? { at: "table", code } : { at: "home" };
}

export function place(): Place {
  follow();
  return readPlace(location.pathname);
}

/** The one-time code in a link to a seat, after its `#`; it is taken out of the address, and out of the history. */
export function takePass(): string | null {
  const pass = readPass(location.hash);
  if (pass !== "") history.replaceState(null, "", location.pathname);
  return pass || null;
}

/** Goes there; `replace` where Back should not return to what is left. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  moved();
}

/** One step back, or home where the visitor came in by a link. */
export function leave(): void {
  go("/");
}
