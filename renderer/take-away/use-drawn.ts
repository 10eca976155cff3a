import { useMemo } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { asksOf, type Line, linesOf, withIndexDates } from '../../service/view/index.ts';
import { type Ask, type DateRange, heldOf, useCatalog, useObservations } from '../api/index.ts';
import type { View } from '../view/index.ts';

export type Drawn = {
  view: View;
  range: DateRange;
  lines: readonly Line[];
  isWhole: boolean;
  error: Error | undefined;
  /** Loads what is missing once more. */
  retry: () => void;
};

/**
 * The lines of a view over the range that is shown, or over all that is held; made as they are drawn, so that an index keeps
 * the day that it has on the screen.
 */
export function useDrawn(view: View, shown: DateRange, isAll: boolean): Drawn {
  const catalog = useCatalog().data;
  const held = heldOfView(view, catalog) ?? shown;
  const from = isAll ? held.from : shown.from;
  const to = isAll ? held.to : shown.to;
  const { asks, range } = useMemo(() => {
    const range = { from, to };
    return { asks: asksOf(view, range, todayText()), range };
  }, [view, from, to]);
  const observations = useObservations(useSame(asks));
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

/** @returns the same list while it asks for the same. */
function useSame(asks: readonly Ask[]): readonly Ask[] {
  const wanted = JSON.stringify(asks);
  return useMemo(() => JSON.parse(wanted) as Ask[], [wanted]);
}

/** @returns first and last day of what is held of any shown series. */
export function heldOfView(view: View, catalog: Catalog | undefined): DateRange | undefined {
  const held = view.series.flatMap(({ choice }) => heldOf(catalog, choice) ?? []);
  const from = held.flatMap((one) => one.first_date ?? []).sort()[0];
  const to = held
    .flatMap((one) => one.last_date ?? [])
    .sort()
    .at(-1);
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}
