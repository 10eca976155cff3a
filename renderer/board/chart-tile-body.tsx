import { Anchor, Skeleton } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { type LineId, linesOf, shortAsksOf, slotLetter, viewSearch } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import {
  heldSeriesOf,
  restText,
  useCan,
  useCatalog,
  useHostState,
  useObservations,
  useStableAsks,
} from '../api/index.ts';
import { chartNotes, planAxes, TimeChart } from '../chart/index.ts';
import { pickNumber } from '../explain/index.ts';
import { LoadFailed, noDataText } from '../frame/index.ts';
import { whyEmpty } from '../legend/index.ts';
import { chartSeries, useRange } from '../lines/index.ts';
import { imageWords, provenanceOf } from '../take-away/index.ts';
import { type ChartTile, tileRangeText } from '../tiles/index.ts';
import { TileLegend } from './tile-legend.tsx';
import type { TileCardProps } from './types.ts';

/**
 * The chart of a tile with its legend. A drag over it zooms all tiles that follow the board, or this one where it has a range of its
 * own: that is to look, and changes nothing that is stored.
 */
export function ChartTileBody(props: TileCardProps & { chart: ChartTile }) {
  const { id, title, shared, drawings, zoomed, onZoom, chart } = props;
  const { view, follows } = chart;
  const catalog = useCatalog().data;
  const { version = '' } = useHostState().data ?? {};
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
      const told = { now: new Date().toISOString(), version, heading: { ...view.heading, title } };
      const words = imageWords(lines, series, provenanceOf(lines, range, catalog, told), view.hasRecessions);
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
