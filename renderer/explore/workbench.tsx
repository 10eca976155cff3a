import { Box, Button, Menu, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { asksOf, linesOf } from '../../service/view/index.ts';
import { type DateRange, useCatalog, useObservations, useStableAsks } from '../api/index.ts';
import { TimeChart } from '../chart/index.ts';
import { pickNumber } from '../explain/index.ts';
import { LineChips } from '../legend/index.ts';
import { RangeBar, usefulPresets } from '../range/index.ts';
import { TakeAwayMenu } from '../take-away/index.ts';
import type { LineId } from '../view/index.ts';
import { ChartHeading } from './chart-heading.tsx';
import { ChartOptions } from './chart-options.tsx';
import { CoarserChip } from './coarser-chip.tsx';
import { DatePrompt } from './date-prompt.tsx';
import { EmptyView } from './empty-view.tsx';
import styles from './explore.module.css';
import { useGoToDate } from './go-to-date.ts';
import { LineNotes } from './line-notes.tsx';
import { LoadStatus } from './load-status.tsx';
import { NoDataView } from './no-data-view.tsx';
import { Overview, useOverviewShown } from './overview.tsx';
import { chartSeries, finestOf, tableSeries } from './shown-series.ts';
import { TablePanel } from './table-panel.tsx';
import { UndrawnNote } from './undrawn-note.tsx';
import { usePreview } from './use-preview.ts';
import { useRange } from './use-range.ts';
import type { ViewState } from './use-view.ts';
import { viewAfterKey } from './view-keys.ts';

/** The middle of Explore: range and tools, legend, chart, overview and table. */
export function Workbench(props: { state: ViewState; before: ReactNode }) {
  const { view, change: onChange, zoom, resetZoom, isZoomed } = props.state;
  const catalog = useCatalog();
  const { held, range } = useRange(view);
  const asks = useStableAsks(asksOf(view, range, todayText()));
  const observations = useObservations(asks);
  const preview = usePreview(view, range, held, observations);
  const { drawn, observations: there } = preview;
  // During a preview an index keeps its day: otherwise every pixel of a drag would compute it for another day.
  const drawnView = useMemo(
    () => (preview.isOn ? { ...view, indexDate: view.indexDate ?? range.from } : view),
    [preview.isOn, view, range.from],
  );
  const lines = useMemo(
    () => linesOf(drawnView, there.columns, drawn, there.isLoading),
    [drawnView, there.columns, drawn, there.isLoading],
  );
  const series = useMemo(() => chartSeries(view, lines), [view, lines]);
  const rows = useMemo(() => tableSeries(lines), [lines]);
  const laterRows = useDeferredValue(rows);
  const finest = finestOf(lines);
  const chartPanel = useRef<HTMLElement>(null);
  const [cursorDay, setCursorDay] = useState<number | undefined>();
  const zoomTo = (to: DateRange) => {
    if (to.from !== range.from || to.to !== range.to) zoom(to);
    else preview.show(undefined);
  };
  const overview = useOverviewShown(view.tableOpen);
  const goTo = useGoToDate(
    chartPanel,
    lines,
    { range, held, isSettled: !observations.isLoading },
    { zoom: zoomTo, point: setCursorDay },
  );
  useHotkeys([['alt+R', resetZoom]]);
  const explain = (date: string, line?: LineId) => {
    const explained = pickNumber(view, lines, date, line);
    if (explained) onChange({ ...view, explained, details: undefined });
  };
  // The chart's index date does not apply to a line with its own.
  const hasIndex = lines.some(
    ({ units, hidden, style }) => units === 'nbd' && !hidden && style.indexDate === undefined,
  );
  // While other observations are loaded the chart stays, and with it the focus, even if none of them lies in the new range.
  const isEmpty = observations.columns.every(({ days }) => days.length === 0);
  const isTableEmpty = series.every(({ column }) => column.days.length === 0);
  const hasNoData = catalog.data?.datasets.every(({ origin }) => origin === null) ?? false;
  const isFirstLoad = isEmpty && observations.isLoading && observations.error === undefined;
  return (
    <>
      <Box className="row fixed wrap gap-8-12" p="0.625rem 0.75rem 0.375rem">
        {props.before}
        <RangeBar
          choice={preview.isOn ? drawn : view.range}
          held={held}
          finest={finest}
          onChange={(choice) => onChange({ ...view, range: choice })}
        >
          <Menu.Divider />
          <Menu.CheckboxItem checked={overview.isShown} onChange={overview.choose}>
            Overview under the chart
          </Menu.CheckboxItem>
        </RangeBar>
        <div className="row at-end gap-8">
          <Button
            variant="default"
            className={`presses icon-where-narrow ${styles.toggle}`}
            leftSection={<IconTable size={16} stroke={1.6} />}
            aria-pressed={view.tableOpen}
            onClick={() => onChange({ ...view, tableOpen: !view.tableOpen })}
          >
            <span className="unseen-where-narrow">Table</span>
          </Button>
          <TakeAwayMenu view={view} lines={lines} series={series} range={range} chart={chartPanel} />
        </div>
      </Box>
      <ChartOptions view={view} range={range} held={held} onChange={onChange} />
      <LoadStatus observations={observations} catalogError={catalog.error} onRetryCatalog={catalog.refetch} />
      {hasNoData ? (
        <NoDataView />
      ) : view.series.length === 0 ? (
        <EmptyView view={view} onChange={onChange} />
      ) : (
        <div className={`fill gap-10 low ${styles.panels}`} data-table={view.tableOpen || undefined}>
          <section
            ref={chartPanel}
            className={`card column shrink ${styles.chartPanel}`}
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
            <Box className="fixed" p="0.625rem 0.75rem 0.25rem" fw={400} fz="inherit">
              <div className="flex start gap-16">
                <ChartHeading view={view} lines={lines} range={range} onChange={onChange} />
                <CoarserChip view={view} lines={lines} range={range} onChange={onChange} />
              </div>
              <LineChips view={view} lines={lines} onChange={onChange} />
              <UndrawnNote view={view} series={series} onChange={onChange} />
              <LineNotes lines={lines} />
            </Box>
            {/* With the values the chips above need more room: the chart comes in the placeholder's stead, instead of moving it. */}
            <div key={isFirstLoad ? 'placeholder' : 'chart'} className={`fill ${styles.chart}`}>
              {isFirstLoad ? (
                <Skeleton height="100%" role="img" aria-label="Loading the chart" />
              ) : (
                <TimeChart
                  series={series}
                  range={drawn}
                  bounds={held}
                  onRangeChange={zoomTo}
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
              )}
              {goTo.isAsking && <DatePrompt held={held} onGo={goTo.go} onClose={goTo.close} />}
            </div>
            {overview.isShown && !isFirstLoad && (
              <Overview
                view={view}
                lines={lines}
                series={series}
                asks={asks}
                columns={observations.columns}
                held={held}
                range={drawn}
                isLoading={observations.isLoading}
                onPreview={preview.show}
                onRangeChange={zoomTo}
                onRangeReset={resetZoom}
              />
            )}
          </section>
          {view.tableOpen && (
            <TablePanel
              series={preview.isOn ? laterRows : rows}
              layout={view.tableLayout}
              onLayoutChange={(tableLayout) => onChange({ ...view, tableLayout })}
              newestFirst={view.newestFirst}
              onOrderChange={(newestFirst) => onChange({ ...view, newestFirst })}
              cursorDay={cursorDay}
              onCursorDayChange={setCursorDay}
              onExplain={(line, date) => explain(date, line)}
              isLoading={isTableEmpty && observations.isLoading && observations.error === undefined}
            />
          )}
        </div>
      )}
    </>
  );
}
