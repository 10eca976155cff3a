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

// Shares a chunk with the screen, because both use the same drawing.
export { YieldsTile } from './yields-tile.tsx';

const route = getRouteApi('/yields');

export function YieldsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { state, problems } = useMemo(() => readYieldsSearch(search), [search]);
  const change = useCallback(
    // Reads the current address: two keys may be pressed before the next render.
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
            // Data of another instant may have fewer days, so parts must not keep a row that is gone.
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

/** Milliseconds to wait for all curves before loading one day's curve: drawing it sooner would be wasted. */
const LONG_MS = 300;

function useCurves(held: CatalogDataset | undefined, date: string | undefined, asOf: string | undefined) {
  const paths = curveRequests(held, date, asOf);
  const whole = useWideTable(paths?.whole);
  const isLong = useIsLong(whole.isLoading);
  // Renders new curves in slices, so that the page stays responsive. Another instant's curves vanish at once.
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
