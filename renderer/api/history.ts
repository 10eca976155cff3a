import { skipToken, useQueries, useQueryClient } from '@tanstack/react-query';
import type { EconomicEnvelope } from '../../service/contract/economic.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import { findSeries, isMarketData } from '../../service/datasets/index.ts';
import { type SeriesChoice, type SeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import type { DateRange, LineColumn } from '../../service/view/types.ts';
import { useCatalog } from './catalog.ts';
import { wholeColumn } from './column-cache.ts';
import { appendPage, emptyColumn } from './columns.ts';
import { economicPath } from './data-paths.ts';
import { seriesPages } from './pages.ts';
import { getJson } from './request.ts';

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
