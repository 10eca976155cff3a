import type { EconomicEnvelope, EconomicRecord } from '../../service/contract/economic.ts';
import { API_PREFIX, ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange, SeriesRequest } from '../../service/view/types.ts';
import { getJson, getText } from './request.ts';

/** Paths of the data API, and functions that read observations page by page. */

/** Observations in an API answer, by ascending date. */
export type ObservationAnswer = { rows: readonly { date: string; value: string }[] };

const codesOf = (choices: readonly SeriesChoice[]) => [...new Set(choices.map(({ code }) => code))];

export function economicPath(choices: readonly SeriesChoice[], { from, to }: DateRange): string {
  const query = new URLSearchParams({ series: codesOf(choices).join(','), date_from: from, date_to: to });
  const states = [...new Set(choices.map(({ area }) => area).filter((area) => area !== ''))];
  if (states.length > 0) query.set('state', states.join(','));
  return `${ECONOMIC_PREFIX}/${choices[0]?.dataset}?${query}`.replaceAll('%2C', ',');
}

/** @returns the API path of yields, without limit and offset. */
export function yieldsPath(choices: readonly SeriesChoice[]): string {
  return `/yields/series=${codesOf(choices).join(',')}`;
}

/** @returns the path for yields as wide CSV, a row a day: all days, a range, or the newest up to `date`. */
export function wideYieldsPath(
  codes: readonly string[],
  narrowed: { date?: string; date_from?: string; date_to?: string; as_of?: string } = {},
): string {
  const query = new URLSearchParams({ ...narrowed, format: CSV_FORMAT, layout: 'wide' });
  return `/yields/series=${codes.join(',')}?${query}`;
}

/** @returns the path for series of one dataset as wide CSV, a row a date. @param asOf absent: as known now */
export function wideSeriesPath(choices: readonly SeriesChoice[], range: DateRange, asOf?: string): string {
  const known = asOf === undefined ? {} : { as_of: asOf };
  if (choices[0] && isMarketData(choices[0].dataset))
    return wideYieldsPath(codesOf(choices), { date_from: range.from, date_to: range.to, ...known });
  const how = new URLSearchParams({ ...known, format: CSV_FORMAT, layout: 'wide' });
  return `${economicPath(choices, range)}&${how}`;
}

/** Reads one series' observations over a range, page by page. Yields come as one page. */
export async function* seriesPages(
  { choice, range, asOf }: SeriesRequest,
  signal: AbortSignal,
): AsyncGenerator<ObservationAnswer> {
  const known = asOf === undefined ? '' : `&as_of=${asOf}`;
  if (isMarketData(choice.dataset)) yield await yieldRows({ choice, range, asOf }, signal);
  else yield* economicPages(economicPath([choice], range) + known, signal);
}

/** Reads the pages of an API path for economic data: each page has the next page's path in `next_url`. */
export async function* economicPages(
  first: string,
  signal: AbortSignal,
): AsyncGenerator<{ rows: readonly EconomicRecord[] }> {
  for (let path: string | null = first; path !== null; ) {
    const page: EconomicEnvelope = await getJson<EconomicEnvelope>(path, signal);
    yield { rows: page.data };
    path = page.pagination.next_url && API_PREFIX + page.pagination.next_url;
  }
}

type Table = { names: readonly string[]; rows: readonly (readonly string[])[] };
type Gathered = { codes: Set<string>; table: Promise<Table> };

/** Requests being collected in this tick, by days and instant. */
const gathering = new Map<string, Gathered>();

/**
 * Returns a series' yields over a range, as one page. Calls of the same tick for the same days become one
 * request: a board's tiles and a chart's lines ask together, and each shared date is sent once.
 * @throws ApiError, SignInNeeded, or the abort's reason, which ends only this call
 */
export async function yieldRows(
  { choice: { code }, range, asOf }: SeriesRequest,
  signal: AbortSignal,
): Promise<ObservationAnswer> {
  const days = { date_from: range.from, date_to: range.to, ...(asOf !== undefined && { as_of: asOf }) };
  const key = Object.values(days).join(' ');
  const gathered = gathering.get(key) ?? gather(key, days);
  gathered.codes.add(code);
  const { names, rows } = await gathered.table;
  signal.throwIfAborted();
  const at = names.indexOf(code);
  return {
    rows: rows.flatMap((cells) => (at > 0 && cells[at] ? [{ date: cells[0] ?? '', value: cells[at] }] : [])),
  };
}

function gather(key: string, days: Parameters<typeof wideYieldsPath>[1]): Gathered {
  const codes = new Set<string>();
  const load = async (): Promise<Table> => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    gathering.delete(key);
    const csv = await getText(wideYieldsPath([...codes].sort(), days));
    const [head = '', ...lines] = csv.trimEnd().split('\n');
    return { names: head.split(','), rows: lines.map((line) => line.split(',')) };
  };
  const gathered = { codes, table: load() };
  gathering.set(key, gathered);
  return gathered;
}
