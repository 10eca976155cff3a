import { useMemo } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { heldRange as daysOf, rangedSeries, resolveRange } from '../../service/view/index.ts';
import { type DateRange, useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import { heldRange } from '../range/index.ts';
import type { View } from '../view/index.ts';

/**
 * The range that a view shows, and the first and last day of its data: of those that were known then, and, where they are compared, of
 * those of now. The same objects for the same days.
 */
export function useRange(view: View): { range: DateRange; held: DateRange } {
  const catalog = useCatalog().data;
  const past = usePastDays(view);
  const held = useMemo(() => {
    const now = heldRange(view, catalog);
    if (past === undefined) return now;
    return view.withNow
      ? daysOf(
          [past, now].map(({ from: first, to: last }) => ({ first, last })),
          '',
        )
      : past;
  }, [view, catalog, past]);
  return { held, range: useStableRange(resolveRange(view.range, held)) };
}

/** @returns the first and last day of what was known then; `undefined` for the data of now, and until all of it is loaded. */
function usePastDays(view: View): DateRange | undefined {
  const today = todayText();
  const shown = view.asOf === undefined ? [] : rangedSeries(view);
  const asks = useStableAsks(
    shown.map(({ choice }) => ({ choice, range: { from: '0001-01-01', to: today }, asOf: view.asOf })),
  );
  const { columns, isLoading } = useObservations(asks);
  return useMemo(() => {
    if (asks.length === 0 || isLoading) return undefined;
    const edges = columns.map(({ days }) => ({ first: textOf(days[0]), last: textOf(days.at(-1)) }));
    return daysOf(edges, today);
  }, [asks, columns, isLoading, today]);
}

function textOf(day: number | undefined): string | null {
  return day === undefined ? null : dateText(day);
}

/** @returns the same object for the same days, so that nothing that depends on it is computed again. */
function useStableRange({ from, to }: DateRange): DateRange {
  return useMemo(() => ({ from, to }), [from, to]);
}
