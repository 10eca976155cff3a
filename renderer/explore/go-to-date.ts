import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { indexNearest } from '../../service/series-math/decimate.ts';
import type { Line } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';

/**
 * Alt+G: a typed date moves the crosshair, and the range with it where the date lies outside.
 * @param isSettled whether all of the range is loaded: the crosshair goes to an observation, which must be there.
 */
export function useGoToDate(
  chart: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  { range, held, isSettled }: { range: DateRange; held: DateRange; isSettled: boolean },
  { zoom, point }: { zoom: (range: DateRange) => void; point: (day: number) => void },
) {
  const [isAsking, ask] = useState(false);
  const [sought, seek] = useState<string | undefined>();
  useHotkeys([['alt+G', () => ask(true)]]);
  useEffect(() => {
    if (sought === undefined || !isSettled || sought < range.from || sought > range.to) return;
    seek(undefined);
    point(observedNear(lines, sought, range));
  }, [sought, isSettled, lines, range, point]);
  return {
    isAsking,
    close: (isDone: boolean) => {
      ask(false);
      // The arrows go on from the date; after the prompt has left, or the focus would be thrown back at it.
      if (isDone) chart.current?.querySelector<HTMLElement>('[aria-roledescription=chart]')?.focus();
    },
    go: (date: string) => {
      const wanted = rangeAround(range, date, held);
      if (wanted !== range) zoom(wanted);
      seek(date);
    },
  };
}

/**
 * @param held all days that there are data of, among them `day`.
 * @returns the range moved so that the day lies in its middle, as far as there are data, and as wide; the very same where the
 * day lies in it.
 */
export function rangeAround(range: DateRange, day: string, held: DateRange): DateRange {
  if (day >= range.from && day <= range.to) return range;
  const [from, to, at] = [range.from, range.to, day].map(numberOf) as [number, number, number];
  const width = to - from;
  const last = Math.max(numberOf(held.from) + width, Math.min(numberOf(held.to), at + Math.ceil(width / 2)));
  const first = Math.max(last - width, Math.min(numberOf(held.from), at));
  return { from: dateText(first), to: dateText(first + width) };
}

/** @returns the observed day of the visible lines that is nearest to `day` and in the range; `day` where there is none. */
export function observedNear(
  lines: readonly Pick<Line, 'hidden' | 'column'>[],
  day: string,
  range: DateRange,
): number {
  const wanted = numberOf(day);
  const near = lines
    .filter(({ hidden }) => !hidden)
    .flatMap(({ column }) => column.days[indexNearest(column.days, wanted)] ?? [])
    .filter((found) => found >= numberOf(range.from) && found <= numberOf(range.to))
    .toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return near[0] ?? wanted;
}

function numberOf(date: string): number {
  return dayNumber(date) ?? 0;
}
