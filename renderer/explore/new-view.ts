import { preferenceOf } from '../api/index.ts';
import { parseView, type View } from '../view/index.ts';

/** @returns the first chart, as the preferences want new charts. */
export function newView(values: Readonly<Record<string, unknown>>): View {
  const range = preferenceOf(values, 'start_range');
  return {
    ...parseView({}).view,
    range: { preset: range === 'MAX' ? 'Max' : range },
    hasRecessions: preferenceOf(values, 'recessions'),
    tableOpen: preferenceOf(values, 'start_table') === 'open',
  };
}
