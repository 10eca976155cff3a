import {
  isCancelledError,
  type QueryClient,
  type QueryKey,
  experimental_streamedQuery as streamedQuery,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { type SeriesChoice, type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import { countOf } from '../../service/series-math/decimal-text.ts';
import { cutColumn } from '../../service/view/index.ts';
import type { DateRange, LineColumn, PublishedColumn, SeriesRequest } from '../../service/view/types.ts';
import { catalogQuery, heldSeriesOf, useCatalog } from './catalog.ts';
import { type ObservationAnswer, seriesPages } from './pages.ts';

export type LoadProgress = {
  loaded: number;
  /** The total number of rows; `undefined` if the catalogue's counts do not give it. */
  total: number | undefined;
};

export type Observations = {
  /** In request order. While a new range loads: the old columns until its first page, then its rows. */
  columns: readonly PublishedColumn[];
  /** True while `columns` still show the previous range or series. */
  isStale: boolean;
  isLoading: boolean;
  /** True if loading was cancelled before the last page; `retry` continues it. */
  isPartial: boolean;
  progress: LoadProgress;
  error: Error | undefined;
  /** Stops loading; the loaded rows stay. */
  cancel: () => void;
  retry: () => void;
};

/**
 * Loads the observations of some series page by page, each over its own range, and caches them until the data
 * change. A range inside a completely loaded one needs no request. While a new range loads, the old columns
 * stay until its first page arrives, so that nothing jumps.
 * @param asks must be the same objects on each render while the request is the same
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
  // `loaded` is a new array on every render, but its items are mostly the same.
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

/** Starts loading observations before their screen opens. The screen itself reports a failure. */
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

/** Yields the missing pages, then 'end'. */
async function* restOf(
  { range: asked, ...rest }: SeriesRequest,
  loaded: LoadedColumn | undefined,
  signal: AbortSignal,
): AsyncGenerator<ObservationAnswer | 'end'> {
  const last = loaded?.column.days.at(-1);
  const from = last === undefined ? asked.from : dateText(last + 1);
  if (from <= asked.to) yield* seriesPages({ ...rest, range: { from, to: asked.to } }, signal);
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

/** @returns the number of rows; `undefined` if a series is split by state or has data outside its range. */
function knownTotal(asks: readonly SeriesRequest[], catalog: Catalog | undefined): number | undefined {
  let total = 0;
  for (const { choice, range } of asks) {
    const held = heldSeriesOf(catalog, choice);
    if (held === undefined || findDataset(choice.dataset)?.byState) return undefined;
    if ((held.first_date ?? range.from) < range.from || (held.last_date ?? range.to) > range.to)
      return undefined;
    total += held.count;
  }
  return total;
}

/** `isWhole` is true once the last page has arrived; until then the column may grow. */
export type LoadedColumn = { column: PublishedColumn; isWhole: boolean };

export function emptyColumn(choice: SeriesChoice): PublishedColumn {
  const id = seriesId(choice);
  return { id, choice, days: new Int32Array(0), values: [], numbers: new Float64Array(0) };
}

/** @returns a new column with the page's rows appended. Rows come in ascending order of date. */
export function appendPage(column: PublishedColumn, page: ObservationAnswer): PublishedColumn {
  const { rows } = page;
  const before = column.days.length;
  const days = new Int32Array(before + rows.length);
  const numbers = new Float64Array(before + rows.length);
  days.set(column.days);
  numbers.set(column.numbers);
  for (const [i, { date, value }] of rows.entries()) {
    days[before + i] = dayNumber(date) ?? Number.NaN;
    numbers[before + i] = Number(value);
  }
  return { ...column, days, values: [...column.values, ...rows.map(({ value }) => value)], numbers };
}

/**
 * Columns in the query cache: one per data version, series and requested range. A range inside a completely
 * loaded column is cut from it, so that zooming in loads and stores nothing twice.
 */

const ROOT = 'column';

const ALL_COLUMNS: QueryKey = [ROOT];

/** @returns a column's id: the series' id, with the instant appended for data as known earlier. */
export function columnId({ choice, asOf }: Pick<SeriesRequest, 'choice' | 'asOf'>): string {
  return asOf === undefined ? seriesId(choice) : `${seriesId(choice)}@${asOf}`;
}

export function columnKey(version: string | undefined, id: string, { from, to }: DateRange): QueryKey {
  return [ROOT, version, id, from, to];
}

/** @returns the key and the column of a completely loaded entry that covers `range`. */
function wholeEntry(client: QueryClient, version: string | undefined, id: string, range: DateRange) {
  const columns = client.getQueriesData<LoadedColumn>({ queryKey: [ROOT, version, id] });
  return columns.find(([key, loaded]) => {
    const wide = rangeOf(key);
    return loaded?.isWhole && wide.from <= range.from && wide.to >= range.to;
  });
}

/** @returns the range of a completely loaded column that covers `range`; otherwise `range`. */
export function coveringRange(
  client: QueryClient,
  version: string | undefined,
  id: string,
  range: DateRange,
): DateRange {
  const [key] = wholeEntry(client, version, id, range) ?? [];
  return key ? rangeOf(key) : range;
}

export function wholeColumn(
  client: QueryClient,
  version: string | undefined,
  id: SeriesId,
  range: DateRange,
): PublishedColumn | undefined {
  return wholeEntry(client, version, id, range)?.[1]?.column;
}

/** Removes unused columns of other data versions or inside a wider column. Other unused columns expire. */
export function forgetNeedless(client: QueryClient, version: string): void {
  client.removeQueries({
    queryKey: ALL_COLUMNS,
    type: 'inactive',
    predicate: ({ queryKey: key }) => {
      const range = rangeOf(key);
      const widest = coveringRange(client, version, key[2] as string, range);
      return key[1] !== version || widest.from !== range.from || widest.to !== range.to;
    },
  });
}

function rangeOf(key: QueryKey): DateRange {
  const [from, to] = key.slice(-2) as [string, string];
  return { from, to };
}

/** @returns the same list object while its content is equal, so that nothing is recomputed. */
export function useStableAsks(asks: readonly SeriesRequest[]): readonly SeriesRequest[] {
  const wanted = JSON.stringify(asks);
  return useMemo(() => JSON.parse(wanted) as SeriesRequest[], [wanted]);
}

/** @returns the same array while its items are the same objects. */
export function useStable<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, keep] = useState(items);
  const isSame = kept.length === items.length && kept.every((item, i) => item === items[i]);
  if (!isSame) keep(items);
  return isSame ? kept : items;
}

/** @returns a note on lines that are not completely loaded: 'still loading, 5,000 observations so far'. */
export function restText(columns: readonly Pick<LineColumn, 'rest' | 'days'>[]): string | undefined {
  const isComing = columns.some(({ rest }) => rest === 'coming');
  if (!isComing && columns.every(({ rest }) => rest === undefined)) return undefined;
  const count = countOf(
    columns.reduce((sum, { days }) => sum + days.length, 0),
    'observation',
  );
  return isComing ? `still loading, ${count} so far` : `not all is loaded, ${count} only`;
}
