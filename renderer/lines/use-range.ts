import { useMemo } from 'react';
import { resolveRange } from '../../service/view/index.ts';
import { type DateRange, useCatalog } from '../api/index.ts';
import { heldRange } from '../range/index.ts';
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
