import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import type { DateRange } from '../api/index.ts';
import type { Line } from '../lines/index.ts';
import { observedNear, rangeAround } from './go-to-date.ts';

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
