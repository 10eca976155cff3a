import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { rangedSeries, heldRange as rangeOf } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { heldOf } from '../api/index.ts';

/** @returns the first and last day of all series that are drawn, or that a drawn formula needs; ten years where there are no data. */
export function heldRange(view: View, catalog: Catalog | undefined): DateRange {
  const held = rangedSeries(view).map(({ choice }) => {
    const { first_date: first = null, last_date: last = null } = heldOf(catalog, choice) ?? {};
    return { first, last };
  });
  return rangeOf(held, todayText());
}
