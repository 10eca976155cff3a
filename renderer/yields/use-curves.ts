import { useMemo } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { useWideTable } from '../api/index.ts';
import { curveRequests } from './curve-requests.ts';
import { type Curves, curvesOf } from './curves.ts';

/**
 * All curves that are held; before they are there, that of one day.
 * @param held undefined while it is not known @param date of the address @param asOf as known then; `undefined`: as known now
 */
export function useCurves(
  held: CatalogDataset | undefined,
  date: string | undefined,
  asOf: string | undefined,
) {
  const paths = curveRequests(held, date, asOf);
  const whole = useWideTable(paths?.whole);
  const day = useWideTable(whole.data ? undefined : paths?.day);
  const table = whole.data ?? day.data;
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
