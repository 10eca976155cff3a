import type { EconomicEnvelope, EconomicRecord } from '../../service/contract/economic.ts';
import { API_PREFIX, ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { CSV_FORMAT } from '../../service/contract/table-formats.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange, SeriesRequest } from '../../service/view/types.ts';
import { getJson, getText } from './request.ts';

/** Paths of the data API, as any other tool would write them, and observations that are read page by page. */

/** Observations as an answer of the API has them, by ascending date. */
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

/** @returns the API path of yields as wide CSV, a row a day: of all days, of some, or of the newest on or before `date`. */
export function wideYieldsPath(
  codes: readonly string[],
  narrowed: { date?: string; date_from?: string; date_to?: string; as_of?: string } = {},
): string {
  const query = new URLSearchParams({ ...narrowed, format: CSV_FORMAT, layout: 'wide' });
  return `/yields/series=${codes.join(',')}?${query}`;
}

/** @returns the API path of some series of one dataset as wide CSV, a row a date. @param asOf as known then; absent: as known now */
export function wideSeriesPath(choices: readonly SeriesChoice[], range: DateRange, asOf?: string): string {
  const known = asOf === undefined ? {} : { as_of: asOf };
  if (choices[0] && isMarketData(choices[0].dataset))
    return wideYieldsPath(codesOf(choices), { date_from: range.from, date_to: range.to, ...known });
  const how = new URLSearchParams({ ...known, format: CSV_FORMAT, layout: 'wide' });
  return `${economicPath(choices, range)}&${how}`;
}

/** The observations of one series over a range, page by page. Yields are one page. */
export async function* seriesPages(
  { choice, range, asOf }: SeriesRequest,
  signal: AbortSignal,
): AsyncGenerator<ObservationAnswer> {
  const known = asOf === undefined ? '' : `&as_of=${asOf}`;
  if (isMarketData(choice.dataset)) yield await yieldRows({ choice, range, asOf }, signal);
  else yield* economicPages(economicPath([choice], range) + known, signal);
}

/** The observations of an API path of economic data: each page names the next in `next_url`. */
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

/** What is asked for in this moment, by days and instant. */
const gathering = new Map<string, Gathered>();

/**
 * The yields of a series over a range, as one page. All that is asked for in the same moment over the same days is one request, since the
 * tiles of a board and the lines of a chart ask together, and a date that several series share is sent once.
 * @throws ApiError, SignInNeeded, or the reason of the abort: the others still get their answer
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
