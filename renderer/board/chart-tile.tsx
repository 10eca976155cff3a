import { Anchor, Box, Skeleton, UnstyledButton } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { shortValue } from '../../service/series-math/short-value.ts';
import { unitsWords } from '../../service/series-math/units.ts';
import {
  type Line,
  type LineId,
  linesOf,
  shortAsksOf,
  slotLetter,
  viewSearch,
} from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import {
  heldSeriesOf,
  restText,
  useAppState,
  useCan,
  useCatalog,
  useObservations,
  useStableAsks,
} from '../api/index.ts';
import {
  type ChartSeries,
  chartNotes,
  planAxes,
  SeriesSwatch,
  type SharedDay,
  TimeChart,
} from '../chart/index.ts';
import { pickNumber } from '../explain/index.ts';
import { LoadFailed, NO_VALUE, noDataText } from '../frame/index.ts';
import { legendValues, whyEmpty } from '../legend/index.ts';
import { chartSeries, useRange } from '../lines/index.ts';
import { imageWords, provenanceOf } from '../take-away/index.ts';
import { type ChartTile, tileRangeText } from '../tiles/index.ts';
import styles from './board.module.css';
import type { TileCardProps } from './board-fields.ts';

/**
 * A tile's chart with its legend. A drag zooms all tiles that follow the board, or only this one if it has
 * its own range. The zoom is not stored.
 */
export function ChartTileBody(props: TileCardProps & { chart: ChartTile }) {
  const { id, title, shared, drawings, zoomed, onZoom, chart } = props;
  const { view, follows } = chart;
  const catalog = useCatalog().data;
  const { version = '' } = useAppState().data ?? {};
  const canImport = useCan('import');
  const router = useRouter();
  const place = useRef<HTMLDivElement>(null);
  const own = useRange(view);
  const range = follows ? props.range : own.range;
  const held = follows ? props.held : own.held;
  const asks = useStableAsks(shortAsksOf(view, range, todayText()));
  const observations = useObservations(asks);
  const { columns, isLoading, isStale, error } = observations;
  const lines = useMemo(() => linesOf(view, columns, range, isLoading), [view, columns, range, isLoading]);
  const series = useMemo(() => chartSeries(view, lines, catalog), [view, lines, catalog]);
  const undrawn = planAxes(series).undrawn.map((one) => one.title);
  const problems = [
    ...chart.problems,
    ...lines.flatMap((line) => {
      const why = line.hidden ? undefined : whyEmpty(line);
      return why === undefined ? [] : [`${slotLetter(line.slot)}: ${why}`];
    }),
    ...(undrawn.length > 0 ? [`Not drawn: ${undrawn.join(', ')}. Both axes are taken.`] : []),
  ];
  const notes = chartNotes(series, range, view.isLog);
  const isFirstLoad = isLoading && error === undefined && columns.every(({ days }) => days.length === 0);
  const hasNothing =
    catalog !== undefined &&
    view.series.length > 0 &&
    view.series.every(({ choice }) => heldSeriesOf(catalog, choice)?.count === 0);

  useEffect(() => {
    drawings.set(id, () => {
      const context = { now: new Date().toISOString(), version, heading: { ...view.heading, title } };
      const words = imageWords(
        lines,
        series,
        provenanceOf(lines, range, catalog, context),
        view.hasRecessions,
      );
      const shown = lines.filter(({ hidden }) => !hidden);
      const rest = restText(shown.map(({ column }) => column));
      return { chart: hasNothing ? undefined : place.current, words, rest };
    });
    return () => void drawings.delete(id);
  }, [drawings, id, title, view, lines, series, range, catalog, version, hasNothing]);

  const explain = (date: string, line?: LineId) => {
    const explained = pickNumber(view, lines, date, line);
    if (explained) router.history.push(`/explore?${new URLSearchParams(viewSearch({ ...view, explained }))}`);
  };
  const isZoomed = follows ? props.isBoardZoomed : zoomed !== undefined;
  const zoom = (to: DateRange | undefined) => onZoom(to && tileRangeText(to), follows ? undefined : id);
  return (
    <>
      <TileLegend view={view} lines={lines} series={series} shared={shared} onExplain={explain} />
      {problems.length > 0 && (
        <p className="fine warning" style={{ padding: '0 0.5rem' }}>
          {problems.join(' ')}
        </p>
      )}
      {notes.length > 0 && (
        <p className="fine quiet" style={{ padding: '0 10px' }}>
          {notes.join(' · ')}
        </p>
      )}
      <div
        ref={place}
        className="fill low"
        style={{ position: 'relative', contain: 'size', margin: '0 2px 0 6px' }}
        data-drawn={!isLoading || undefined}
      >
        {error ? (
          <LoadFailed onRetry={observations.retry}>
            The observations could not be loaded: {error.message}
          </LoadFailed>
        ) : hasNothing ? (
          <div className="center" style={{ height: '100%' }}>
            <p className="quiet">
              {noDataText()}{' '}
              {canImport && (
                <Anchor inherit underline="always" renderRoot={(root) => <Link {...root} to="/data" />}>
                  Get data
                </Anchor>
              )}
            </p>
          </div>
        ) : isFirstLoad ? (
          <Skeleton height="100%" role="img" aria-label={`Loading ${title}`} />
        ) : (
          <TimeChart
            series={series}
            range={range}
            bounds={held}
            onRangeChange={zoom}
            onRangeReset={() => zoom(isZoomed ? undefined : held)}
            {...(isZoomed && { onRangeLeave: () => zoom(undefined) })}
            isTile
            cursorDay={undefined}
            sharedDay={shared}
            onCursorDayChange={shared.move}
            onPick={(day, line) => explain(dateText(day), line)}
            isLog={view.isLog}
            hasRecessions={view.hasRecessions}
            isStale={isStale}
          />
        )}
      </div>
    </>
  );
}

/**
 * The tile's lines with their newest values, or those at the crosshair. The crosshair writes values and dates
 * into the elements without rendering. A click on a value explains it in Explore.
 */
function TileLegend(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  shared: SharedDay;
  onExplain: (date: string, line: LineId) => void;
}) {
  const { view, lines, series, shared } = props;
  const shown = useMemo(() => lines.filter(({ hidden }) => !hidden), [lines]);
  const newest = useMemo(() => legendValues(lines, series, undefined), [lines, series]);
  const follow = useCallback(
    (element: HTMLElement | null) =>
      element
        ? shared.follow((day) => {
            const now = day === undefined ? newest : legendValues(lines, series, day);
            let dateBefore = '';
            for (const [at, line] of shown.entries()) {
              const value = now.values.get(line.id);
              const place = element.children[at];
              const [number, date] = place?.querySelectorAll<HTMLElement>('[data-follows]') ?? [];
              const text = value ? shortValue(value.text, line.unit) : NO_VALUE;
              if (number && number.textContent !== text) number.textContent = text;
              const lineDate = value ? now.dateOf(line, value) || now.head : '';
              // Neighbours with the same day show it only once.
              const dateShown = lineDate === dateBefore ? '' : lineDate;
              if (date && date.textContent !== dateShown) date.textContent = dateShown;
              dateBefore = lineDate;
            }
          })
        : undefined,
    [shared, lines, series, shown, newest],
  );
  const explain = (line: Line) => {
    const values = legendValues(lines, series, shared.day()).values;
    const value = values.get(line.id) ?? newest.values.get(line.id);
    if (value) props.onExplain(dateText(value.day), line.id);
  };
  return (
    <ul ref={follow} className={`list fixed ${styles.legend}`} aria-label="Lines">
      {shown.map((line) => (
        <li key={line.id} className="row gap-4 shrink fine">
          <SeriesSwatch slot={line.slot} width={16} type={line.style.type ?? view.type} />
          {shown.length > 1 && <span className="quiet small mono">{slotLetter(line.slot)}</span>}
          <span className="cut one-line" title={line.title}>
            {line.title}
            {line.units !== 'lin' && <span className="accent"> {unitsWords(line.units).short}</span>}
          </span>
          <UnstyledButton
            className="rounded hovers strong one-line fine"
            px={3}
            title="Explain this number in Explore"
            data-follows
            onClick={() => explain(line)}
          />
          <Box component="span" className="quiet small one-line" data-follows />
        </li>
      ))}
    </ul>
  );
}
