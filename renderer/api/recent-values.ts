import { skipToken, useQuery } from '@tanstack/react-query';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { CatalogSeries } from '../../service/contract/catalog.ts';
import type { EconomicEnvelope } from '../../service/contract/economic.ts';
import type { YieldsEnvelope } from '../../service/contract/market.ts';
import { findSeries, isMarketData } from '../../service/datasets/index.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import type { Frequency } from '../../service/datasets/types.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { useCatalog } from './catalog.ts';
import { appendPage, emptyColumn } from './columns.ts';
import { economicPath, yieldsPath } from './pages.ts';
import { getJson } from './request.ts';
import { withPlace } from './with-place.ts';

/** Days before the last observation that are asked for: about 60 to 90 observations each. */
const DAYS: Readonly<Record<Frequency, number>> = { Daily: 120, Weekly: 500, Monthly: 1900 };
/** Of yields, which are not narrowed by date, that many of the last. */
const YIELD_ROWS = 80;

/**
 * The last observations of a series in one small request, of which few run at a time; kept as long as the data are the same. The
 * page's own requests count against nobody's limit.
 * @param held what the catalogue says of it. @param isWanted false while nobody can see it.
 */
export function useRecentValues(
  choice: SeriesChoice,
  held: CatalogSeries | undefined,
  isWanted: boolean,
): LineColumn | undefined {
  const version = useCatalog().data?.data_version;
  const last = dayNumber(held?.last_date ?? '');
  const isAsked = isWanted && version !== undefined && last !== undefined;
  const { data } = useQuery({
    queryKey: ['recent', version, seriesId(choice)],
    queryFn: isAsked
      ? ({ signal }) => withPlace(signal, () => recentValues(choice, last, held?.count ?? 0, signal))
      : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });
  return data;
}

async function recentValues(choice: SeriesChoice, last: number, count: number, signal: AbortSignal) {
  const column = emptyColumn(choice);
  if (isMarketData(choice.dataset)) {
    const path = `${yieldsPath([choice])}?limit=${YIELD_ROWS}&offset=${Math.max(0, count - YIELD_ROWS)}`;
    const { rows } = await getJson<YieldsEnvelope>(path, signal);
    return appendPage(column, { rows });
  }
  const days = DAYS[findSeries(choice.dataset, choice.code)?.frequency ?? 'Monthly'];
  const range = { from: dateText(last - days), to: dateText(last) };
  const { data } = await getJson<EconomicEnvelope>(economicPath([choice], range), signal);
  return appendPage(column, { rows: data });
}
