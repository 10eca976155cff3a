import { Box, Button, Skeleton, Splitter, Stack, Text } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconChartLine } from '@tabler/icons-react';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useRef,
  useState,
} from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { SUGGESTED } from '../../service/datasets/examples.ts';
import { parseSeriesId, seriesTitle } from '../../service/datasets/series-choice.ts';
import {
  type ChangeCounts,
  changeWords,
  generatedHeading,
  type Line,
  viewSearch,
} from '../../service/view/index.ts';
import type { DateRange, LineId, View } from '../../service/view/types.ts';
import { loadCode, useCatalog, usePreference } from '../api/index.ts';
import { SeriesSwatch, TimeChart } from '../chart/index.ts';
import { pickNumber } from '../explain/index.ts';
import { NoDataView, PastNotice, useOfferedActions, usePlainKeys } from '../frame/index.ts';
import { Legend } from '../legend/index.ts';
import { finestOf } from '../lines/index.ts';
import { usefulPresets } from '../range/index.ts';
import { TakeAwayMenu } from '../take-away/index.ts';
import { useAddToBoard } from '../tiles/index.ts';
import { addSeries } from '../view/index.ts';
import { type ExploreLayout, viewAfterKey } from './chart-actions.ts';
import { ChartNotes, LoadStatus } from './chart-notes.tsx';
import { ChartPanel } from './chart-panel.tsx';
import styles from './explore.module.css';
import { DatePrompt, useGoToDate } from './go-to-date.tsx';
import { Overview, useOverviewShown } from './overview.tsx';
import { ExploreToolBar } from './tool-bar.tsx';
import { NOW, useShownLines } from './use-shown-lines.ts';
import type { ViewState } from './use-view.ts';

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
    title: view.heading.title ?? generatedHeading(lines, range).title,
    address: `/explore?${new URLSearchParams(viewSearch(view))}`,
  }));
  useOfferedActions([adding.action]);
  const explain = (date: string, line?: LineId) => {
    const explained = pickNumber(view, lines, date, line?.replace(NOW, ''));
    if (explained) onChange({ ...view, explained, details: undefined });
  };
  // The chart's index date does not apply to lines with their own.
  const hasIndex = lines.some(
    ({ units, hidden, style }) => units === 'nbd' && !hidden && style.indexDate === undefined,
  );
  // While other observations load, the chart and its focus stay, even if none lies in the new range.
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
  const shown = { view, lines, series, onChange };
  const notes = <ChartNotes {...shown} range={drawn} observations={observations} problems={problems} />;
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
                notes={notes}
                onChange={onChange}
                onKeyDown={(event) => {
                  const isChart =
                    event.target instanceof Element && event.target.matches('[aria-roledescription=chart]');
                  const next = isChart ? viewAfterKey(view, event, usefulPresets(held, finest)) : undefined;
                  if (next === undefined) return;
                  event.preventDefault();
                  onChange(next);
                }}
              >
                <Legend {...shown} cursorDay={cursorDay} onExplain={(line, date) => explain(date, line)} />
                {/* The drawing itself must not set the size. */}
                <Box className="fill low" pos="relative" style={{ contain: 'size' }}>
                  {isFirstLoad ? (
                    <Skeleton height="100%" role="img" aria-label="Loading the chart" />
                  ) : (
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
                  )}
                  {goTo.isAsking && !isFirstLoad && (
                    <DatePrompt held={held} onGo={goTo.go} onClose={goTo.close} />
                  )}
                  <LoadStatus observations={observations} />
                </Box>
                {overview.isShown && !isFirstLoad && !layout.isAlone && (
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
              </ChartPanel>
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

function EmptyView({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <Box className="center fill" p="md">
      <Stack align="center" gap="xs">
        <IconChartLine size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
        <Text component="h2" fz="lg" fw={600}>
          Choose a series
        </Text>
        <Text c="dimmed" mb="xs">
          On the left, with Ctrl K, or begin with one of these:
        </Text>
        {SUGGESTED.flatMap((id) => {
          const choice = parseSeriesId(id);
          if (!choice) return [];
          return [
            <Button key={id} variant="default" w={300} onClick={() => onChange(addSeries(view, choice))}>
              {seriesTitle(choice)}
            </Button>,
          ];
        })}
      </Stack>
    </Box>
  );
}

/** The chart above the table, with a handle between them. Without a table the chart has all the room. */
function SplitView({ chart, table }: { chart: ReactNode; table: ReactNode | undefined }) {
  const [share, setShare] = useChartShare();
  return (
    <Splitter
      h="100%"
      mih={table === undefined ? '14rem' : '24rem'}
      orientation="vertical"
      sizes={table === undefined ? [100] : [share, 100 - share]}
      onSizeChange={([first]) => setShare(Number(first))}
      step={2}
      lineSize={7}
      handleColor="var(--page)"
      handleIcon={null}
      classNames={{ handle: styles.handle as string }}
      styles={{
        pane: { minHeight: 0, overflow: 'hidden' },
        thumb: { width: 36, height: 3, background: 'var(--mantine-color-dimmed)', border: 0, opacity: 0.5 },
      }}
      attributes={{
        handle: { 'aria-label': 'Height of the chart', 'aria-valuetext': `${Math.round(share)} %` },
      }}
    >
      <Splitter.Pane defaultSize={CHART_SHARE.usual} min={CHART_SHARE.least} max={CHART_SHARE.most}>
        {chart}
      </Splitter.Pane>
      {table !== undefined && (
        <Splitter.Pane defaultSize={100 - CHART_SHARE.usual} min={100 - CHART_SHARE.most}>
          {table}
        </Splitter.Pane>
      )}
    </Splitter>
  );
}

const ObservationTable = lazy(async () => ({
  default: (await loadCode(() => import('../table/index.ts'))).ObservationTable,
}));

function TablePanel({
  isLoading,
  ...table
}: Omit<ComponentProps<typeof ObservationTable>, 'renderMark'> & { isLoading: boolean }) {
  const waiting = (
    <Skeleton height="calc(100% - 16px)" m={8} width="auto" role="img" aria-label="Loading the table" />
  );
  return (
    <Box component="section" className="column" h="100%" bg="var(--surface)" aria-label="Observations">
      {isLoading ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <ObservationTable {...table} renderMark={(slot) => <SeriesSwatch slot={slot} width={14} />} />
        </Suspense>
      )}
    </Box>
  );
}

/** Notes that the chart shows the past, and offers today's data instead or beside it with the differences. */
function PastBar(props: {
  view: View;
  lines: readonly Line[];
  /** The lines of today's data; empty if they are not compared or not loaded yet. */
  now: readonly Line[];
  onChange: (view: View) => void;
}) {
  const { view, lines, now, onChange } = props;
  return (
    <PastNotice
      asOf={view.asOf}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange({ ...view, withNow: !view.withNow })}
        >
          {view.withNow ? 'Hide current values' : 'Compare with current values'}
        </Button>
      }
      onNow={() => onChange({ ...view, asOf: undefined, withNow: false })}
    >
      {now.length > 0 && <> Now, dashed: {changeWords(changesOf(lines, now)) || 'nothing has changed'}.</>}
    </PastNotice>
  );
}

/** @returns the differences between the visible lines then and today. */
function changesOf(then: readonly Line[], now: readonly Line[]): ChangeCounts {
  const counts = { revised: 0, added: 0, gone: 0, total: 0 };
  for (const { id, column, hidden } of then) {
    if (hidden) continue;
    const other = now.find((one) => one.id === id)?.column;
    const values = new Map(Array.from(other?.days ?? [], (day, i) => [day, other?.values[i]]));
    for (const [i, day] of column.days.entries()) {
      const value = values.get(day);
      if (value === undefined) counts.gone += 1;
      else if (value !== column.values[i]) counts.revised += 1;
      values.delete(day);
    }
    counts.total += column.days.length;
    counts.added += values.size;
  }
  return counts;
}

/** The chart's share of the height, in percent; the schema of `chart_share` repeats the limits. */
export const CHART_SHARE = { usual: 75, least: 40, most: 88 } as const;
/** Milliseconds without change after which a share is stored: a drag changes it with every frame. */
const REST_MS = 300;

/** The chart's share of the height beside the table, as the user set it. */
function useChartShare(): readonly [number, (share: number) => void] {
  const [kept, keep] = usePreference('chart_share');
  const [moved, setMoved] = useState<number | undefined>();
  const rest = useDebouncedCallback(
    (share: number) => {
      keep(share);
      setMoved(undefined);
    },
    { delay: REST_MS, flushOnUnmount: true },
  );
  const move = (share: number) => {
    const within = Math.min(Math.max(share, CHART_SHARE.least), CHART_SHARE.most);
    setMoved(within);
    rest(within);
  };
  return [moved ?? kept, move];
}
