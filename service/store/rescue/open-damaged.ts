import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { DATA_OPTIONS } from '../data-file.ts';
import { migrate } from '../migrate.ts';
import { type Database, PAGE_SIZE, type Statement } from '../open-database.ts';
import type { PartRead } from './read-around.ts';
import { rescuedTable, TABLE_NAMES } from './rescued-tables.ts';

/** Length of the file's header, which the first page begins with; the schema follows (sqlite.org/fileformat2.html). */
const HEADER_BYTES = 100;
/** Offset of the number of pages. If it is 0, SQLite goes by the size of the file. */
const PAGE_COUNT_AT = 28;

/** Opens a copy of a damaged file. Where another first page shows more of the tables, it replaces the copy's own. */
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
  // SQLite then reads a file that was cut off, and what it understands of a damaged schema.
  db.pragma('writable_schema = ON');
  db.pragma('cell_size_check = ON');
  return db;
}

function tablesShown(copy: string): number {
  const db = open(copy);
  try {
    const read = openRows(db);
    return TABLE_NAMES.filter((table) => {
      const { ends, isPlausible } = rescuedTable(table);
      return ends.some((sql) => read(`${sql} LIMIT 1`).rows.some(isPlausible));
    }).length;
  } finally {
    db.close();
  }
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

/** @returns first pages of an empty data file: its header, then its schema too. VACUUM gives the tables other pages than the layout. */
function* substitutes(own: Buffer): Generator<Buffer> {
  const empty = new Sqlite(':memory:');
  try {
    empty.pragma(`page_size = ${PAGE_SIZE}`);
    migrate(empty, DATA_OPTIONS.migrations, DATA_OPTIONS.applicationId);
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
