import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { useWideTable } from '../api/index.ts';
import { curveRequests } from './curve-requests.ts';
import { type Curves, curvesOf } from './curves.ts';

/** Milliseconds. The curve of one day comes first only where all curves take longer: the page would draw twice for nothing. */
const LONG_MS = 300;

/**
 * Loads all curves that are held. Where that takes long, the curve of one day is there first.
 * @param held undefined while it is not known @param date of the address @param asOf as known then; `undefined`: as known now
 */
export function useCurves(
  held: CatalogDataset | undefined,
  date: string | undefined,
  asOf: string | undefined,
) {
  const paths = curveRequests(held, date, asOf);
  const whole = useWideTable(paths?.whole);
  const isLong = useIsLong(whole.isLoading);
  // New curves are drawn in slices, so that the page can answer between them. Those of another instant disappear at once.
  const drawn = useDeferredValue(whole.data);
  const all = whole.data && drawn;
  const day = useWideTable(all || !(isLong || whole.error) ? undefined : paths?.day);
  const table = all ?? day.data;
  const curves = useMemo<Curves | undefined>(
    () => (table && table.days.length > 0 ? curvesOf(table) : undefined),
    [table],
  );
  return {
    curves,
    isWhole: all !== undefined,
    /** The data have changed, and the new ones are not there yet. */
    isOld: whole.isPlaceholderData,
    error: whole.error,
    retry: () => void whole.refetch(),
  };
}

/** @returns whether something has taken more than `LONG_MS`, now or before. */
function useIsLong(isOn: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const due = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(due);
  }, [isOn]);
  return isLong;
}
