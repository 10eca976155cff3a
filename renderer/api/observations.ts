import {
  isCancelledError,
  type QueryClient,
  experimental_streamedQuery as streamedQuery,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import { cutColumn } from '../../service/view/index.ts';
import type { DateRange, PublishedColumn, SeriesRequest } from '../../service/view/types.ts';
import { catalogQuery, useCatalog } from './catalog.ts';
import { ALL_COLUMNS, columnId, columnKey, coveringRange, forgetNeedless } from './column-cache.ts';
import { appendPage, emptyColumn, type LoadedColumn } from './columns.ts';
import { seriesPages } from './pages.ts';
import { useStable } from './stable.ts';
import type { ObservationAnswer, Observations } from './types.ts';

/**
 * The observations of some series, each over a range of its own, loaded page by page and kept while the data stay the same.
 * A range inside one that was loaded completely needs no request. While a new range loads, the old columns stay until its first
 * page is there, so that nothing jumps.
 * @param asks must be the same objects from render to render while they ask for the same
 */
export function useObservations(asks: readonly SeriesRequest[]): Observations {
  const client = useQueryClient();
  const catalog = useCatalog().data;
  const version = catalog?.data_version;
  const queries = useMemo(
    () =>
      asks.map((ask) => columnQuery(ask, version, coveringRange(client, version, columnId(ask), ask.range))),
    [client, asks, version],
  );
  const results = useQueries({ queries });

  const shownBefore = useRef(new Map<SeriesId, PublishedColumn>());
  const loaded = results.map((result) => result.data);
  // `loaded` is a new array on every render, although its items mostly are not.
  const parts = useStable(loaded);
  const isComing = catalog === undefined || results.some((result) => result.fetchStatus === 'fetching');
  const rest = isComing ? 'coming' : 'stopped';
  const columns = useMemo(
    () => asks.map((ask, i) => shownColumn(ask, parts[i], shownBefore.current, rest)),
    [parts, asks, rest],
  );
  useEffect(() => {
    shownBefore.current = new Map(columns.map((column) => [column.id, column]));
  }, [columns]);
  useEffect(() => {
    if (version !== undefined && parts.every((part) => part?.isWhole)) forgetNeedless(client, version);
  }, [client, version, parts]);

  const failed = results.find((result) => result.error !== null && !isCancelledError(result.error));
  return {
    columns,
    isStale: results.some((result, i) => result.data === undefined && (columns[i]?.days.length ?? 0) > 0),
    isLoading: isComing,
    isPartial: !isComing && results.some((result) => result.data !== undefined && !result.data.isWhole),
    progress: {
      loaded: loaded.reduce((sum, one, i) => sum + (one ? (columns[i]?.days.length ?? 0) : 0), 0),
      total: knownTotal(asks, catalog),
    },
    error: failed?.error ?? undefined,
    cancel: () => void client.cancelQueries({ queryKey: ALL_COLUMNS }, { revert: false }),
    retry: () => {
      for (const result of results) if (!result.data?.isWhole) void result.refetch();
    },
  };
}

/**
 * Begins to load observations before the screen that shows them is there. What fails is asked for again by the screen, which says so.
 * @param asksOf what to load, by the catalogue
 */
export async function loadAhead(
  client: QueryClient,
  asksOf: (catalog: Catalog) => readonly SeriesRequest[],
): Promise<void> {
  const catalog = await client.ensureQueryData(catalogQuery).catch(() => undefined);
  if (catalog === undefined) return;
  const version = catalog.data_version;
  for (const ask of asksOf(catalog)) {
    const range = coveringRange(client, version, columnId(ask), ask.range);
    void client.prefetchQuery(columnQuery(ask, version, range));
  }
}

function columnQuery(
  { choice, asOf }: Pick<SeriesRequest, 'choice' | 'asOf'>,
  version: string | undefined,
  asked: DateRange,
) {
  return {
    queryKey: columnKey(version, columnId({ choice, asOf }), asked),
    queryFn: streamedQuery<ObservationAnswer | 'end', LoadedColumn>({
      // After a cancel or a failure, loading continues after the last observation that arrived.
      refetchMode: 'append',
      streamFn: ({ client, queryKey, signal }) =>
        restOf({ choice, asOf, range: asked }, client.getQueryData<LoadedColumn>(queryKey), signal),
      reducer: (loaded, page) =>
        page === 'end'
          ? { ...loaded, isWhole: true }
          : { column: appendPage(loaded.column, page), isWhole: false },
      initialValue: { column: emptyColumn(choice), isWhole: false },
    }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of observations one by one costs more than drawing them.
    structuralSharing: false,
  };
}

/** Yields the pages that are missing, then 'end'. */
async function* restOf(
  { range: asked, ...of }: SeriesRequest,
  loaded: LoadedColumn | undefined,
  signal: AbortSignal,
): AsyncGenerator<ObservationAnswer | 'end'> {
  const last = loaded?.column.days.at(-1);
  const from = last === undefined ? asked.from : dateText(last + 1);
  if (from <= asked.to) yield* seriesPages({ ...of, range: { from, to: asked.to } }, signal);
  yield 'end';
}

function shownColumn(
  { choice, range }: SeriesRequest,
  loaded: LoadedColumn | undefined,
  before: ReadonlyMap<SeriesId, PublishedColumn>,
  rest: 'coming' | 'stopped',
): PublishedColumn {
  if (loaded === undefined) return { ...(before.get(seriesId(choice)) ?? emptyColumn(choice)), rest };
  const shown = cutColumn(loaded.column, dayNumber(range.from) ?? 0, dayNumber(range.to) ?? 0);
  return loaded.isWhole ? shown : { ...shown, rest };
}

/** @returns the number of rows, where the catalogue's counts tell it: no series is split by state or reaches beyond its range. */
function knownTotal(asks: readonly SeriesRequest[], catalog: Catalog | undefined) {
  let total = 0;
  for (const {
    choice: { dataset, code },
    range,
  } of asks) {
    const held = catalog?.datasets.find(({ id }) => id === dataset)?.series.find((one) => one.code === code);
    if (held === undefined || findDataset(dataset)?.byState) return undefined;
    const isInside =
      (held.first_date ?? range.from) >= range.from && (held.last_date ?? range.to) <= range.to;
    if (!isInside) return undefined;
    total += held.count;
  }
  return total;
}
