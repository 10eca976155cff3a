import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import {
  type Held,
  type HeldSeries,
  lowestShownCadence,
  rangedSeries,
  rangeOfHeld,
} from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { heldSeriesOf } from '../api/index.ts';

/** @returns first and last day of all series that are drawn, or that a drawn formula needs. */
export function heldSeries(view: View, catalog: Catalog | undefined): HeldSeries[] {
  return rangedSeries(view).map((shown) => {
    const { first_date: first = null, last_date: last = null } = heldSeriesOf(catalog, shown.choice) ?? {};
    return { first, last, cadence: lowestShownCadence(view, shown) };
  });
}

/** @returns the first and last day of `heldSeries`; ten years where there are no data. */
export function heldRange(view: View, catalog: Catalog | undefined): Held {
  return rangeOfHeld(heldSeries(view, catalog), todayText());
}
