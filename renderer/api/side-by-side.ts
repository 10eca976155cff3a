import { useQuery } from '@tanstack/react-query';
import { dayNumber } from '../../service/calendar/dates.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useCatalog } from './catalog.ts';
import { economicPages } from './pages.ts';

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
