import { Skeleton } from '@mantine/core';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { useCatalog } from '../api/index.ts';
import { LinkNotice, LoadFailed, NoDataView, PastNotice, Screen } from '../frame/index.ts';
import { useCurves } from './use-curves.ts';
import { useSearchState } from './use-search-state.ts';
import styles from './yields.module.css';
import { YieldsView } from './yields-view.tsx';

// In the chunk of the screen, with which it shares the drawing.
export { YieldsTile } from './yields-tile.tsx';

/** The whole Treasury curve on any day. */
export function YieldsScreen() {
  const { state, problems, change } = useSearchState();
  const catalog = useCatalog();
  const dataset = catalog.data?.datasets.find(({ id }) => id === YIELDS.id);
  const { curves, isWhole, isOld, error, retry } = useCurves(dataset, state.date, state.asOf);
  const failure = error ?? (catalog.data ? null : catalog.error);
  return (
    <Screen datasets={[YIELDS.id]}>
      <div className={`column low ${styles.page}`} style={{ height: '100%' }}>
        <LinkNotice problems={problems} onClose={() => change({}, true)} />
        <PastNotice asOf={state.asOf} onNow={() => change({ asOf: undefined })}>
          {isWhole && !curves && ' No yields were held here then.'}
        </PastNotice>
        {failure && (
          <LoadFailed onRetry={() => (error ? retry() : void catalog.refetch())}>
            {curves
              ? `The history could not be loaded: ${failure.message} The curve of this day still holds.`
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
          !failure && !isWhole && <Waiting />
        )}
      </div>
    </Screen>
  );
}

/** Of the size of what comes. */
function Waiting() {
  return (
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
  );
}
