import { indexAtOrAfter, indexNearest, longestStep } from '../../service/series-math/decimate.ts';
import type { ChartSeries, SharedDay } from './types.ts';
import type { DayRange } from './zoom.ts';

export type CursorValue = { series: ChartSeries; day: number; text: string; number: number };

export function createSharedDay(): SharedDay {
  const followers = new Set<(day: number | undefined) => void>();
  let now: number | undefined;
  return {
    day: () => now,
    move(day) {
      if (day === now) return;
      now = day;
      for (const draw of followers) draw(day);
    },
    follow(draw) {
      followers.add(draw);
      draw(now);
      return () => void followers.delete(draw);
    },
  };
}

/** @returns the observed day of the shown series that is nearest to `day`, within the range. */
export function snapToDay(series: readonly ChartSeries[], day: number, range: DayRange): number | undefined {
  const found = observedDays(series, (days) => indexNearest(days, day));
  return found
    .filter((one) => one >= range.from && one <= range.to)
    .toSorted((a, b) => Math.abs(a - day) - Math.abs(b - day))[0];
}

/** @returns the observed day `steps` observations after `day` (negative: before), within the range. */
export function stepDay(
  series: readonly ChartSeries[],
  day: number | undefined,
  steps: number,
  range: DayRange,
): number | undefined {
  if (day === undefined) return snapToDay(series, steps > 0 ? range.from : range.to, range);
  let at = day;
  for (let left = Math.abs(steps); left > 0; left--) {
    const next =
      steps > 0
        ? Math.min(...observedDays(series, (days) => indexAtOrAfter(days, at + 1)))
        : Math.max(...observedDays(series, (days) => indexAtOrAfter(days, at) - 1));
    if (next < range.from || next > range.to) break;
    at = next;
  }
  return at;
}

/** @returns the day of each shown series at the index that `find` returns, if there is one. */
function observedDays(series: readonly ChartSeries[], find: (days: Int32Array) => number): number[] {
  return series.flatMap(({ column: { days }, hidden }) => (hidden ? [] : (days[find(days)] ?? [])));
}

/** @returns each shown series' latest value on or before a day, unless a gap lies in between. */
export function valuesAt(series: readonly ChartSeries[], day: number): CursorValue[] {
  return series.flatMap((one) => {
    const { days, values, numbers } = one.column;
    const at = one.hidden ? -1 : indexAtOrAfter(days, day + 1) - 1;
    if (at < 0 || day - (days[at] as number) > longestStep(days)) return [];
    return {
      series: one,
      day: days[at] as number,
      text: values[at] as string,
      number: numbers[at] as number,
    };
  });
}

/** @param distance pixels from the pointer to a drawn value; NaN if it is not drawn */
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
