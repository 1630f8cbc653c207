/** The series as a picture: totals after each game, a scale with round steps, and labels that do not collide. */
import type { Outcome } from "../wire";

/** Per seat its totals before and after each of the last games, up to where they stand now. */
export function lines(results: readonly Outcome[], totals: readonly number[]): number[][] {
  return totals.map((end, seat) => {
    let total = end - results.reduce((sum, result) => sum + (result.points[seat] ?? 0), 0);
    return [total, ...results.map((result) => (total += result.points[seat] ?? 0))];
  });
}

/** Round values that the scale names, the highest first; every total lies between the ends of the scale. */
export function scale(totals: readonly number[]): { top: number; bottom: number; ticks: number[] } {
  const high = Math.max(0, ...totals);
  const low = Math.min(0, ...totals);
  const span = Math.max(high - low, 20);
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find((each) => span / each <= 4) ?? 5000;
  const ticks: number[] = [];
  for (let tick = Math.floor(high / step) * step; tick >= low; tick -= step) ticks.push(tick + 0);
  const air = span * 0.06;
  return { top: high + air, bottom: low - air, ticks };
}

/** Moves labels apart that want to stand closer than `gap`, keeping their order and the ends within [from, to]. */
export function apart(wanted: readonly number[], gap: number, from: number, to: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = order.map((i) => wanted[i] ?? 0);
  places.forEach((place, k) => {
    places[k] = Math.max(place, k === 0 ? from : (places[k - 1] ?? 0) + gap);
  });
  for (let k = places.length - 1; k >= 0; k -= 1)
    places[k] = Math.min(places[k] ?? 0, k === places.length - 1 ? to : (places[k + 1] ?? 0) - gap);
  const moved = [...wanted];
  order.forEach((i, k) => (moved[i] = places[k] ?? 0));
  return moved;
}

/** Which games the axis names: all of a short series, some of a long one, always the last. */
export function named(games: number): number[] {
  const step = Math.ceil(games / 5);
  return Array.from({ length: games + 1 }, (_, game) => game).filter((game) => (games - game) % step === 0);
}

/** How a sole winner's plus adds up: what the others lost, in seat order. Empty where there is nothing to add. */
export function sum(outcome: Outcome, seat: number): string {
  if (outcome.winners.length !== 1 || outcome.winners[0] !== seat) return "";
  const lost = outcome.points.filter((points, i) => i !== seat && points < 0).map((points) => -points);
  return lost.length > 1 ? lost.join("+") : "";
}

/** Seats from the most points to the fewest, and the place each has; equal points share a place. */
export function ranking(points: readonly number[]): { seat: number; place: number }[] {
  return points
    .map((own, seat) => ({ seat, place: 1 + points.filter((other) => other > own).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}
