/** The rack's geometry: few tiles large, many tiles small, on one to three shelves. Pure. */

export interface Shelves {
  readonly w: number;
  readonly h: number;
  readonly gap: number;
  readonly across: number;
  readonly rows: number;
}

export type Shape = "phone" | "short" | "wide" | "flat";

const LARGEST: Record<Shape, number> = { phone: 50, short: 42, wide: 58, flat: 40 };
const RATIO = 1.27;
/** A tile that is smaller than this goes to another shelf, where there is room for one. */
const FAIR = 40;

export function shelve(tiles: number, width: number, shape: Shape): Shelves {
  const gap = shape === "wide" ? 5 : 4;
  const across = acrossOf(tiles, width, shape, gap);
  const w = Math.max(12, Math.min(LARGEST[shape], (width - gap * (across - 1)) / across));
  const rows = shape === "wide" || shape === "flat" ? Math.max(1, Math.ceil(tiles / across)) : 2;
  return { w, h: Math.round(w * RATIO), gap, across, rows: Math.max(rows, Math.ceil(tiles / across)) };
}

function acrossOf(tiles: number, width: number, shape: Shape, gap: number): number {
  if (shape === "wide" || shape === "flat") {
    const least = shape === "wide" ? FAIR : 26;
    const fit = Math.floor((width + gap) / (least + gap));
    return tiles <= fit ? Math.max(tiles, 1) : Math.ceil(tiles / Math.ceil(tiles / Math.max(fit, 1)));
  }
  if (tiles <= 14) return 7;
  if (tiles <= 20) return Math.ceil(tiles / 2) > 8 ? 10 : 8;
  return Math.max(8, Math.ceil(tiles / 3));
}

/** Where the `at`-th tile stands, from the top left of the shelves; every shelf is centred as if it were full. */
export function spotOf(at: number, { w, gap, across }: Shelves, width: number): { row: number; x: number } {
  const full = across * w + (across - 1) * gap;
  return { row: Math.floor(at / across), x: (width - full) / 2 + (at % across) * (w + gap) };
}
