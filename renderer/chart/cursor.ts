import { indexAtOrAfter, indexNearest, longestStep } from '../../service/series-math/decimate.ts';
import type { ChartSeries } from './types.ts';
import type { DayRange } from './zoom.ts';

export type CursorValue = { series: ChartSeries; day: number; text: string; number: number };

/** @returns the observed day nearest to `day` among the shown series, within the range; undefined where there is none. */
export function snapToDay(series: readonly ChartSeries[], day: number, range: DayRange): number | undefined {
  let best: number | undefined;
  for (const { column, hidden } of series) {
    const at = hidden ? -1 : indexNearest(column.days, day);
    const found = at < 0 ? undefined : (column.days[at] as number);
    if (found === undefined || found < range.from || found > range.to) continue;
    if (best === undefined || Math.abs(found - day) < Math.abs(best - day)) best = found;
  }
  return best;
}

/** @returns the next observed day of any shown series, `steps` observations on (negative: back); stays within the range. */
export function stepDay(
  series: readonly ChartSeries[],
  day: number | undefined,
  steps: number,
  range: DayRange,
): number | undefined {
  if (day === undefined) return snapToDay(series, steps > 0 ? range.from : range.to, range);
  let at = day;
  for (let left = Math.abs(steps); left > 0; left--) {
    const next = neighbour(series, at, steps > 0);
    if (next === undefined || next < range.from || next > range.to) break;
    at = next;
  }
  return at;
}

/** The closest observed day after (or before) `day` among the shown series. */
function neighbour(series: readonly ChartSeries[], day: number, isForward: boolean): number | undefined {
  let best: number | undefined;
  for (const { column, hidden } of series) {
    if (hidden) continue;
    const at = isForward ? indexAtOrAfter(column.days, day + 1) : indexAtOrAfter(column.days, day) - 1;
    const found = column.days[at];
    if (found === undefined) continue;
    if (best === undefined || (isForward ? found < best : found > best)) best = found;
  }
  return best;
}

/**
 * The value of every shown series at a day: its observation of that day, or the latest one before it (a monthly series beside a
 * daily one), with that observation's own day. Series that have not begun yet or have a gap there are left out.
 */
export function valuesAt(series: readonly ChartSeries[], day: number): CursorValue[] {
  const found: CursorValue[] = [];
  for (const one of series) {
    const at = one.hidden ? -1 : indexAtOrAfter(one.column.days, day + 1) - 1;
    if (at < 0 || day - (one.column.days[at] as number) > longestStep(one.column.days)) continue;
    found.push({
      series: one,
      day: one.column.days[at] as number,
      text: one.column.values[at] as string,
      number: one.column.numbers[at] as number,
    });
  }
  return found;
}

/**
 * @param distance how far the drawn value is from the pointer, in pixels; not a number where it is not drawn.
 * @returns the line that is drawn nearest to the pointer on a day; `undefined` where none is.
 */
export function nearestLine(
  series: readonly ChartSeries[],
  day: number,
  distance: (value: CursorValue) => number,
): ChartSeries | undefined {
  return valuesAt(series, day)
    .map((value) => ({ series: value.series, distance: distance(value) }))
    .filter((one) => !Number.isNaN(one.distance))
    .toSorted((a, b) => a.distance - b.distance)[0]?.series;
}
