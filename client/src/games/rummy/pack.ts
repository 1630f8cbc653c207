/** The board's geometry: the largest tile with which every set is in sight. Pure. */

export const RATIO = 1.28;
/** Below this pitch a finger no longer finds a tile: the board keeps `SMALL` tiles and pans instead. */
export const PITCH = 24;
export const SMALL = 26;
export const GAP = 1;

export interface Size {
  readonly w: number;
  readonly h: number;
  /** Round a set's tiles, between sets, between rows, and a row's height. */
  readonly pad: number;
  readonly gx: number;
  readonly gy: number;
  readonly row: number;
}

export interface Packed extends Size {
  /** Indices of the sets, row by row, in their order. */
  readonly rows: readonly (readonly number[])[];
  readonly total: number;
}

export function sizeOf(w: number): Size {
  const h = Math.round(w * RATIO);
  const pad = Math.max(2, w * 0.09);
  // Small tiles are small because room is short: the gaps shrink faster than they do.
  const [gx, gy] = [Math.max(4, w * 0.26 - 2), Math.max(4, w * 0.3 - 3)];
  return { w, h, pad, gx, gy, row: h + 2 * pad + w * 0.06 };
}

export const widthOf = (length: number, size: Size): number =>
  length * size.w + (length - 1) * GAP + 2 * size.pad;

export const heightOf = (rows: number, size: Size): number =>
  rows ? rows * size.row + (rows - 1) * size.gy : 0;

/** The widest of these rows. */
export const rowWidth = (lengths: readonly number[], size: Size): number =>
  lengths.reduce((sum, length) => sum + widthOf(length, size), 0) + (lengths.length - 1) * size.gx;

/** Sets of these lengths in rows no wider than `width`, in their order. */
export function flow(lengths: readonly number[], width: number, size: Size): number[][] {
  const rows: number[][] = [];
  let used = Infinity;
  lengths.forEach((length, i) => {
    const own = widthOf(length, size);
    const row = rows.at(-1);
    if (row && used + size.gx + own <= width) {
      row.push(i);
      used += size.gx + own;
    } else {
      rows.push([i]);
      used = own;
    }
  });
  return rows;
}

/** The largest tile, at most `max` wide, with which all sets fit into `width` x `height`. */
export function pack(lengths: readonly number[], width: number, height: number, max: number): Packed {
  const longest = Math.max(0, ...lengths);
  let packed: Packed | undefined;
  for (let w = max; w >= 8; w -= 0.5) {
    const size = sizeOf(w);
    if (widthOf(longest, size) > width && w > 8) continue;
    const rows = flow(lengths, width, size);
    packed = { ...size, rows, total: heightOf(rows.length, size) };
    if (packed.total <= height) break;
  }
  return packed ?? { ...sizeOf(8), rows: [], total: 0 };
}
