import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { indexNearest } from '../../service/series-math/decimate.ts';
import type { Line } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';

/**
 * Alt+G asks for a date and moves the crosshair there, and the range too where it does not contain the date.
 * @param isSettled whether the whole range is loaded: the crosshair needs the observation that it goes to.
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
      // The chart gets the focus, so that the arrow keys continue from the date. After the prompt has closed, which would take it back.
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
 * @param held first and last day of the data; `day` lies between them.
 * @returns the range moved so that the day is in its middle, but not beyond the data, with the same width. The same object where the
 * range already contains the day.
 */
export function rangeAround(range: DateRange, day: string, held: DateRange): DateRange {
  if (day >= range.from && day <= range.to) return range;
  const [from, to, at] = [range.from, range.to, day].map(numberOf) as [number, number, number];
  const width = to - from;
  const last = Math.max(numberOf(held.from) + width, Math.min(numberOf(held.to), at + Math.ceil(width / 2)));
  return { from: dateText(last - width), to: dateText(last) };
}

/** @returns the day nearest to `day`, within the range, on which a visible line has an observation; `day` where there is none. */
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
