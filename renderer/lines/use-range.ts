import { useMemo } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import {
  type Held,
  type HeldSeries,
  lowestShownCadence,
  rangedSeries,
  rangeOfHeld,
  resolveRange,
} from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import { heldSeries } from '../range/index.ts';

/**
 * The range that a view shows, and the first and last day of its data: of those that were known then, and, where they are compared, of
 * those of now. The same objects for the same days.
 */
export function useRange(view: View): { range: DateRange; held: Held } {
  const catalog = useCatalog().data;
  const past = usePastSeries(view);
  const held = useMemo(() => {
    const now = past === undefined || view.withNow ? heldSeries(view, catalog) : [];
    return rangeOfHeld([...(past ?? []), ...now], todayText());
  }, [view, catalog, past]);
  return { held, range: useStableRange(resolveRange(view.range, held)) };
}

/** @returns what was known then of each series; `undefined` for today's data, and until all of it is loaded. */
function usePastSeries(view: View): readonly HeldSeries[] | undefined {
  const today = todayText();
  const shown = view.asOf === undefined ? [] : rangedSeries(view);
  const asks = useStableAsks(
    shown.map(({ choice }) => ({ choice, range: { from: '0001-01-01', to: today }, asOf: view.asOf })),
  );
  const { columns, isLoading } = useObservations(asks);
  return useMemo(() => {
    if (asks.length === 0 || isLoading) return undefined;
    const known = new Map(columns.map(({ id, days }) => [id, days]));
    return rangedSeries(view).map((one) => {
      const days = known.get(seriesId(one.choice));
      return { first: textOf(days?.[0]), last: textOf(days?.at(-1)), cadence: lowestShownCadence(view, one) };
    });
  }, [asks, columns, isLoading, view]);
}

function textOf(day: number | undefined): string | null {
  return day === undefined ? null : dateText(day);
}

/** @returns the same object for the same days, so that nothing that depends on it is computed again. */
function useStableRange({ from, to }: DateRange): DateRange {
  return useMemo(() => ({ from, to }), [from, to]);
}
