import { useMemo } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { useWideTable, wideYieldsPath } from '../api/index.ts';
import { type Curves, curvesOf } from './curves.ts';

const CODES = TENORS.map(({ code }) => code);

/**
 * All curves that are held; before they are there, that of one day, which is a small request.
 * @param held undefined while it is not known @param date of the address
 */
export function useCurves(held: CatalogDataset | undefined, date: string | undefined) {
  const last = held?.last_date ?? undefined;
  const day = date === undefined || (last !== undefined && date > last) ? last : date;
  const whole = useWideTable(last && wideYieldsPath(CODES));
  const first = useWideTable(day && !whole.data ? wideYieldsPath(CODES, { date: day }) : undefined);
  const table = whole.data ?? first.data;
  const curves = useMemo<Curves | undefined>(
    () => (table && table.days.length > 0 ? curvesOf(table) : undefined),
    [table],
  );
  return {
    curves,
    isWhole: whole.data !== undefined,
    /** The data have changed, and the new ones are not there yet. */
    isOld: whole.isPlaceholderData,
    error: whole.error,
    retry: () => void whole.refetch(),
  };
}
