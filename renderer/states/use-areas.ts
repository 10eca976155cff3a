import { useMemo } from 'react';
import { STATE_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { areaTable } from '../../service/series-math/areas/area-table.ts';
import { type AreaData, isRate, type MeasureId } from '../../service/series-math/areas/measures.ts';
import type { Matrix } from '../../service/series-math/matrix.ts';
import { useWideTable } from '../api/index.ts';
import { areaRequests, type HeldClaims, RATE_CODES, reportAfter } from './area-requests.ts';
import type { MapState } from './map-state.ts';

/** The tables of a series, as far as they are loaded. */
export type Areas = {
  data: AreaData | undefined;
  /** Whether all weeks are there; before, only the shown one is. */
  isWhole: boolean;
  error: Error | undefined;
  retry: () => void;
};

/** The claims by area: the shown week at once, then all weeks as one wide CSV a series. */
export function useAreas(
  { series, asOf }: Pick<MapState, 'series' | 'asOf'>,
  week: string,
  measure: MeasureId,
  held: HeldClaims,
): Areas {
  const asked = areaRequests({ series, measure, asOf }, week, held);
  const claims = useWideTable(asked.claims);
  const covered = useWideTable(asked.covered);
  const rate = useWideTable(asked.rate);
  const isWhole = isThere(claims) && (!held.hasCovered || isThere(covered));
  const one = useWideTable(isWhole ? undefined : asked.one);
  const parts = [claims, ...(held.hasCovered ? [covered] : []), ...(isRate(measure) ? [rate] : [])];
  const data = useMemo((): AreaData | undefined => {
    const [first, second, third] = isWhole
      ? [claims.data, covered.data, rate.data]
      : [one.data, one.data, one.data];
    if (!first) return undefined;
    const shown = areaTable(first, STATE_CLAIMS[series]);
    // Continued claims are there already where they are what is shown.
    const continued = series === 'continued' ? shown : third && areaTable(third, STATE_CLAIMS.continued);
    return {
      claims: shown,
      covered: second && areaTable(second, STATE_CLAIMS.covered),
      rates: third && isRate(measure) ? { [measure]: areaTable(third, RATE_CODES[measure]) } : {},
      continued: measure === 'weekrate' ? continued : undefined,
      reportAfter: reportAfter(series),
    };
  }, [isWhole, claims.data, covered.data, rate.data, one.data, series, measure]);
  const failed = parts.find((part) => part.error !== null);
  return {
    data,
    isWhole,
    error: failed?.error ?? undefined,
    retry: () => {
      for (const part of parts) if (part.error !== null) void part.refetch();
    },
  };
}

const isThere = ({ data }: { data: Matrix | undefined }) => data !== undefined;
