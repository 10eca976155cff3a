import type { EconomicEnvelope, EconomicRecord } from '../../service/contract/economic.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange, SeriesRequest } from '../../service/view/types.ts';
import { economicPath } from './data-paths.ts';
import { getJson } from './request.ts';
import type { ObservationAnswer } from './types.ts';
import { yieldRows } from './yield-rows.ts';

/** The observations of one series over a range, page by page. Economic data: each page names the next in `next_url`. Yields are one page. */
export async function* seriesPages(
  { choice, range, asOf }: SeriesRequest,
  signal: AbortSignal,
): AsyncGenerator<ObservationAnswer> {
  if (isMarketData(choice.dataset)) yield await yieldRows({ choice, range, asOf }, signal);
  else yield* economicPages([choice], range, signal, asOf);
}

/** The observations of some series of one economic dataset, page by page: each page names the next in `next_url`. */
export async function* economicPages(
  choices: readonly SeriesChoice[],
  range: DateRange,
  signal: AbortSignal,
  asOf?: string,
): AsyncGenerator<{ rows: readonly EconomicRecord[] }> {
  const known = asOf === undefined ? '' : `&as_of=${asOf}`;
  let path: string | null = economicPath(choices, range) + known;
  while (path !== null) {
    const page: EconomicEnvelope = await getJson<EconomicEnvelope>(path, signal);
    yield { rows: page.data };
    path = page.pagination.next_url === null ? null : API_PREFIX + page.pagination.next_url;
  }
}
