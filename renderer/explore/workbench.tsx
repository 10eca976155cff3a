import { Button, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { dateText, dayNumber } from '../../service/contract/dates.ts';
import { type Ask, useCatalog, useObservations } from '../api/index.ts';
import { pickNumber } from '../explain/index.ts';
import { LineChips } from '../legend/index.ts';
import { asksOf, linesOf } from '../lines/index.ts';
import { RangeBar, usefulPresets } from '../range/index.ts';
import { TakeAwayMenu } from '../take-away/index.ts';
import type { LineId } from '../view/index.ts';
import { ChartHeading } from './chart-heading.tsx';
import { ChartOptions } from './chart-options.tsx';
import { EmptyView } from './empty-view.tsx';
import styles from './explore.module.css';
import { finestOf } from './finest.ts';
import { LineNotes } from './line-notes.tsx';
import { LoadStatus } from './load-status.tsx';
import { NoDataView } from './no-data-view.tsx';
import { chartSeries } from './shown-series.ts';
import { TablePanel } from './table-panel.tsx';
import { tableSeries } from './table-series.ts';
import { UndrawnNote } from './undrawn-note.tsx';
import { useRange } from './use-range.ts';
import type { ViewState } from './use-view.ts';
import { viewAfterKey } from './view-keys.ts';

// The two heavy instruments come after the frame stands.
const TimeChart = lazy(async () => ({ default: (await import('../chart/index.ts')).TimeChart }));

/** Range and tools on top, the shown series, the chart, the table under it. */
export function Workbench(props: { state: ViewState; before: ReactNode }) {
  const { view, change: onChange, zoom, resetZoom, isZoomed } = props.state;
  const catalog = useCatalog();
  const { held, range } = useRange(view);
  const asks = useStableAsks(asksOf(view, range));
  const observations = useObservations(asks);
  const lines = useMemo(
    () => linesOf(view, observations.columns, range, observations.isLoading),
    [view, observations.columns, range, observations.isLoading],
  );
  const series = useMemo(() => chartSeries(view, lines), [view, lines]);
  const rows = useMemo(() => tableSeries(lines), [lines]);
  const finest = finestOf(lines);
  const chartPanel = useRef<HTMLElement>(null);
  const [cursorDay, setCursorDay] = useState<number | undefined>();
  useHotkeys([['alt+R', resetZoom]]);
  const explain = (date: string, line?: LineId) => {
    const explained = pickNumber(view, lines, date, line);
    if (explained) onChange({ ...view, explained, details: undefined });
  };
  // A line with a day of its own is not moved by the chart's.
  const hasIndex = lines.some(
    ({ units, hidden, style }) => units === 'nbd' && !hidden && style.indexDate === undefined,
  );
  const isEmpty = series.every(({ column }) => column.days.length === 0);
  const hasNoData = catalog.data?.datasets.every(({ origin }) => origin === null) ?? false;
  const isFirstLoad = isEmpty && observations.isLoading && observations.error === undefined;
  return (
    <>
      <div className={styles.tools}>
        {props.before}
        <RangeBar
          choice={view.range}
          held={held}
          finest={finest}
          onChange={(choice) => onChange({ ...view, range: choice })}
        />
        <div className={styles.toolsEnd}>
          <Button
            variant="default"
            className={`${styles.toggle} ${styles.toolButton}`}
            leftSection={<IconTable size={16} stroke={1.6} />}
            aria-pressed={view.tableOpen}
            onClick={() => onChange({ ...view, tableOpen: !view.tableOpen })}
          >
            <span className={styles.toolLabel}>Table</span>
          </Button>
          <TakeAwayMenu view={view} lines={lines} series={series} range={range} chart={chartPanel} />
        </div>
      </div>
      <ChartOptions view={view} range={range} onChange={onChange} />
      <LoadStatus observations={observations} catalogError={catalog.error} onRetryCatalog={catalog.refetch} />
      {hasNoData ? (
        <NoDataView />
      ) : view.series.length === 0 ? (
        <EmptyView view={view} onChange={onChange} />
      ) : (
        <div className={styles.panels} data-table={view.tableOpen || undefined}>
          <section
            ref={chartPanel}
            className={styles.chartPanel}
            aria-label="Chart"
            onKeyDown={(event) => {
              const isChart =
                event.target instanceof Element && event.target.matches('[aria-roledescription=chart]');
              const next = isChart ? viewAfterKey(view, event, usefulPresets(held, finest)) : undefined;
              if (next === undefined) return;
              event.preventDefault();
              onChange(next);
            }}
          >
            <div className={styles.panelHead}>
              <ChartHeading view={view} lines={lines} range={range} onChange={onChange} />
              <LineChips view={view} lines={lines} onChange={onChange} />
              <UndrawnNote view={view} series={series} onChange={onChange} />
              <LineNotes lines={lines} />
            </div>
            <div className={styles.chart}>
              {isFirstLoad ? (
                <Skeleton height="100%" role="img" aria-label="Loading the chart" />
              ) : (
                <Suspense fallback={<Skeleton height="100%" role="img" aria-label="Loading the chart" />}>
                  <TimeChart
                    series={series}
                    range={range}
                    bounds={held}
                    onRangeChange={(to) => {
                      if (to.from !== range.from || to.to !== range.to) zoom(to);
                    }}
                    onRangeReset={resetZoom}
                    {...(isZoomed && { onRangeLeave: resetZoom })}
                    cursorDay={cursorDay}
                    onCursorDayChange={setCursorDay}
                    onPick={(day) => explain(dateText(day))}
                    isLog={view.isLog}
                    hasRecessions={view.hasRecessions}
                    isStale={observations.isStale}
                    indexDay={hasIndex ? dayNumber(view.indexDate ?? range.from) : undefined}
                    onIndexDayChange={(day) => onChange({ ...view, indexDate: dateText(day) })}
                  />
                </Suspense>
              )}
            </div>
          </section>
          {view.tableOpen && (
            <TablePanel
              series={rows}
              layout={view.tableLayout}
              onLayoutChange={(tableLayout) => onChange({ ...view, tableLayout })}
              newestFirst={view.newestFirst}
              onOrderChange={(newestFirst) => onChange({ ...view, newestFirst })}
              cursorDay={cursorDay}
              onCursorDayChange={setCursorDay}
              onExplain={(line, date) => explain(date, line)}
              isLoading={isFirstLoad}
            />
          )}
        </div>
      )}
    </>
  );
}

/** @returns the same list while it asks for the same, so that nothing is cut or computed anew. */
function useStableAsks(asks: readonly Ask[]): readonly Ask[] {
  const wanted = JSON.stringify(asks);
  return useMemo(() => JSON.parse(wanted) as Ask[], [wanted]);
}
