/** Moments at which a phone may have slept: the socket can look open and be dead, and timers have stood still. */

const TICK = 1000;
export const JUMP = 3000;

/** Calls `woke` after any such moment, until the returned function is called. */
export function onWake(woke: (slept: boolean) => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (Math.abs(now - last - TICK) > JUMP) woke(true);
    last = now;
  }, TICK);
  const back = (): void => {
    if (typeof document === "undefined" || document.visibilityState === "visible") woke(false);
  };
  const targets: [EventTarget | undefined, string][] = [
    [globalThis.document, "visibilitychange"],
    [globalThis.window, "pageshow"],
    [globalThis.window, "online"],
  ];
  for (const [target, name] of targets) target?.addEventListener(name, back);
  return () => {
    clearInterval(timer);
    for (const [target, name] of targets) target?.removeEventListener(name, back);
  };
}
