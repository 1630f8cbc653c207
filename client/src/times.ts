/** Times in words, as the browser says them in each language. */

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "před 5 min" for a moment of this device's clock. */
export function ago(at: number, language: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - at) / 1000);
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  }
  return words.format(0, "second");
}
