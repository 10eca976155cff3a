import { Readable, Writable } from 'node:stream';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import type { Transaction } from '../../service/team/connect.ts';
import { readHead } from '../../service/team/index.ts';
import { batches, patiently, sendTableChange } from '../../service/team/publish.ts';
import { read } from '../../service/team/pull.ts';
import { expectKnownSchema, hasPublish, MIGRATIONS } from '../../service/team/schema.ts';
import { coded, scripted, tableOf } from './scripted.ts';

/** Rows on their way between a copy and the team's database, and the checks of their publish. */

const RUN = tableOf('run', ['id', 'kind'], ['id'], ['id']);

describe('the stream of sent rows', () => {
  it('has batches of 5,000 rows', () => {
    const sizes = (rows: number) =>
      [...batches(Array.from({ length: rows }, (_, at) => [at]))].map(({ length }) => length);
    expect([0, 1, 4999, 5000, 5001, 10_001].map(sizes)).toEqual([
      ...[[], [1], [4999], [5000], [5000, 1], [5000, 5000, 1]],
    ]);
  });

  it('fails and ends its query after half a minute in which no row is taken', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let isOver = false;
    function* rows() {
      try {
        for (let id = 0; ; id++) yield [id, 'x'.repeat(70_000)];
      } finally {
        isOver = true;
      }
    }
    // This connection takes no rows.
    const client = { query: () => new Writable({ write: () => undefined }) };
    const transaction = { client, change: async () => 0 } as unknown as Transaction;
    const sending = sendTableChange(transaction, { table: RUN, rows, replaced: () => [], gone: () => [] }, 7);
    const ended = vi.fn();
    sending.then(ended, ended);
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1001);
    await expect(sending).rejects.toThrow('timeout: no more rows were taken');
    expect(isOver).toBe(true);
  });
});

describe('the stream of read rows', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });
  const from = (stream: Readable) => ({ client: { query: () => stream } }) as unknown as Transaction;

  it('may be consumed slowly', async () => {
    const rows = read(from(Readable.from([Buffer.from('1\ta\n'), Buffer.from('2\t\\N\n')])), 'x', RUN);
    expect((await rows.next()).value).toEqual([[1, 'a']]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect((await rows.next()).value).toEqual([[2, null]]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect((await rows.next()).done).toBe(true);
  });

  it('fails after half a minute without a row', async () => {
    const silent = new Readable({ read: () => undefined });
    const rows = read(from(silent), 'x', RUN);
    silent.push('1\ta\n');
    await rows.next();
    const next = rows.next();
    next.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(silent.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(next).rejects.toThrow('timeout: no more rows came');
  });
});

describe('a publish', () => {
  it('is in the team’s history if its version and its id match; version 0 has no publish', async () => {
    const database = scripted(async (_, values) => (values?.[0] === 2 ? [{ publish_id: 'p2' }] : []));
    const has = (version: number, id: string) => hasPublish(database, version, id);
    expect([
      await has(2, 'p2'),
      await has(2, 'p'),
      await has(3, 'p2'),
      await has(0, ''),
      await has(0, 'p'),
    ]).toEqual([...[true, false, false, true, false]]);
    await expect(readHead(scripted(async () => []))).rejects.toMatchObject({
      code: 'team_refused',
      message: expect.stringMatching(
        /^The database has the tables of a team and no team\. Set it up: .* team init ADDRESS$/,
      ),
    });
  });

  it('is refused if its schema is newer than the known ones', async () => {
    const newest = MIGRATIONS.length;
    const known = (version: number | null) =>
      expectKnownSchema(
        scripted(async () => [{ newest: version }]),
        'db',
      );
    await known(newest);
    await known(null);
    await expect(known(newest + 1)).rejects.toMatchObject({
      code: 'newer_version',
      message: `db was set up by a newer Almanac: it has schema ${newest + 1}, this one knows up to ${newest}. Use the newer Almanac on this machine.`,
    });
  });
});

const AWAY = new Failure('team_unreachable', 'It did not answer.');

/** @param times the clock at each try, in ms. @param what the outcome of each try; the last one repeats. */
async function tried(times: readonly number[], what: readonly (Error | boolean)[], patienceMs?: number) {
  let clock = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => clock);
  onTestFinished(() => void vi.restoreAllMocks());
  const lines: string[] = [];
  let tries = 0;
  const work = async () => {
    clock = times[tries] ?? clock;
    const now = what[Math.min(tries++, what.length - 1)];
    if (now instanceof Error) throw now;
    return now ?? true;
  };
  const failure: unknown = await patiently(work, patienceMs, (line) => lines.push(line)).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { tries, lines, failure };
}

it('a database that does not answer is asked again for half a minute, with one log line', async () => {
  expect(await tried([0, 29_000, 30_000, 30_001], [AWAY])).toEqual({
    tries: 4,
    lines: ['It did not answer. It is asked again for up to 30 s.'],
    failure: AWAY,
  });
  expect(await tried([0, 1000], [AWAY, true], 2000)).toEqual({
    tries: 2,
    lines: ['It did not answer. It is asked again for up to 2 s.'],
    failure: undefined,
  });
});

it('an unknown outcome is asked for again without a log line, and any other error is thrown at once', async () => {
  expect(await tried([0, 0], [false, true])).toEqual({ tries: 2, lines: [], failure: undefined });
  for (const other of [new Failure('team_refused', 'No.'), coded('23505'), new Error('bug')])
    expect(await tried([0], [other, true])).toEqual({ tries: 1, lines: [], failure: other });
});

it('a publish waits up to ten minutes for other nodes; after that wait a silent database gets its full time again', async () => {
  const held = coded('55P03');
  expect(await tried([600_000], [held, true])).toEqual({ tries: 2, lines: [], failure: undefined });
  const { failure, tries } = await tried([0, 600_000, 600_001], [held]);
  expect(tries).toBe(3);
  expect(failure).toMatchObject({
    code: 'folder_in_use',
    message:
      'Another node has been storing data for the team for more than 10 minutes. Nothing was stored here. Try again when it has ended.',
    cause: held,
  });
  expect(await tried([100_000, 130_000, 130_001], [held, AWAY, AWAY])).toMatchObject({
    tries: 3,
    failure: AWAY,
  });
});
