import { isBusinessDay } from '../calendar/business-days.ts';

/**
 * Chooses which observations to draw: the first, lowest, highest and last of each pixel column, so that no
 * peak is lost. This is M4 (Jugel, Jerzak, Hackenbroich, Markl, 'M4: A Visualization-Oriented Time Series
 * Data Aggregation', VLDB 2014).
 */

/** @returns ascending indices in `[from, to)`: all of them if there are at most four per pixel column. */
export function decimate(
  days: Int32Array,
  numbers: Float64Array,
  from: number,
  to: number,
  columns: number,
): Int32Array {
  const count = to - from;
  if (count <= 0) return new Int32Array(0);
  if (count <= columns * 4) return Int32Array.from({ length: count }, (_, i) => from + i);

  const firstDay = days[from] as number;
  const daysPerColumn = ((days[to - 1] as number) - firstDay + 1) / columns;
  const kept = new Int32Array(columns * 4);
  let n = 0;
  let at = from;
  while (at < to) {
    const column = Math.floor(((days[at] as number) - firstDay) / daysPerColumn);
    const first = at;
    let low = at;
    let high = at;
    let last = at;
    for (; at < to && Math.floor(((days[at] as number) - firstDay) / daysPerColumn) === column; at++) {
      if ((numbers[at] as number) < (numbers[low] as number)) low = at;
      if ((numbers[at] as number) > (numbers[high] as number)) high = at;
      last = at;
    }
    const middle = low < high ? [low, high] : [high, low];
    let before = -1;
    for (const index of [first, ...middle, last]) {
      if (index !== before) kept[n++] = index;
      before = index;
    }
  }
  return kept.subarray(0, n);
}

/** @returns the index of the first day on or after `day`; the array's length if all days are before it. */
export function indexAtOrAfter(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @returns the index of the day nearest to `day`, the earlier of two equally near; -1 without days. */
export function indexNearest(days: Int32Array, day: number): number {
  const after = indexAtOrAfter(days, day);
  if (after === days.length) return after - 1;
  if (after === 0) return 0;
  return day - (days[after - 1] as number) <= (days[after] as number) - day ? after - 1 : after;
}

/**
 * @returns the longest step that is not a gap: 4 days for working days (a weekend and a holiday), 13 for
 * weeks, else one and a half times the median step.
 */
export function longestStep(days: Int32Array): number {
  const usual = usualStep(days);
  if (usual <= 3) return 4;
  if (usual <= 7) return 13;
  return Math.ceil(usual * 1.5);
}

/**
 * @returns whether the line breaks between two neighbouring days. A series of working days breaks if two or
 * more business days are missing, not over a weekend, holiday or day of mourning. (Treasury yields from 1990
 * to 2024 break once: 11 and 12 September 2001.)
 */
export function gapTest(days: Int32Array): (before: number, after: number) => boolean {
  if (usualStep(days) <= 3) return (before, after) => after - before > 2 && lacksBusinessDays(before, after);
  const longest = longestStep(days);
  return (before, after) => after - before > longest;
}

/** @returns whether two or more business days lie between two days. */
function lacksBusinessDays(before: number, after: number): boolean {
  let count = 0;
  for (let day = before + 1; day < after && count < 2; day++) if (isBusinessDay(day)) count++;
  return count === 2;
}

/** @returns the median step in days, from a sample of about 512; `Infinity` for fewer than three days. */
function usualStep(days: Int32Array): number {
  if (days.length < 3) return Number.POSITIVE_INFINITY;
  const every = Math.max(1, Math.floor((days.length - 1) / 512));
  const steps: number[] = [];
  for (let i = 1; i < days.length; i += every) steps.push((days[i] as number) - (days[i - 1] as number));
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] as number;
}
