import { clamp } from '@mantine/hooks';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { DateRange } from '../../service/view/types.ts';

/** The narrowest range that a zoom reaches, in days. */
export const NARROWEST = 6;

export type DayRange = { from: number; to: number };

/** @returns the width of a range in days; at least 1, so that a single day has a place on the axis. */
export function widthOf({ from, to }: DayRange): number {
  return Math.max(1, to - from);
}

/** @returns the day numbers of a range. Invalid dates, which the URL check rejects, become 1970-01-01. */
export function toDays(range: DateRange): DayRange {
  return { from: dayNumber(range.from) ?? 0, to: dayNumber(range.to) ?? 0 };
}

export function toDates(range: DayRange): DateRange {
  return { from: dateText(range.from), to: dateText(range.to) };
}

/** Zooms around a day (factor below 1: in), to at least a week, even if the bounds are narrower. */
export function zoomAround(range: DayRange, around: number, factor: number, bounds: DayRange): DayRange {
  const from = Math.max(bounds.from, Math.round(around - (around - range.from) * factor));
  const to = Math.min(bounds.to, Math.round(around + (range.to - around) * factor));
  if (to - from >= NARROWEST) return { from, to };
  const middle = Math.round((from + to) / 2);
  const end = clamp(middle + NARROWEST / 2, bounds.from + NARROWEST, bounds.to);
  return { from: end - NARROWEST, to: end };
}

/** @returns the range moved by a share of its width, within the bounds. */
export function pan(range: DayRange, share: number, bounds: DayRange): DayRange {
  const wanted = Math.round((range.to - range.from) * share) || Math.sign(share);
  const by = Math.max(Math.min(wanted, bounds.to - range.to), Math.min(0, bounds.from - range.from));
  return { from: range.from + by, to: range.to + by };
}

/** @returns the range extended to each line's last day: a week may be dated by a day after the range. */
export function withLastWeek(
  { from, to }: DayRange,
  lines: readonly { hidden: boolean; column: { days: Int32Array } }[],
): DayRange {
  const ends = lines.flatMap(({ hidden, column: { days } }) => (hidden ? [] : (days.at(-1) ?? [])));
  return { from, to: Math.max(to, ...ends.filter((day) => day < to + 7)) };
}

/** @returns the shortest range that contains all given ranges. */
export function spanOf(ranges: readonly DayRange[]): DayRange {
  return {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  };
}
