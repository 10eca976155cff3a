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
import type { EconomicEnvelope } from '../../service/contract/economic.ts';
import type { YieldsEnvelope } from '../../service/contract/market.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import { findSeries, isMarketData } from '../../service/datasets/index.ts';
import { type SeriesChoice, type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import type { Frequency } from '../../service/datasets/types.ts';
import { type Matrix, matrixOfCsv } from '../../service/series-math/matrix.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import type { DateRange, LineColumn } from '../../service/view/types.ts';
import { catalogQuery, useCatalog } from './catalog.ts';
import { appendPage, columnId, emptyColumn, wholeColumn } from './observations.ts';
import { economicPages, economicPath, seriesPages, yieldsPath } from './pages.ts';
import { getJson, getText, isAskedAgain } from './request.ts';

/**
 * Series over their whole history, to draw their shapes: the observations where they are loaded already, else, for a daily or weekly
 * series, the last value of each month, which is one small request.
 * @param held first and last day of the data. @returns what is there, by the series' ids.
 */
export function useHistories(
  choices: readonly SeriesChoice[],
  held: DateRange,
): ReadonlyMap<SeriesId, LineColumn> {
  const client = useQueryClient();
  const version = useCatalog().data?.data_version;
  const ids = choices.map(seriesId);
  const loaded = ids.map((id) => wholeColumn(client, version, id, held));
  const asked = useQueries({
    queries: choices.map((choice, i) => ({
      queryKey: ['history', version, ids[i], held.from, held.to],
      queryFn:
        version !== undefined && !loaded[i]
          ? ({ signal }: { signal: AbortSignal }) => history(choice, held, signal)
          : skipToken,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false as const,
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
  let column = emptyColumn(choice);
  const monthly = monthlyPath(choice, held);
  if (monthly === undefined) {
    for await (const page of seriesPages({ choice, range: held }, signal)) column = appendPage(column, page);
    return column;
  }
  for (let path: string | null = monthly; path !== null; ) {
    const page: EconomicEnvelope = await getJson<EconomicEnvelope>(path, signal);
    column = appendPage(column, { rows: page.data });
    path = page.pagination.next_url === null ? null : API_PREFIX + page.pagination.next_url;
  }
  return column;
}

/** @returns the API path of its monthly values; `undefined` for a series with few observations, or without aggregates. */
function monthlyPath(choice: SeriesChoice, held: DateRange): string | undefined {
  const series = findSeries(choice.dataset, choice.code);
  if (isMarketData(choice.dataset) || !series || !['Daily', 'Weekly'].includes(series.frequency))
    return undefined;
  const method = series.allowedAggregations.includes('eop') ? 'eop' : series.defaultAggregation;
  if (method === null) return undefined;
  return `${economicPath([choice], held)}&frequency=m&aggregation_method=${method}`;
}

/** How many days before the last observation to load: about 60 to 90 observations each. */
const DAYS: Readonly<Record<Frequency, number>> = { Daily: 120, Weekly: 500, Monthly: 1900 };
/** How many of the last rows to load of yields, which the API cannot narrow by date. */
const YIELD_ROWS = 80;

/**
 * The last observations of a series, by a small request of which only a few run at a time. Kept while the data stay the same.
 * @param held its entry in the catalogue @param isWanted false while it is out of sight @param asOf as known then; absent: as known now
 * @returns them, once they are there, and whether they could not be loaded.
 */
export function useRecentValues(
  choice: SeriesChoice,
  held: CatalogSeries | undefined,
  isWanted: boolean,
  asOf?: string,
): { column: LineColumn | undefined; isFailed: boolean } {
  const version = useCatalog().data?.data_version;
  const { data, isError } = useQuery(recentValuesQuery(choice, isWanted ? held : undefined, version, asOf));
  return { column: data, isFailed: isError };
}

/** As `useRecentValues`, for a screen that asks before it is there. @param held `undefined`: nothing is loaded */
export function recentValuesQuery(
  choice: SeriesChoice,
  held: CatalogSeries | undefined,
  version: string | undefined,
  asOf?: string,
) {
  const last = dayNumber(held?.last_date ?? '');
  const isAsked = version !== undefined && last !== undefined;
  return queryOptions({
    queryKey: ['recent', version, columnId({ choice, asOf })],
    queryFn: isAsked
      ? ({ signal }) =>
          withPlace(signal, () => recentValues({ choice, asOf }, last, held?.count ?? 0, signal))
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: isAskedAgain,
  });
}

type RecentQuestion = { choice: SeriesChoice; asOf: string | undefined };
async function recentValues(
  { choice, asOf }: RecentQuestion,
  last: number,
  count: number,
  signal: AbortSignal,
) {
  const known = asOf === undefined ? '' : `&as_of=${asOf}`;
  const column = emptyColumn(choice);
  if (isMarketData(choice.dataset)) {
    const path = `${yieldsPath([choice])}?limit=${YIELD_ROWS}&offset=${Math.max(0, count - YIELD_ROWS)}${known}`;
    const { rows } = await getJson<YieldsEnvelope>(path, signal);
    return appendPage(column, { rows });
  }
  const days = DAYS[findSeries(choice.dataset, choice.code)?.frequency ?? 'Monthly'];
  const range = { from: dateText(last - days), to: dateText(last) };
  const { data } = await getJson<EconomicEnvelope>(economicPath([choice], range) + known, signal);
  return appendPage(column, { rows: data });
}

/** How many requests run at a time. A list that is scrolled sends many, and the chart's must not wait behind them. */
const PLACES = 4;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs work that is not urgent when one of the places is free, in the order of the calls.
 * @throws the abort's reason where it was aborted while waiting, and what `run` throws
 */
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
 * Series of one economic dataset without states, loaded together by one request and its further pages, and kept while the data
 * stay the same. When the data change, the old observations stay until the new ones are there.
 * @param range `undefined` while it is not known: nothing is loaded
 * @returns each series' observations by its code; a series without any in the range is absent.
 */
export function useSideBySide(choices: readonly SeriesChoice[], range: DateRange | undefined) {
  const version = useCatalog().data?.data_version;
  const asked = [choices.map(seriesId).join(','), range?.from, range?.to].join(' ');
  return useQuery({
    queryKey: ['side-by-side', asked, version],
    queryFn: ({ signal }) => load(choices, range as DateRange, signal),
    enabled: range !== undefined && version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => (query?.queryKey[1] === asked ? before : undefined),
    structuralSharing: false,
  });
}

async function load(
  choices: readonly SeriesChoice[],
  range: DateRange,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TimeSeries>> {
  const rows = [];
  for await (const page of economicPages(choices, range, signal)) rows.push(...page.rows);
  const byCode = Map.groupBy(rows, ({ series }) => series);
  return new Map(
    [...byCode].map(([code, own]) => [
      code,
      {
        days: Int32Array.from(own, ({ date }) => dayNumber(date) ?? Number.NaN),
        values: own.map(({ value }) => value),
      },
    ]),
  );
}

const wideTableQuery = (path: string | undefined, version: string | undefined) =>
  queryOptions<Matrix>({
    queryKey: ['wide', path, version],
    queryFn:
      path === undefined || version === undefined
        ? skipToken
        : async ({ signal }) => matrixOfCsv(await getText(path, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/**
 * The answer of an API path that asks for wide CSV (`format=csv&layout=wide`), as a matrix; kept while the data stay the same. When the
 * data change, the old ones stay until the new ones are there.
 * @param path `undefined` while it is not known: nothing is loaded
 */
export function useWideTable(path: string | undefined) {
  const version = useCatalog().data?.data_version;
  return useQuery({
    ...wideTableQuery(path, version),
    placeholderData: (before, query) => (query?.queryKey[1] === path ? before : undefined),
  });
}

/** Begins to load tables before the screen that shows them is there. What fails is asked for again by the screen, which says so. */
export async function loadTablesAhead(
  client: QueryClient,
  pathsOf: (catalog: Catalog) => readonly string[],
): Promise<void> {
  const catalog = await client.ensureQueryData(catalogQuery).catch(() => undefined);
  if (catalog === undefined) return;
  for (const path of pathsOf(catalog)) void client.prefetchQuery(wideTableQuery(path, catalog.data_version));
}
