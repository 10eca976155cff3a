import { useMemo } from 'react';
import { type DateRange, useCatalog } from '../api/index.ts';
import { resolveRange } from '../range/index.ts';
import type { View } from '../view/index.ts';
import { heldRange } from './shown-series.ts';

/** The days that a view shows, and those that there are data of; the same objects for the same days. */
export function useRange(view: View): { range: DateRange; held: DateRange } {
  const catalog = useCatalog().data;
  const held = useMemo(() => heldRange(view, catalog), [view, catalog]);
  return { held, range: useStableRange(resolveRange(view.range, held)) };
}

/** @returns the same object for the same days, so that what depends on it is not computed anew. */
function useStableRange({ from, to }: DateRange): DateRange {
  return useMemo(() => ({ from, to }), [from, to]);
}
