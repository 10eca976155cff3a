import { to as copyTo } from 'pg-copy-streams';
import {
  type CopiedTable,
  type CopyCell,
  type CopyFrame,
  type CopyHead,
  GONE,
  type Pulled,
} from '../store/copy/index.ts';
import type { TeamDatabase, Transaction } from './connect.ts';
import { expectKnownSchema, hasPublish, readHead } from './schema.ts';

const SILENCE_MS = 30_000;

export type PulledPlace = { version: number; publishId: string; table: string; rows: number };

/** The team's history lacks a copy's publish: it was restored to an earlier time, or lost a commit. */
export class HistoryDiffers extends Error {}

/** Reads newer data in one snapshot. @param walk reads in key order, from a place of the same publish. */
export async function pull<Result>(
  database: TeamDatabase,
  tables: readonly CopiedTable[],
  after: { version: number; publishId: string } | undefined,
  use: (pulled: Pulled & { from: PulledPlace | undefined }) => Promise<Result>,
  walk?: { from: PulledPlace | undefined },
): Promise<Result> {
  return await database.transaction(async (transaction) => {
    await expectKnownSchema(transaction, database.name);
    const head = await readHead(transaction);
    if (after && !(await hasPublish(transaction, after.version, after.publishId)))
      throw new HistoryDiffers(
        `the team's history has no publish ${after.publishId} at version ${after.version}`,
      );
    const asked = walk?.from;
    const from = asked?.version === head.version && asked.publishId === head.publishId ? asked : undefined;
    const sorted = walk && { from };
    return await use({ head, frames: frames(transaction, tables, after?.version ?? 0, head, sorted), from });
  }, 'read');
}

async function* frames(
  transaction: Transaction,
  tables: readonly CopiedTable[],
  after: number,
  head: CopyHead,
  walk: { from: PulledPlace | undefined } | undefined,
): AsyncGenerator<CopyFrame, void> {
  let from = walk?.from;
  /** @returns SQL that orders and skips rows; `undefined` to leave the whole table out. */
  const rest = (table: string, key: readonly string[]): string | undefined => {
    if (from && from.table !== table) return undefined;
    const order = walk ? ` ORDER BY ${listed(key)}${from ? ` OFFSET ${from.rows}` : ''}` : '';
    from = undefined;
    return order;
  };
  const restOfGone = after > 0 ? rest(GONE, ['version', 'table_name', 'key']) : undefined;
  if (restOfGone !== undefined && after < head.version) {
    const gone = { columns: ['table_name', 'key'], numbers: new Set<string>() };
    const sql = `SELECT table_name, key FROM gone WHERE version > ${after}${walk ? restOfGone : ' ORDER BY version'}`;
    for await (const rows of read(transaction, sql, gone)) yield { table: GONE, columns: gone.columns, rows };
  }
  for (const table of tables) {
    if (!table.isNote && after >= head.version) continue;
    const newer = table.isNote ? '' : ` WHERE version > ${after}`;
    const order = rest(table.name, table.key);
    if (order === undefined) continue;
    const sql = `SELECT ${listed(table.columns)} FROM "${table.name}"${newer}${order}`;
    for await (const rows of read(transaction, sql, table))
      yield { table: table.name, columns: table.columns, rows };
  }
}

/** @param sql must not contain values from outside. */
export async function* read(
  { client }: Transaction,
  sql: string,
  { columns, numbers }: Pick<CopiedTable, 'columns' | 'numbers'>,
): AsyncGenerator<CopyFrame['rows'], void> {
  const stream = client.query(copyTo(`COPY (${sql}) TO STDOUT`));
  let isConsumerBusy = false;
  const late = setTimeout(() => {
    if (isConsumerBusy) late.refresh();
    else stream.destroy(new Error('timeout: no more rows came'));
  }, SILENCE_MS);
  try {
    const isNumber = columns.map((column) => numbers.has(column));
    for await (const rows of rowsOfCopy(stream, isNumber)) {
      isConsumerBusy = true;
      yield rows;
      isConsumerBusy = false;
      late.refresh();
    }
  } finally {
    clearTimeout(late);
  }
}

/** @returns quoted column names for SQL: some of ours are keywords of PostgreSQL. */
export function listed(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** COPY's text format (postgresql.org/docs/15/sql-copy.html): a line a row, tab-separated, \N for NULL. */

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const PLAIN: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

export function copyLine(cells: readonly CopyCell[]): string {
  let line = '';
  for (const [at, cell] of cells.entries()) {
    if (at > 0) line += '\t';
    if (cell === null) line += '\\N';
    else if (typeof cell === 'number') line += cell;
    else line += cell.replaceAll(SPECIAL, (letter) => ESCAPED[letter] ?? letter);
  }
  return `${line}\n`;
}

/** @param isNumber for each column. */
export function cellsOfLine(line: string, isNumber: readonly boolean[]): CopyCell[] {
  return line.split('\t').map((text, at) => {
    if (text === '\\N') return null;
    if (isNumber[at]) return Number(text);
    return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, letter) => PLAIN[letter] ?? letter) : text;
  });
}

/** Yields several hundred rows at a time. */
export async function* rowsOfCopy(
  chunks: AsyncIterable<Buffer>,
  isNumber: readonly boolean[],
): AsyncGenerator<CopyCell[][], void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) yield lines.map((line) => cellsOfLine(line, isNumber));
  }
  if (rest !== '') throw new Error('The rows end in the middle of a line');
}
