import { medianOf } from '../../service/series-math/curve.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import type { Scheme } from '../chart/index.ts';
import type { Curves } from './curves.ts';
import type { YieldsState } from './search.ts';

/** The pixels of the heat map: a column of the newest real day, a row a tenor, the longest on top. */

/** Colours from low to high: viridis, which is as even without red, green or blue cones, and in grey (Smith, van der Walt, 2015). */
export const LEVELS = [
  '#440154',
  '#482475',
  '#414487',
  '#355f8d',
  '#2a788e',
  '#21918c',
  '#22a884',
  '#44bf70',
  '#7ad151',
  '#bddf26',
  '#fde725',
] as const;

/** From below a median to above it, through white or the dark page: blue and orange, which everybody can tell apart. */
export const AROUND = {
  light: ['#08519c', '#3182bd', '#6baed6', '#c6dbef', '#f7f7f7', '#fdd0a2', '#fd8d3c', '#d94801', '#8c2d04'],
  dark: ['#9ecae1', '#6baed6', '#3182bd', '#1f4e79', '#262c36', '#7a3b10', '#d94801', '#fd8d3c', '#fdd0a2'],
} as const;

/** @returns 256 colours between those of a scale, as red, green, blue. */
export function lookUp(scale: readonly string[]): Uint8ClampedArray {
  const table = new Uint8ClampedArray(256 * 3);
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (scale.length - 1);
    const low = Math.min(Math.floor(at), scale.length - 2);
    for (let part = 0; part < 3; part++) {
      const channel = (colour: string | undefined) =>
        Number.parseInt(colour?.slice(1 + 2 * part, 3 + 2 * part) ?? '0', 16);
      const [from, to] = [channel(scale[low]), channel(scale[low + 1])];
      table[3 * i + part] = from + (to - from) * (at - low);
    }
  }
  return table;
}

/**
 * @param from, to day numbers of the left and the right edge. @param width in pixels.
 * @returns of each column of pixels the row of its newest day; where it has none, of the day before it; -1 where that is more than a
 * week older.
 */
export function pixelRows(days: Int32Array, from: number, to: number, width: number): Int32Array {
  const rows = new Int32Array(width);
  const perPixel = (to + 1 - from) / width;
  let row = -1;
  for (let x = 0; x < width; x++) {
    const end = from + (x + 1) * perPixel;
    while (row + 1 < days.length && (days[row + 1] as number) < end) row++;
    const isOld = row >= 0 && end - perPixel - (days[row] as number) > LONGEST_HOLE;
    rows[x] = row < 0 || isOld ? -1 : row;
  }
  return rows;
}

/** What the colours stand for, in percent or percentage points: the ends of the scale. */
export type HeatScale = { low: number; high: number; medians: readonly number[] | undefined };

/** @param rows half-open range of rows. @param isLessMedian the values are those less the median of their tenor. */
export function heatScale(
  curves: Curves,
  { start, end }: { start: number; end: number },
  isLessMedian: boolean,
): HeatScale {
  const unit = 10 ** curves.places;
  const medians = isLessMedian ? curves.columns.map((column) => medianOf(column, start, end)) : undefined;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [i, { scaled }] of curves.columns.entries()) {
    const less = medians?.[i] ?? 0;
    for (let row = start; row < end; row++) {
      const value = (scaled[row] as number) - less;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return { low: 0, high: 1, medians };
  // Zero is in the middle of a scale around it.
  const most = Math.max(Math.abs(low), Math.abs(high), 1);
  return medians
    ? { low: -most / unit, high: most / unit, medians }
    : { low: low / unit, high: Math.max(high, low + 1) / unit, medians };
}

/** @returns the colours from low to high, and what their ends stand for: '0.00', '9.18 %'. */
export function heatKey(of: {
  curves: Curves;
  rows: { start: number; end: number };
  state: Pick<YieldsState, 'isLessMedian'>;
  scheme: Scheme;
}): { colours: readonly string[]; low: string; high: string } {
  const { isLessMedian } = of.state;
  const { low, high } = heatScale(of.curves, of.rows, isLessMedian);
  const text = (value: number) => `${value > 0 && isLessMedian ? '+' : ''}${groupDigits(value.toFixed(2))}`;
  return {
    colours: isLessMedian ? AROUND[of.scheme] : LEVELS,
    low: text(low),
    high: `${text(high)} ${isLessMedian ? 'points from its median' : '%'}`,
  };
}

/** @returns the pixels, four bytes each, row by row; those without a value are clear. */
export function heatPixels(
  curves: Curves,
  rows: Int32Array,
  { low, high, medians }: HeatScale,
  colours: Uint8ClampedArray,
): Uint8ClampedArray<ArrayBuffer> {
  const { columns, places } = curves;
  const width = rows.length;
  const pixels = new Uint8ClampedArray(4 * width * columns.length);
  const unit = 10 ** places;
  for (const [i, { scaled }] of columns.entries()) {
    const line = (columns.length - 1 - i) * width;
    const less = medians?.[i] ?? 0;
    for (let x = 0; x < width; x++) {
      const row = rows[x] as number;
      const value = row < 0 ? Number.NaN : ((scaled[row] as number) - less) / unit;
      if (Number.isNaN(value)) continue;
      const share = Math.max(0, Math.min(1, (value - low) / (high - low)));
      const colour = 3 * Math.round(share * 255);
      const at = 4 * (line + x);
      pixels[at] = colours[colour] as number;
      pixels[at + 1] = colours[colour + 1] as number;
      pixels[at + 2] = colours[colour + 2] as number;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}
