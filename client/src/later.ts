import { GAMES } from "./games";

/** Screens that nobody needs at once: fetched as soon as the first one stands, so that they are there when wanted. */
export const later = {
  New: () => import("./screens/New.svelte"),
  Result: () => import("./screens/Result.svelte"),
  SeatSheet: () => import("./screens/SeatSheet.svelte"),
  Settings: () => import("./screens/Settings.svelte"),
};

/** Fetches them when nothing else is to do. One that fails is asked for again when it is wanted. */
export function fetchAhead(): void {
  setTimeout(() => {
    const games = Object.values(GAMES).map(({ play }) => play);
    for (const load of [...games, ...Object.values(later)]) load().catch(() => undefined);
  }, 1000);
}
