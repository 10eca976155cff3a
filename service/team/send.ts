import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { CopiedTable, CopyCell, TableChange } from '../store/copy/index.ts';
import type { Transaction } from './connect.ts';
import { copyLine } from './copy-text.ts';
import { listed } from './pull.ts';

/** Rows that are looked at, and keys that are deleted, by one statement. */
const MOST_KEYS = 5000;
/** A chunk of COPY, in characters. */
const CHUNK = 64 * 1024;
/** How long the database may take for a chunk, and for the end. */
const SILENCE_MS = 30_000;

/** Writes what changed in one table: the new rows, with their version, in place of the old ones. */
export async function sendTableChange(
  transaction: Transaction,
  change: TableChange,
  version: number,
): Promise<void> {
  const { table } = change;
  // Deletes are few but for tables that are rewritten: read them first, since COPY needs the connection.
  for (const keys of batches(change.replaced())) await deleteKeys(transaction, table, keys);
  await copyIn(transaction, table.name, [...table.columns, 'version'], withVersion(change.rows(), version));
  if (table.isNote) return;
  const gone = [...change.gone()].map((key) => [version, table.name, JSON.stringify(key)]);
  if (gone.length > 0) await copyIn(transaction, 'gone', ['version', 'table_name', 'key'], gone);
}

function* withVersion(
  rows: Iterable<readonly CopyCell[]>,
  version: number,
): Generator<readonly CopyCell[], void> {
  for (const row of rows) yield [...row, version];
}

async function copyIn(
  { client }: Transaction,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyCell[]>,
): Promise<void> {
  const into = client.query(copyFrom(`COPY "${table}"(${listed(columns)}) FROM STDIN`));
  const silence = new AbortController();
  const late = setTimeout(() => silence.abort(new Error('timeout: no more rows were taken')), SILENCE_MS);
  const chunks = chunksOf(rows, () => late.refresh());
  try {
    await pipeline(Readable.from(chunks), into, { signal: silence.signal });
  } catch (error) {
    throw silence.signal.aborted ? silence.signal.reason : error;
  } finally {
    clearTimeout(late);
    // Where it failed, the query of the rows must end before the data file can be rolled back.
    chunks.return();
  }
}

function* chunksOf(rows: Iterable<readonly CopyCell[]>, onChunk: () => void): Generator<string, void> {
  let text = '';
  for (const row of rows) {
    text += copyLine(row);
    if (text.length < CHUNK) continue;
    yield text;
    onChunk();
    text = '';
  }
  if (text !== '') yield text;
}

async function deleteKeys(
  { change }: Transaction,
  { name, key, numbers }: CopiedTable,
  keys: readonly (readonly CopyCell[])[],
): Promise<void> {
  const columns = key.map((column, at) => ({
    type: numbers.has(column) ? 'bigint' : 'text',
    values: keys.map((cells) => cells[at] ?? null),
  }));
  const lists = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  await change(
    `DELETE FROM "${name}" WHERE (${listed(key)}) IN (SELECT * FROM unnest(${lists}))`,
    columns.map(({ values }) => values),
  );
}

/** @returns rows, or their keys, as many at a time as one statement takes. */
export function* batches(rows: Iterable<readonly CopyCell[]>): Generator<(readonly CopyCell[])[], void> {
  let batch: (readonly CopyCell[])[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < MOST_KEYS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
