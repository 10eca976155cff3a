import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { Failure } from '../contract/failure.ts';
import {
  Behind,
  type Change,
  type CopiedTable,
  type CopyCell,
  CopyDisagrees,
  type CopyState,
  type TableChange,
} from '../store/copy/index.ts';
import { CommitUnknown, type TeamDatabase, type Transaction } from './connect.ts';
import { isStillHeld } from './failures.ts';
import { copyLine, listed } from './pull.ts';
import { expectKnownSchema } from './schema.ts';

export type Publisher = { node: string; who: string };

export type PublishOptions = Publisher & {
  now: () => Date;
  /** How long a publish waits for the database while it does not answer, in ms. */
  patienceMs?: number;
};

/** Longer than a failover, which takes 4 to 20 s. */
const PATIENCE_MS = 30_000;
const TRY_AGAIN_MS = 250;
/** How long a publish waits behind others: the whole past of a desktop takes minutes to store. */
const LONGEST_TURN_MS = 10 * 60_000;

/** Publishes in one transaction. @throws Behind if the copy is outdated; CopyDisagrees if it is damaged. */
export async function publish(
  database: TeamDatabase,
  change: Change,
  options: PublishOptions,
): Promise<CopyState> {
  return change.isNote
    ? await publishNotes(database, change, options)
    : await publishRuns(database, change, options);
}

async function publishRuns(
  database: TeamDatabase,
  change: Change,
  options: PublishOptions,
): Promise<CopyState> {
  const { from, dataVersion } = change;
  const version = from.version + 1;
  const publishId = randomUUID();
  const send = () =>
    database.transaction(async (transaction) => {
      await waitShorter(transaction, database);
      // Of several publishers only one gets the row; the others wait for its commit, and then find no row.
      const moved = await transaction.change(
        `UPDATE head SET version = $1, publish_id = $2, data_version = $3
         WHERE id = 1 AND version = $4 AND publish_id = $5`,
        [version, publishId, dataVersion, from.version, from.publishId],
      );
      if (moved === 0) throw new Behind(`The team has a newer version than ${from.version}`);
      await expectKnownSchema(transaction, database.name);
      for (const table of supersededFirst(change.tables)) {
        // A team's first publish brings its whole past, so the team has nothing to compare.
        if (table.table.name === SUPERSEDED && from.version > 0) await expectHeld(transaction, table);
        await sendTableChange(transaction, table, version);
      }
      const at = options.now().toISOString();
      const { node, who } = options;
      await transaction.change('INSERT INTO publish VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        version,
        publishId,
        from.publishId,
        at,
        node,
        who,
        JSON.stringify(change.runs),
      ]);
      await transaction.change('INSERT INTO audit VALUES ($1, $2, $3, $4, $5)', [
        randomUUID(),
        at,
        who,
        'publish',
        JSON.stringify({ version, node, runs: change.runs }),
      ]);
    });
  await patiently(async () => {
    try {
      await send();
    } catch (error) {
      if (!(error instanceof CommitUnknown)) throw error;
      if (!(await isStored(database, publishId, options.patienceMs))) return false;
    }
    return true;
  }, options.patienceMs);
  return { ...from, version, publishId };
}

/** The table of superseded values: checked and sent before the values that take their place. */
const SUPERSEDED = 'revision';

function supersededFirst(tables: Change['tables']): Change['tables'] {
  return tables.toSorted((a, b) => Number(b.table.name === SUPERSEDED) - Number(a.table.name === SUPERSEDED));
}

/** Checks superseded values, so that no damaged value enters the team's history. Batches keep it quick. */
async function expectHeld({ query }: Transaction, { table, rows }: TableChange): Promise<void> {
  const at = ['series_id', 'date', 'value', 'run_id'].map((column) => table.columns.indexOf(column));
  for (const batch of batches(rows())) {
    const [wrong] = await query<{ series_id: number; date: number; value: string }>(
      `SELECT r.series_id, r.date, r.value
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) AS r(series_id, date, value, run_id)
       WHERE NOT EXISTS (
         SELECT 1 FROM observation o
         WHERE o.series_id = r.series_id AND o.date = r.date AND o.value = r.value AND o.run_id = r.run_id)
       LIMIT 1`,
      at.map((index) => batch.map((cells) => cells[index] ?? null)),
    );
    if (!wrong) continue;
    throw new CopyDisagrees(
      `the value ${wrong.value} of series ${wrong.series_id} on day ${wrong.date} is not the team's`,
    );
  }
}

/** Publishes notes. Compares no version, since notes of the same address overwrite each other. */
async function publishNotes(
  database: TeamDatabase,
  change: Change,
  { patienceMs }: PublishOptions,
): Promise<CopyState> {
  const { from } = change;
  let notes = from.notes;
  await patiently(async () => {
    try {
      await database.transaction(async (transaction) => {
        await waitShorter(transaction, database);
        const [head] = await transaction.query<{ notes: number; version: number }>(
          'UPDATE head SET notes = notes + 1 WHERE id = 1 RETURNING notes, version',
        );
        notes = head?.notes ?? 0;
        await expectKnownSchema(transaction, database.name);
        for (const table of change.tables) await sendNotes(transaction, table, head?.version ?? 0);
      });
    } catch (error) {
      // Sending the notes again changes nothing.
      if (!(error instanceof CommitUnknown)) throw error;
      return false;
    }
    return true;
  }, patienceMs);
  // If another node's notes came in between, the copy lacks them: keep its state, so that it follows.
  return notes === from.notes + 1 ? { ...from, notes } : from;
}

/** Sends notes, replacing rows that another node may have sent. */
function sendNotes(
  transaction: Parameters<typeof sendTableChange>[0],
  change: Parameters<typeof sendTableChange>[1],
  version: number,
): Promise<void> {
  const { table, rows } = change;
  const at = table.key.map((column) => table.columns.indexOf(column));
  function* keys() {
    for (const row of rows()) yield at.map((index) => row[index] ?? null);
  }
  return sendTableChange(transaction, { ...change, replaced: keys }, version);
}

/** Makes waits for locked rows fail before the statement's timeout, which would look like no answer. */
function waitShorter({ query }: Transaction, { statementMs }: TeamDatabase): Promise<unknown> {
  return query(`SET LOCAL lock_timeout = ${Math.ceil((statementMs * 2) / 3)}`);
}

/** Repeats `work` while the database is away or it returns false; longer while another publish runs. */
export async function patiently(
  work: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  let hasReported = false;
  let until = Date.now() + patienceMs;
  const longest = Date.now() + LONGEST_TURN_MS;
  while (true) {
    try {
      if (await work()) return;
    } catch (error) {
      if (isStillHeld(error)) {
        if (Date.now() > longest) throw tookTooLong(error);
        until = Date.now() + patienceMs;
        continue;
      }
      const isAway = error instanceof Failure && error.code === 'team_unreachable';
      if (!isAway || Date.now() > until) throw error;
      if (!hasReported) say(`${error.message} It is asked again for up to ${patienceMs / 1000} s.`);
      hasReported = true;
    }
    await sleep(TRY_AGAIN_MS);
  }
}

function tookTooLong(cause: unknown): Failure {
  return new Failure(
    'folder_in_use',
    `Another node has been storing data for the team for more than ${LONGEST_TURN_MS / 60_000} minutes. Nothing was stored here. Try again when it has ended.`,
    {},
    { cause },
  );
}

/** @returns whether an unanswered commit is stored, after locking its row. @throws Failure if unknown. */
async function isStored(
  database: TeamDatabase,
  publishId: string,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  let found = false;
  try {
    await patiently(async () => {
      try {
        found = await database.transaction(async (transaction) => {
          const { query } = transaction;
          await waitShorter(transaction, database);
          await query('SELECT version FROM head WHERE id = 1 FOR UPDATE');
          return (await query('SELECT 1 FROM publish WHERE publish_id = $1', [publishId])).length > 0;
        });
      } catch (error) {
        // This transaction only reads: repeat it.
        if (!(error instanceof CommitUnknown)) throw error;
        return false;
      }
      return true;
    }, patienceMs);
  } catch (error) {
    throw new Failure(
      'team_unreachable',
      `The team's database ${database.name} broke off while it stored this, and did not say within ${patienceMs / 1000} s whether it has it. If it has, the data appear here by themselves once it answers; otherwise try again then.`,
      {},
      { cause: error },
    );
  }
  return found;
}

/** The most rows to compare, or keys to delete, in one statement. */
const MOST_KEYS = 5000;
const CHUNK = 64 * 1024;
/** How long the database may take for a chunk, and for the end. */
const SILENCE_MS = 30_000;

export async function sendTableChange(
  transaction: Transaction,
  change: TableChange,
  version: number,
): Promise<void> {
  const { table } = change;
  // Deletes are few, except for rewritten tables: run them first, since COPY needs the connection.
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
    // After a failure, the query of the rows must end before the data file can be rolled back.
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

/** Splits rows into batches for one statement each. */
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
