import type { View } from '../../service/view/types.ts';
import { preferenceOf } from '../api/index.ts';

/** @param values the preferences. @returns the view with range, recessions and table as they want new charts. */
export function asNewChart(view: View, values: Readonly<Record<string, unknown>>): View {
  const range = preferenceOf(values, 'start_range');
  return {
    ...view,
    range: { preset: range === 'MAX' ? 'Max' : range },
    hasRecessions: preferenceOf(values, 'recessions'),
    tableOpen: preferenceOf(values, 'start_table') === 'open',
  };
}
