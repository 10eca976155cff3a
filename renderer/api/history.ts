import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { Catalog, CatalogSeries } from '../../service/contract/catalog.ts';
import type { EconomicEnvelope, YieldsEnvelope } from '../../service/contract/economic.ts';
import { findSeries, isMarketData } from '../../service/datasets/index.ts';
import { type SeriesChoice, type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import type { Frequency } from '../../service/datasets/types.ts';
import { type Matrix, matrixOfCsv } from '../../service/series-math/matrix.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import type { DateRange, LineColumn } from '../../service/view/types.ts';
import { catalogQuery, useDataVersion } from './catalog.ts';
import { appendPage, columnId, emptyColumn, wholeColumn } from './observations.ts';
import { economicPages, economicPath, seriesPages, yieldsPath } from './pages.ts';
import { getJson, getText, isAskedAgain } from './request.ts';

/** Observations outside the main chart: whole histories, latest values, tables; cached until data change. */

const KEPT = { staleTime: Number.POSITIVE_INFINITY, structuralSharing: false } as const;

/**
 * Loads whole histories, to draw their shapes. A daily or weekly series that is not loaded yet comes as one
 * small request for the last value of each month. @param held first and last day of the data
 */
export function useHistories(
  choices: readonly SeriesChoice[],
  held: DateRange,
): ReadonlyMap<SeriesId, LineColumn> {
  const client = useQueryClient();
  const version = useDataVersion();
  const ids = choices.map(seriesId);
  const loaded = ids.map((id) => wholeColumn(client, version, id, held));
  const asked = useQueries({
    queries: choices.map((choice, i) => ({
      queryKey: ['history', version, ids[i], held.from, held.to],
      queryFn:
        version !== undefined && !loaded[i]
          ? ({ signal }: { signal: AbortSignal }) => history(choice, held, signal)
          : skipToken,
      ...KEPT,
    })),
  });
  return new Map(
    ids.flatMap((id, i) => {
      const column = loaded[i] ?? asked[i]?.data;
      return column ? [[id, column] as const] : [];
    }),
  );
}

async function history(choice: SeriesChoice, held: DateRange, signal: AbortSignal): Promise<LineColumn> {
  const monthly = monthlyPath(choice, held);
  const pages =
    monthly === undefined ? seriesPages({ choice, range: held }, signal) : economicPages(monthly, signal);
  let column = emptyColumn(choice);
  for await (const page of pages) column = appendPage(column, page);
  return column;
}

/** @returns the path of a series' monthly values; `undefined` if it has few observations or no aggregates. */
function monthlyPath(choice: SeriesChoice, held: DateRange): string | undefined {
  const series = findSeries(choice.dataset, choice.code);
  if (isMarketData(choice.dataset) || !series || !['Daily', 'Weekly'].includes(series.frequency))
    return undefined;
  const method = series.allowedAggregations.includes('eop') ? 'eop' : series.defaultAggregation;
  if (method === null) return undefined;
  return `${economicPath([choice], held)}&frequency=m&aggregation_method=${method}`;
}

/** Days to load before the last observation: about 60 to 90 observations for each frequency. */
const DAYS: Readonly<Record<Frequency, number>> = { Daily: 120, Weekly: 500, Monthly: 1900 };
/** Number of newest rows to load of yields: about four months of trading days. */
const YIELD_ROWS = 80;

/**
 * A series' latest observations, from a small request; only a few of these run at a time.
 * @param isWanted false while the series is out of sight @param asOf an instant; absent: as known now
 */
export function useRecentValues(
  choice: SeriesChoice,
  held: CatalogSeries | undefined,
  isWanted: boolean,
  asOf?: string,
): { column: LineColumn | undefined; isFailed: boolean } {
  const query = recentValuesQuery(choice, isWanted ? held : undefined, useDataVersion(), asOf);
  const { data, isError } = useQuery(query);
  return { column: data, isFailed: isError };
}

/** The query of `useRecentValues`, for a screen that loads it ahead. @param held absent: loads nothing */
export function recentValuesQuery(
  choice: SeriesChoice,
  held: CatalogSeries | undefined,
  version: string | undefined,
  asOf?: string,
) {
  const last = dayNumber(held?.last_date ?? '');
  return queryOptions({
    queryKey: ['recent', version, columnId({ choice, asOf })],
    queryFn:
      version === undefined || last === undefined
        ? skipToken
        : ({ signal }) => withPlace(signal, () => recentValues(choice, asOf, last, held?.count ?? 0, signal)),
    ...KEPT,
    retry: isAskedAgain,
  });
}

async function recentValues(
  choice: SeriesChoice,
  asOf: string | undefined,
  last: number,
  count: number,
  signal: AbortSignal,
) {
  const known = asOf === undefined ? '' : `&as_of=${asOf}`;
  const column = emptyColumn(choice);
  if (isMarketData(choice.dataset)) {
    const path = `${yieldsPath([choice])}?limit=${YIELD_ROWS}&offset=${Math.max(0, count - YIELD_ROWS)}${known}`;
    return appendPage(column, await getJson<YieldsEnvelope>(path, signal));
  }
  const days = DAYS[findSeries(choice.dataset, choice.code)?.frequency ?? 'Monthly'];
  const range = { from: dateText(last - days), to: dateText(last) };
  const { data } = await getJson<EconomicEnvelope>(economicPath([choice], range) + known, signal);
  return appendPage(column, { rows: data });
}

/** Maximum number of non-urgent requests at a time, so that a scrolled list does not hold up the chart. */
const PLACES = 4;

const waiting: (() => void)[] = [];
let running = 0;

/** Runs non-urgent work when a place is free, in call order. @throws the abort's reason; as `run` */
export async function withPlace<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  if (running >= PLACES) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    signal.throwIfAborted();
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Loads series of one economic dataset without states in one request and its further pages. When the data
 * change, the old observations stay until the new ones arrive.
 * @returns observations by code; a series without observations in the range is absent
 */
export function useSideBySide(choices: readonly SeriesChoice[], range: DateRange | undefined) {
  const version = useDataVersion();
  const asked = [choices.map(seriesId).join(','), range?.from, range?.to].join(' ');
  return useQuery({
    queryKey: ['side-by-side', asked, version],
    queryFn:
      version === undefined || range === undefined
        ? skipToken
        : ({ signal }) => seriesByCode(economicPath(choices, range), signal),
    placeholderData: (before, query) => (query?.queryKey[1] === asked ? before : undefined),
    ...KEPT,
  });
}

async function seriesByCode(path: string, signal: AbortSignal): Promise<ReadonlyMap<string, TimeSeries>> {
  const rows = [];
  for await (const page of economicPages(path, signal)) rows.push(...page.rows);
  const byCode = Map.groupBy(rows, ({ series }) => series);
  return new Map(
    [...byCode].map(([code, own]) => {
      const days = Int32Array.from(own, ({ date }) => dayNumber(date) ?? Number.NaN);
      return [code, { days, values: own.map(({ value }) => value) }];
    }),
  );
}

const wideTableQuery = (path: string | undefined, version: string | undefined) =>
  queryOptions<Matrix>({
    queryKey: ['wide', path, version],
    queryFn:
      path === undefined || version === undefined
        ? skipToken
        : async ({ signal }) => matrixOfCsv(await getText(path, signal)),
    ...KEPT,
  });

/**
 * Loads an API path for wide CSV (`format=csv&layout=wide`) as a matrix. When the data change, the old matrix
 * stays until the new one arrives. @param path `undefined`: loads nothing
 */
export function useWideTable(path: string | undefined) {
  return useQuery({
    ...wideTableQuery(path, useDataVersion()),
    placeholderData: (before, query) => (query?.queryKey[1] === path ? before : undefined),
  });
}

/** Starts loading tables before their screen opens. The screen itself retries and reports failures. */
export async function loadTablesAhead(
  client: QueryClient,
  pathsOf: (catalog: Catalog) => readonly string[],
): Promise<void> {
  const catalog = await client.ensureQueryData(catalogQuery).catch(() => undefined);
  if (catalog === undefined) return;
  for (const path of pathsOf(catalog)) void client.prefetchQuery(wideTableQuery(path, catalog.data_version));
}
