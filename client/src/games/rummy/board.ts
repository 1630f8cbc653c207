/**
 * Where the sets lie. The layout is sticky, so that nothing jumps under a finger: sets keep their rows and
 * places, tiles their size, until it no longer fits; only then, or when it is asked for, all is packed anew.
 */

import { flow, GAP, heightOf, pack, PITCH, rowWidth, sizeOf, SMALL, widthOf } from "./pack";
import type { Size } from "./pack";

const CHANGE = 0.15;

export interface Item {
  readonly key: number;
  /** Tiles and holes. */
  readonly length: number;
}

export interface Box {
  readonly width: number;
  readonly height: number;
  /** The largest tile that looks well here. */
  readonly max: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Layout {
  readonly box: Box;
  readonly size: Size;
  readonly rows: readonly (readonly number[])[];
  readonly spots: ReadonlyMap<number, Spot>;
  /** From the top of one row to the next. */
  readonly step: number;
  readonly top: number;
  /** How high the whole is; more than the box where it pans. */
  readonly height: number;
  readonly pans: boolean;
}

/** The layout for these sets: `before`, as far as it still holds. */
export function settle(before: Layout | null, items: readonly Item[], box: Box, anew: boolean): Layout {
  return (before && !anew && isLike(before.box, box) && keep(before, items, box)) || packed(items, box);
}

/** A rack that grows by a tile may cost the board a few pixels; that alone moves nothing. */
function isLike(a: Box, b: Box): boolean {
  const near = Math.abs(a.height - b.height) <= a.height * CHANGE;
  return a.width === b.width && a.max === b.max && a.height > 0 && near;
}

function packed(items: readonly Item[], box: Box): Layout {
  const lengths = items.map((item) => item.length);
  let size: Size = pack(lengths, box.width, box.height, box.max);
  // On a box that is not measured yet everything would be too large.
  const pans = box.height > 0 && size.w + GAP < PITCH;
  if (pans) size = sizeOf(SMALL);
  const rows = flow(lengths, box.width, size).map((row) => row.map((i) => items[i]?.key ?? 0));
  return place(rows, items, box, size, null);
}

function keep(before: Layout, items: readonly Item[], box: Box): Layout | null {
  const { size } = before;
  const byKey = new Map(items.map((item) => [item.key, item.length]));
  const rows = before.rows.map((row) => row.filter((key) => byKey.has(key))).filter((row) => row.length);
  const known = new Set(rows.flat());
  const wide = (row: readonly number[]): number =>
    rowWidth(
      row.map((key) => byKey.get(key) ?? 0),
      size,
    );
  if (rows.some((row) => wide(row) > box.width)) return null;
  for (const { key, length } of items) {
    if (known.has(key)) continue;
    // The last rows first: there the eye expects what is new.
    const row = rows.findLast((each) => wide(each) + size.gx + widthOf(length, size) <= box.width);
    if (row) row.push(key);
    else rows.push([key]);
  }
  if (!before.pans && heightOf(rows.length, size) > box.height) return null;
  // What needed the small tiles may not need them any more.
  if (before.pans && !pansStill(items, box)) return null;
  return place(rows, items, box, size, before);
}

function pansStill(items: readonly Item[], box: Box): boolean {
  return (
    pack(
      items.map((item) => item.length),
      box.width,
      box.height,
      box.max,
    ).w +
      GAP <
    PITCH
  );
}

function place(
  rows: readonly (readonly number[])[],
  items: readonly Item[],
  box: Box,
  size: Size,
  before: Layout | null,
): Layout {
  const least = heightOf(rows.length, size);
  const pans = least > box.height;
  const loose = Math.max(0, box.height - least) / (rows.length + 1);
  let step = size.row + size.gy + (pans ? 0 : Math.min(loose, size.w * 0.35));
  let top = pans ? 0 : (box.height - (rows.length * step - (step - size.row))) / 2;
  if (before && !pans && before.top + (rows.length - 1) * before.step + size.row <= box.height)
    ({ step, top } = before);
  const byKey = new Map(items.map((item) => [item.key, item.length]));
  const spots = new Map<number, Spot>();
  rows.forEach((row, r) => {
    const widths = row.map((key) => widthOf(byKey.get(key) ?? 0, size));
    const xs = sticky(row, widths, box.width, size.gx, before) ?? centred(widths, box.width, size.gx);
    row.forEach((key, i) => spots.set(key, { x: xs[i] ?? 0, y: top + r * step, width: widths[i] ?? 0 }));
  });
  const height = rows.length ? top + (rows.length - 1) * step + size.row : 0;
  return { box, size, rows, spots, step, top, height, pans };
}

function centred(widths: readonly number[], width: number, gx: number): number[] {
  const total = widths.reduce((sum, each) => sum + each + gx, -gx);
  let x = Math.max(0, (width - total) / 2);
  return widths.map((each) => {
    const at = x;
    x += each + gx;
    return at;
  });
}

/** Every set of the row where it was; `null` where that leaves no room. */
function sticky(
  row: readonly number[],
  widths: readonly number[],
  width: number,
  gx: number,
  before: Layout | null,
): number[] | null {
  if (!before) return null;
  let free = 0;
  const xs: number[] = [];
  for (const [i, key] of row.entries()) {
    const x = before.spots.get(key)?.x ?? free;
    if (x < free - 0.5 || x + (widths[i] ?? 0) > width + 0.5) return null;
    xs.push(x);
    free = x + (widths[i] ?? 0) + gx;
  }
  return before.spots.has(row[0] ?? -1) ? xs : null;
}
