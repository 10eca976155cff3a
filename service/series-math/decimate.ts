import { isBusinessDay } from '../calendar/business-days.ts';

/**
 * Which observations to draw, when there are more of them than pixels. Of every pixel column the first, lowest, highest and
 * last observation are kept, so that the line looks the same as with all of them and no peak is lost
 * (M4: Jugel, Jerzak, Hackenbroich, Markl, 'M4: A Visualization-Oriented Time Series Data Aggregation', VLDB 2014).
 */

/**
 * @param days ascending day numbers; @param numbers the values, same length.
 * @param from, to half-open index range `[from, to)` to look at.
 * @param columns pixel columns that the days of the range are spread over; at least 1.
 * @returns ascending indices into the arrays; all of the range where it holds at most four per column.
 */
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

/** @returns the index of the first day that is not before `day`; the length of the array where all are before it. */
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

/** @returns the index of the day nearest to `day` (the earlier of two as near), or -1 where there is none. */
export function indexNearest(days: Int32Array, day: number): number {
  const after = indexAtOrAfter(days, day);
  if (after === days.length) return after - 1;
  if (after === 0) return 0;
  return day - (days[after - 1] as number) <= (days[after] as number) - day ? after - 1 : after;
}

/**
 * How many days an observation stands for at most, until the next one: not longer than over a weekend and a holiday where there
 * is one of every working day, else half as long again as the usual (median) step.
 * @returns days; `Infinity` for fewer than three observations.
 */
export function longestStep(days: Int32Array): number {
  const usual = usualStep(days);
  if (usual <= 3) return 4;
  if (usual <= 7) return 13;
  return Math.ceil(usual * 1.5);
}

/**
 * @returns whether a line is broken between two neighbours of a series, given as days: a gap is shown as a gap. Of a series with
 * one of every working day that is where two or more business days have none: weekends and federal holidays are no gaps, nor
 * is a single day such as Good Friday or a day of mourning. (Treasury yields of 1990 to 2024 have one such gap: the 11th and
 * 12th of September 2001. Debt to the penny has none.)
 */
export function gapTest(days: Int32Array): (before: number, after: number) => boolean {
  if (usualStep(days) <= 3) return (before, after) => after - before > 2 && lacksBusinessDays(before, after);
  const longest = longestStep(days);
  return (before, after) => after - before > longest;
}

/** Whether two business days, or more, lie between two days. */
function lacksBusinessDays(before: number, after: number): boolean {
  let count = 0;
  for (let day = before + 1; day < after && count < 2; day++) if (isBusinessDay(day)) count++;
  return count === 2;
}

function usualStep(days: Int32Array): number {
  if (days.length < 3) return Number.POSITIVE_INFINITY;
  const every = Math.max(1, Math.floor((days.length - 1) / 512));
  const steps: number[] = [];
  for (let i = 1; i < days.length; i += every) steps.push((days[i] as number) - (days[i - 1] as number));
  steps.sort((a, b) => a - b);
  return steps[steps.length >> 1] as number;
}
