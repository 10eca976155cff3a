import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { isValueText } from '../../series-math/decimal-text.ts';
import { DATA_OPTIONS } from '../data-file.ts';
import { type Database, migrate, PAGE_SIZE, type Statement, whileOpen } from '../open-database.ts';
import { FIRST_DAY, LAST_DAY, PLAIN_CODE } from '../row-checks.ts';

/** Rows of a range in the order of the read; `isWhole` is false if the read ended early. */
export type PartRead<Row> = { rows: Row[]; isWhole: boolean };

/** Length of the header at the start of the first page; the schema follows (sqlite.org/fileformat2.html). */
const HEADER_BYTES = 100;
/** Offset of the number of pages. If the number is 0, SQLite uses the size of the file. */
const PAGE_COUNT_AT = 28;

/** Opens a copy of a damaged file. Replaces its first page if another one makes more tables readable. */
export function openDamaged(copy: string): Database {
  let most = tablesShown(copy);
  let best = firstPage(copy);
  for (const page of substitutes(best)) {
    if (most === TABLE_NAMES.length) break;
    writeFirstPage(copy, page);
    const shown = tablesShown(copy);
    if (shown > most) [most, best] = [shown, page];
  }
  writeFirstPage(copy, best);
  return open(copy);
}

function open(copy: string): Database {
  const db = new Sqlite(copy);
  db.unsafeMode();
  // With this, SQLite reads a truncated file and the sound parts of a damaged schema.
  db.pragma('writable_schema = ON');
  db.pragma('cell_size_check = ON');
  return db;
}

function tablesShown(copy: string): number {
  return whileOpen(open(copy), (db) => {
    const read = openRows(db);
    return TABLE_NAMES.filter((table) => {
      const { ends, isPlausible } = rescuedTable(table);
      return ends.some((sql) => read(`${sql} LIMIT 1`).rows.some(isPlausible));
    }).length;
  });
}

/** @returns a function that runs a query and returns its rows up to the first that SQLite cannot read. */
export function openRows(db: Database) {
  const prepared = new Map<string, Statement<unknown[], unknown[]>>();
  return (sql: string, ...values: readonly number[]): PartRead<unknown[]> => {
    const rows: unknown[][] = [];
    try {
      const statement = prepared.get(sql) ?? db.prepare<unknown[], unknown[]>(sql).raw();
      prepared.set(sql, statement);
      for (const row of statement.iterate(...values)) rows.push(row);
      return { rows, isWhole: true };
    } catch (error) {
      if (error instanceof Sqlite.SqliteError) return { rows, isWhole: false };
      throw error;
    }
  };
}

/** @returns first pages of an empty data file: the header only, the whole page, and the page after VACUUM. */
function* substitutes(own: Buffer): Generator<Buffer> {
  const empty = new Sqlite(':memory:');
  try {
    empty.pragma(`page_size = ${PAGE_SIZE}`);
    migrate(empty, DATA_OPTIONS);
    const page = () => {
      const first = empty.serialize().subarray(0, PAGE_SIZE);
      first.writeUInt32BE(0, PAGE_COUNT_AT);
      return first;
    };
    yield Buffer.concat([page().subarray(0, HEADER_BYTES), own.subarray(HEADER_BYTES)]);
    yield page();
    empty.exec('VACUUM');
    yield page();
  } finally {
    empty.close();
  }
}

function firstPage(copy: string): Buffer {
  const page = Buffer.alloc(PAGE_SIZE);
  const file = openSync(copy, 'r');
  readSync(file, page, 0, PAGE_SIZE, 0);
  closeSync(file);
  return page;
}

function writeFirstPage(copy: string, page: Buffer): void {
  const file = openSync(copy, 'r+');
  writeSync(file, page, 0, PAGE_SIZE, 0);
  closeSync(file);
}

type Cell = unknown;
type Check = (cell: Cell) => boolean;

const isNumberFrom =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (cell) =>
    Number.isSafeInteger(cell) && Number(cell) >= least && Number(cell) <= most;
/** SQLite returns U+FFFD for bytes that are not UTF-8. */
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

/** A check per column, and the primary key, whose first one or two columns define the ranges to read. */
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
  /** The names again, from the index of `series`, which lies in other pages. */
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
      ...{ series_id: id, date: day, run_id: id, value, first_seen: time },
      ...{ superseded_at: time, superseded_by: id },
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
