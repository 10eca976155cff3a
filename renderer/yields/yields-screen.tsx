import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { useCatalog, useWideTable } from '../api/index.ts';
import { LinkNotice, LoadFailed, NoDataView, PastNotice, Screen } from '../frame/index.ts';
import { type Curves, curvesOf } from './curves.ts';
import { readYieldsSearch, type YieldsState, yieldsSearch } from './search.ts';
import styles from './yields.module.css';
import { curveRequests } from './yields-search.ts';
import { YieldsView } from './yields-view.tsx';

// In the chunk of the screen, with which it shares the drawing.
export { YieldsTile } from './yields-tile.tsx';

const route = getRouteApi('/yields');

/** The whole Treasury curve on any day. */
export function YieldsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { state, problems } = useMemo(() => readYieldsSearch(search), [search]);
  const change = useCallback(
    // From the address as it is then: two keys may come before the next render.
    (part: Partial<YieldsState>, replace = false) =>
      void navigate({
        search: (before) => yieldsSearch({ ...readYieldsSearch(before).state, ...part }),
        replace,
      }),
    [navigate],
  );
  const catalog = useCatalog();
  const dataset = catalog.data?.datasets.find(({ id }) => id === YIELDS.id);
  const { curves, isWhole, isOld, error, retry } = useCurves(dataset, state.date, state.asOf);
  const failure = error ?? (catalog.data ? null : catalog.error);
  return (
    <Screen datasets={[YIELDS.id]}>
      <div className="column low" style={{ height: '100%', container: 'workbench / inline-size' }}>
        <LinkNotice problems={problems} onClose={() => change({}, true)} />
        <PastNotice asOf={state.asOf} onNow={() => change({ asOf: undefined })}>
          {isWhole && !curves && ' There were no yields here then.'}
        </PastNotice>
        {failure && (
          <LoadFailed onRetry={() => (error ? retry() : void catalog.refetch())}>
            {curves
              ? `The history could not be loaded: ${failure.message} The curve of this day is unaffected.`
              : `The yields could not be loaded: ${failure.message}`}
          </LoadFailed>
        )}
        {curves && dataset ? (
          <YieldsView
            // Those of another instant may have fewer days: what draws a day must not keep one that is gone.
            key={state.asOf}
            curves={curves}
            isWhole={isWhole}
            isOld={isOld}
            dataset={dataset}
            state={state}
            change={change}
          />
        ) : dataset?.last_date === null ? (
          <NoDataView />
        ) : (
          !failure &&
          !isWhole && (
            <div className="flex fill low" role="img" aria-label="Loading the yields">
              <div className={`column gap-8 ${styles.main}`}>
                <Skeleton height={30} />
                <Skeleton height="auto" style={{ flex: 1 }} />
                <Skeleton height={150} />
                <Skeleton height={140} />
              </div>
              <div className={`fixed ${styles.side}`}>
                <Skeleton height={420} />
              </div>
            </div>
          )
        )}
      </div>
    </Screen>
  );
}

/** Milliseconds. The curve of one day comes first only where all curves take longer: the page would draw twice for nothing. */
const LONG_MS = 300;

function useCurves(held: CatalogDataset | undefined, date: string | undefined, asOf: string | undefined) {
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
    isOld: whole.isPlaceholderData,
    error: whole.error,
    retry: () => void whole.refetch(),
  };
}

function useIsLong(isOn: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const due = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(due);
  }, [isOn]);
  return isLong;
}
