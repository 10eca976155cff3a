import type { EconomicEnvelope, EconomicRecord } from '../../service/contract/economic.ts';
import { API_PREFIX } from '../../service/contract/names.ts';
import { isMarketData } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { DateRange, SeriesRequest } from '../../service/view/types.ts';
import { economicPath, wideYieldsPath } from './data-paths.ts';
import { getJson, getText } from './request.ts';
import type { ObservationAnswer } from './types.ts';

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

/** A wide CSV: the names of its columns, and its cells by row. */
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
    rows: rows.flatMap((cells) => {
      const value = at < 0 ? '' : (cells[at] ?? '');
      return value === '' ? [] : [{ date: cells[0] as string, value }];
    }),
  };
}

function gather(key: string, days: Parameters<typeof wideYieldsPath>[1]): Gathered {
  const codes = new Set<string>();
  const gathered = { codes, table: load() };
  gathering.set(key, gathered);
  return gathered;

  async function load(): Promise<Table> {
    await new Promise((resolve) => setTimeout(resolve, 0));
    gathering.delete(key);
    const csv = await getText(wideYieldsPath([...codes].sort(), days));
    const [head = '', ...lines] = csv.trimEnd().split('\n');
    return { names: head.split(','), rows: lines.map((line) => line.split(',')) };
  }
}
