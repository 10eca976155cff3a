import type { EconomicEnvelope, EconomicRecord } from '../../service/contract/economic.ts';
import type { YieldsEnvelope } from '../../service/contract/market.ts';
import { API_PREFIX, ECONOMIC_PREFIX, MARKET_LIMIT_LARGEST } from '../../service/contract/names.ts';
import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { Ask, DateRange } from '../../service/view/types.ts';
import { getJson } from './request.ts';

export type PageRow = { date: string; value: string };
export type Page = { rows: readonly PageRow[] };

/**
 * The observations of one series, page by page. Economic data: each page names the next in `next_url`. Yields: the offset grows
 * until all rows are there; rows outside the range are left out here.
 */
export async function* seriesPages({ choice, range, asOf }: Ask, signal: AbortSignal): AsyncGenerator<Page> {
  if (isMarketData(choice.dataset)) yield* yieldPages({ choice, range, asOf }, signal);
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

async function* yieldPages({ choice, range, asOf }: Ask, signal: AbortSignal) {
  const known = asOf === undefined ? '' : `&as_of=${asOf}`;
  for (let offset = 0; ; offset += MARKET_LIMIT_LARGEST) {
    const page = await getJson<YieldsEnvelope>(
      `${yieldsPath([choice])}?limit=${MARKET_LIMIT_LARGEST}&offset=${offset}${known}`,
      signal,
    );
    const rows = page.rows.filter((row) => row.date >= range.from && row.date <= range.to);
    yield { rows };
    if (offset + page.rows.length >= page.total_rows || page.rows.length === 0) return;
  }
}

/** @returns the API path of some series of one economic dataset, as any other tool would write it. */
export function economicPath(choices: readonly SeriesChoice[], range: DateRange): string {
  const query = new URLSearchParams({
    series: [...new Set(choices.map((choice) => choice.code))].join(','),
    date_from: range.from,
    date_to: range.to,
  });
  const states = [...new Set(choices.map((choice) => choice.area).filter((area) => area !== ''))];
  if (states.length > 0) query.set('state', states.join(','));
  return `${ECONOMIC_PREFIX}/${choices[0]?.dataset}?${query}`.replaceAll('%2C', ',');
}

/** @returns the API path of yields, without limit and offset. */
export function yieldsPath(choices: readonly SeriesChoice[]): string {
  return `/yields/series=${[...new Set(choices.map((choice) => choice.code))].join(',')}`;
}

/** @returns the API path of yields as wide CSV, a row a day: of all days, or of the newest on or before `date`. */
export function wideYieldsPath(
  codes: readonly string[],
  narrowed: { date?: string; date_from?: string; date_to?: string; as_of?: string } = {},
): string {
  const query = new URLSearchParams({ ...narrowed, format: CSV_FORMAT, layout: 'wide' });
  return `/yields/series=${codes.join(',')}?${query}`;
}

/** @returns the API path of some series of one dataset as wide CSV, a row a date. @param asOf as known then; absent: as known now */
export function wideSeriesPath(
  choices: readonly SeriesChoice[],
  { from, to }: DateRange,
  asOf?: string,
): string {
  const known = asOf === undefined ? {} : { as_of: asOf };
  if (choices[0] && isMarketData(choices[0].dataset))
    return wideYieldsPath([...new Set(choices.map(({ code }) => code))], {
      ...{ date_from: from, date_to: to },
      ...known,
    });
  const how = new URLSearchParams({ ...known, format: CSV_FORMAT, layout: 'wide' });
  return `${economicPath(choices, { from, to })}&${how}`;
}
