import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import { heldRange as rangeOf } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import { heldOf } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import { type Line, standingOf } from '../lines/index.ts';
import type { View } from '../view/index.ts';

/** First and last day that the store holds of any shown series; the last ten years where it holds none. */
export function heldRange(view: View, catalog: Catalog | undefined): DateRange {
  const held = view.series.map(({ choice }) => {
    const { first_date: first = null, last_date: last = null } = heldOf(catalog, choice) ?? {};
    return { first, last };
  });
  return rangeOf(held, todayText());
}

/** The lines as the chart takes them, in the view's order. */
export function chartSeries(view: View, lines: readonly Line[]): ChartSeries[] {
  return lines.map((line) => {
    const { column, title, unit, unitText, formula, units, slot, hidden, style } = line;
    return {
      column,
      standing: standingOf(line),
      title,
      // What has no unit shares an axis with its like only.
      unitShort: unit || formula || UNITLESS[units] || '',
      axisLabel: unitText,
      slot,
      hidden,
      type: style.type ?? view.type,
      ...(style.axis && { axis: style.axis }),
    };
  });
}

const UNITLESS: Partial<Record<Units, string>> = { nbd: 'index', log: 'ln' };
