import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogSeries } from '../../service/contract/catalog.ts';
import type { EconomicEnvelope, YieldsEnvelope } from '../../service/contract/economic.ts';
import { findSeries, isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { Frequency } from '../../service/datasets/types.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { useCatalog } from './catalog.ts';
import { columnId } from './column-cache.ts';
import { appendPage, emptyColumn } from './columns.ts';
import { economicPath, yieldsPath } from './data-paths.ts';
import { isAskedAgain } from './query-client.ts';
import { getJson } from './request.ts';

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
