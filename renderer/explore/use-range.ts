import { useMemo } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { rangedSeries, heldRange as rangeOf, resolveRange } from '../../service/view/index.ts';
import { type DateRange, heldOf, useCatalog } from '../api/index.ts';
import type { View } from '../view/index.ts';

/** The range that a view shows, and the first and last day of its data. The same objects for the same days. */
export function useRange(view: View): { range: DateRange; held: DateRange } {
  const catalog = useCatalog().data;
  const held = useMemo(() => heldRange(view, catalog), [view, catalog]);
  return { held, range: useStableRange(resolveRange(view.range, held)) };
}

/** @returns the same object for the same days, so that nothing that depends on it is computed again. */
function useStableRange({ from, to }: DateRange): DateRange {
  return useMemo(() => ({ from, to }), [from, to]);
}

/** @returns the first and last day of all series that are drawn, or that a drawn formula needs; ten years where there are no data. */
export function heldRange(view: View, catalog: Catalog | undefined): DateRange {
  const held = rangedSeries(view).map(({ choice }) => {
    const { first_date: first = null, last_date: last = null } = heldOf(catalog, choice) ?? {};
    return { first, last };
  });
  return rangeOf(held, todayText());
}
