import { Box } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useDeferredValue, useRef, useState } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { madeHeading, viewSearch } from '../../service/view/index.ts';
import type { DateRange, LineId } from '../../service/view/types.ts';
import { useCatalog } from '../api/index.ts';
import { TimeChart } from '../chart/index.ts';
import { pickNumber } from '../explain/index.ts';
import { NoDataView, useOfferedActions, usePlainKeys } from '../frame/index.ts';
import { Legend } from '../legend/index.ts';
import { finestOf } from '../lines/index.ts';
import { usefulPresets } from '../range/index.ts';
import { TakeAwayMenu } from '../take-away/index.ts';
import { useAddToBoard } from '../tiles/index.ts';
import { ChartNotes } from './chart-notes.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { DatePrompt } from './date-prompt.tsx';
import { EmptyView } from './empty-view.tsx';
import { useGoToDate } from './go-to-date.ts';
import type { ExploreLayout } from './layout.ts';
import { LoadProgress } from './load-status.tsx';
import { Overview, useOverviewShown } from './overview.tsx';
import { PastBar } from './past-bar.tsx';
import { SplitView } from './split-view.tsx';
import { TablePanel } from './table-panel.tsx';
import { ExploreToolBar } from './tool-bar.tsx';
import { NOW, useShownLines } from './use-shown-lines.ts';
import type { ViewState } from './use-view.ts';
import { viewAfterKey } from './view-keys.ts';

/** The middle of Explore: a row of tools, the chart with its legend, overview and table. */
export function Workbench(props: { state: ViewState; layout: ExploreLayout }) {
  const { layout } = props;
  const { view, problems, change: onChange, zoom, resetZoom, isZoomed } = props.state;
  const catalog = useCatalog();
  const { held, range, asks, observations, preview, lines, now, series, drawnSeries, rows } =
    useShownLines(view);
  const { drawn } = preview;
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
  const adding = useAddToBoard(() => ({
    title: view.heading.title ?? madeHeading(lines, range).title,
    address: `/explore?${new URLSearchParams(viewSearch(view))}`,
  }));
  useOfferedActions([adding.action]);
  const explain = (date: string, line?: LineId) => {
    const explained = pickNumber(view, lines, date, line?.replace(NOW, ''));
    if (explained) onChange({ ...view, explained, details: undefined });
  };
  // The chart's index date does not apply to a line with its own.
  const hasIndex = lines.some(
    ({ units, hidden, style }) => units === 'nbd' && !hidden && style.indexDate === undefined,
  );
  // While other observations are loaded the chart stays, and with it the focus, even if none of them lies in the new range.
  const isEmpty = observations.columns.every(({ days }) => days.length === 0);
  const isTableEmpty = series.every(({ column }) => column.days.length === 0);
  const isTableLoading = isTableEmpty && observations.isLoading && observations.error === undefined;
  // At the start the chart comes first.
  const hasTable = useDeferredValue(!isTableLoading, false);
  const hasNoData = catalog.data?.datasets.every(({ origin }) => origin === null) ?? false;
  const isFirstLoad = isEmpty && observations.isLoading && observations.error === undefined;
  // Escape leaves the crosshair first, then the chart alone.
  usePlainKeys({
    f: layout.toggleAlone,
    s: layout.togglePicker,
    escape: layout.isAlone && cursorDay === undefined ? layout.toggleAlone : undefined,
  });
  const notes = (
    <ChartNotes
      view={view}
      lines={lines}
      series={series}
      range={drawn}
      observations={observations}
      problems={problems}
      onChange={onChange}
    />
  );
  const leaveRange = layout.isAlone ? layout.toggleAlone : isZoomed ? resetZoom : undefined;
  return (
    <>
      <PastBar view={view} lines={lines} now={now} onChange={onChange} />
      {!layout.isAlone && (
        <ExploreToolBar
          view={view}
          choice={preview.isOn ? drawn : view.range}
          range={range}
          held={held}
          finest={finest}
          overview={overview}
          layout={layout}
          onChange={onChange}
        >
          <TakeAwayMenu view={view} lines={lines} series={series} range={range} chart={chartPanel}>
            {adding.item}
          </TakeAwayMenu>
        </ExploreToolBar>
      )}
      {adding.dialog}
      {hasNoData || view.series.length === 0 ? (
        <Box className="column fill low scrolls ruled" pos="relative">
          {hasNoData ? <NoDataView /> : <EmptyView view={view} onChange={onChange} />}
          {notes}
        </Box>
      ) : (
        <div className="fill low scrolls ruled">
          <SplitView
            chart={
              <ChartPanel
                panel={chartPanel}
                view={view}
                lines={lines}
                range={range}
                layout={layout}
                isFirstLoad={isFirstLoad}
                notes={notes}
                legend={
                  <Legend
                    view={view}
                    lines={lines}
                    series={series}
                    cursorDay={cursorDay}
                    onChange={onChange}
                    onExplain={(line, date) => explain(date, line)}
                  />
                }
                progress={<LoadProgress observations={observations} />}
                onChange={onChange}
                onKeyDown={(event) => {
                  const isChart =
                    event.target instanceof Element && event.target.matches('[aria-roledescription=chart]');
                  const next = isChart ? viewAfterKey(view, event, usefulPresets(held, finest)) : undefined;
                  if (next === undefined) return;
                  event.preventDefault();
                  onChange(next);
                }}
                chart={
                  <>
                    <TimeChart
                      series={drawnSeries}
                      range={drawn}
                      bounds={held}
                      onRangeChange={zoomTo}
                      onRangeReset={resetZoom}
                      {...(leaveRange && { onRangeLeave: leaveRange })}
                      cursorDay={cursorDay}
                      onCursorDayChange={setCursorDay}
                      onPick={(day, line) => explain(dateText(day), line)}
                      isLog={view.isLog}
                      hasRecessions={view.hasRecessions}
                      isStale={observations.isStale}
                      indexDay={hasIndex ? dayNumber(view.indexDate ?? range.from) : undefined}
                      onIndexDayChange={(day) => onChange({ ...view, indexDate: dateText(day) })}
                    />
                    {goTo.isAsking && <DatePrompt held={held} onGo={goTo.go} onClose={goTo.close} />}
                  </>
                }
                overview={
                  overview.isShown &&
                  !isFirstLoad &&
                  !layout.isAlone && (
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
                  )
                }
              />
            }
            table={
              view.tableOpen && !layout.isAlone ? (
                <TablePanel
                  series={preview.isOn ? laterRows : rows}
                  layout={view.tableLayout}
                  onLayoutChange={(tableLayout) => onChange({ ...view, tableLayout })}
                  newestFirst={view.newestFirst}
                  onOrderChange={(newestFirst) => onChange({ ...view, newestFirst })}
                  cursorDay={cursorDay}
                  onCursorDayChange={setCursorDay}
                  onExplain={(line, date) => explain(date, line)}
                  isLoading={isTableLoading || !hasTable}
                />
              ) : undefined
            }
          />
        </div>
      )}
    </>
  );
}
