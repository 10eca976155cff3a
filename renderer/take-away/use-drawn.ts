import { useMemo } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { asksOf, type Line, linesOf, withIndexDates } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import { heldRange } from '../range/index.ts';

type DrawnLines = {
  view: View;
  range: DateRange;
  lines: readonly Line[];
  isWhole: boolean;
  error: Error | undefined;
  /** Tries again to load what is missing. */
  retry: () => void;
};

/**
 * @returns the lines of a view over the visible range, or over all that is held. An index keeps the day of its 100 that it has on the
 * screen.
 */
export function useDrawn(view: View, shown: DateRange, isAll: boolean): DrawnLines {
  const catalog = useCatalog().data;
  const { from, to } = (isAll && heldOfView(view, catalog)) || shown;
  const { asks, range } = useMemo(() => {
    const range = { from, to };
    return { asks: asksOf(view, range, todayText()), range };
  }, [view, from, to]);
  const observations = useObservations(useStableAsks(asks));
  const { columns } = observations;
  const fixed = useMemo(
    () => withIndexDates(view, linesOf(view, columns, { from: shown.from, to: shown.to })),
    [view, columns, shown.from, shown.to],
  );
  const lines = useMemo(() => linesOf(fixed, columns, range), [fixed, columns, range]);
  return {
    view: fixed,
    range,
    lines,
    isWhole: !observations.isLoading && !observations.isPartial && !observations.isStale,
    error: observations.error,
    retry: observations.retry,
  };
}

/** @returns the first and last day of what is shown; `undefined` where nothing is held. */
export function heldOfView(view: View, catalog: Catalog | undefined): DateRange | undefined {
  const { observed, ...held } = heldRange(view, catalog);
  return observed === undefined ? undefined : held;
}
