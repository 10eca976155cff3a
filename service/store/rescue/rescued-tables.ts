import { isValueText } from '../../series-math/decimal-text.ts';
import { FIRST_DAY, LAST_DAY, PLAIN_CODE } from '../row-checks.ts';

type Cell = unknown;
type Check = (cell: Cell) => boolean;

const isNumberFrom =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (cell) =>
    Number.isSafeInteger(cell) && Number(cell) >= least && Number(cell) <= most;
/** Bytes that are not UTF-8 come as U+FFFD. */
const isMatching =
  (pattern: RegExp): Check =>
  (cell) =>
    typeof cell === 'string' && !cell.includes('\uFFFD') && pattern.test(cell);
const orNull =
  (check: Check): Check =>
  (cell) =>
    cell === null || check(cell);

const id = isNumberFrom(1);
const count = isNumberFrom(0);
const day = isNumberFrom(FIRST_DAY, LAST_DAY);
const text = isMatching(/^/);
const name = isMatching(PLAIN_CODE);
const area = isMatching(/^[A-Za-z0-9_.-]*$/);
const time = isMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const origin = isMatching(/^(publisher|file|sample)$/);
const value: Check = (cell) => typeof cell === 'string' && isValueText(cell);
const weight: Check = (cell) => cell === '' || value(cell);

/** The columns of a table with the check of each, and the primary key. The first or the first two columns of the key are read by ranges. */
type RescuedTable = { columns: Readonly<Record<string, Check>>; key: readonly string[]; from?: string };

const RESCUED_TABLES = {
  dataset: { columns: { id: name, origin }, key: ['id'] },
  run: {
    columns: {
      ...{ id, kind: isMatching(/^(import|refresh|sample|rescue|undone)$/), dataset: name, origin },
      ...{ source: text, location: text, sha256: text, fetched_at: time },
      ...{ added: count, revised: count, unchanged: count, finished_at: orNull(time), rows: orNull(count) },
      ...{ first: orNull(day), last: orNull(day), gone: count, refined: count },
    },
    key: ['id'],
  },
  series: {
    columns: { id, dataset: name, code: name, area, count, first: orNull(day), last: orNull(day) },
    key: ['id'],
  },
  /** The names a second time: the index of `series` stands in other pages. */
  series_name: {
    columns: { dataset: name, code: name, area, id },
    key: ['dataset', 'code', 'area', 'id'],
    from: 'series INDEXED BY sqlite_autoindex_series_1',
  },
  stretch: {
    columns: { series_id: id, stretch: isNumberFrom(-4000, 12_000), count },
    key: ['series_id', 'stretch'],
  },
  constituent_list: {
    columns: {
      ...{ id, dataset: name, code: name, as_of: day, count, run_id: id },
      ...{ superseded_at: orNull(time), superseded_by: orNull(id), row: orNull(count) },
    },
    key: ['id'],
  },
  constituent: {
    columns: { list_id: id, rank: count, ticker: text, name: text, sector: text, weight, row: orNull(count) },
    key: ['list_id', 'rank'],
  },
  observation: {
    columns: { series_id: id, date: day, value, run_id: id, row: orNull(count), rounding: orNull(value) },
    key: ['series_id', 'date'],
  },
  revision: {
    columns: {
      ...{
        series_id: id,
        date: day,
        run_id: id,
        value,
        first_seen: time,
        superseded_at: time,
        superseded_by: id,
      },
      ...{ row: orNull(count), was_rounding: count, rounding: orNull(value) },
    },
    key: ['series_id', 'date', 'run_id'],
  },
  summed_rows: {
    columns: { run_id: id, series_id: id, row: count, all_rows: isMatching(/^\[[\d,]+\]$/) },
    key: ['run_id', 'series_id', 'row'],
  },
} satisfies Record<string, RescuedTable>;

export type TableName = keyof typeof RESCUED_TABLES;
export const TABLE_NAMES = Object.keys(RESCUED_TABLES) as TableName[];

export function rescuedTable(table: TableName) {
  const { columns: checked, key, from = table }: RescuedTable = RESCUED_TABLES[table];
  const columns = Object.keys(checked);
  const checks = Object.values(checked);
  const ends = ['ASC', 'DESC'].map(
    (order) => `SELECT ${columns} FROM ${from} ORDER BY ${key.map((column) => `${column} ${order}`)}`,
  );
  const isPlausible = (cells: readonly Cell[]): boolean => checks.every((check, at) => check(cells[at]));
  return { columns, key, ends, isPlausible };
}
