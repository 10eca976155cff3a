import { Readable, Writable } from 'node:stream';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Transaction } from '../../service/team/connect.ts';
import { readHead } from '../../service/team/index.ts';
import { batches, sendTableChange } from '../../service/team/publish.ts';
import { read } from '../../service/team/pull.ts';
import { expectKnownSchema, hasPublish, MIGRATIONS } from '../../service/team/schema.ts';
import { scripted, tableOf } from './scripted.ts';

/** Rows on their way between a copy and the team's database, and which publish they belong to. */

const RUN = tableOf('run', ['id', 'kind'], ['id'], ['id']);
const MEMBER = tableOf('constituent', ['list_id', 'rank', 'name'], ['list_id', 'rank'], ['list_id', 'rank']);
const NOTE = tableOf('fetch', ['url', 'outcome'], ['url'], [], true);

/** A transaction that takes what is copied. `mute`: it takes nothing. */
function taking(isMute = false) {
  const told: unknown[] = [];
  const client = {
    query({ text }: { text: string }) {
      let copied = '';
      return new Writable({
        write(chunk: Buffer, _, done) {
          copied += chunk;
          if (!isMute) done();
        },
        final(done) {
          told.push([text, copied]);
          done();
        },
      });
    },
  };
  const change = async (sql: string, values: unknown) => {
    told.push([sql, values]);
    return 0;
  };
  return { told, transaction: { client, change } as unknown as Transaction };
}

describe('what is sent', () => {
  it('comes in batches of 5,000', () => {
    const sizes = (rows: number) =>
      [...batches(Array.from({ length: rows }, (_, at) => [at]))].map(({ length }) => length);
    expect([0, 1, 4999, 5000, 5001, 10_001].map(sizes)).toEqual([
      ...[[], [1], [4999], [5000], [5000, 1], [5000, 5000, 1]],
    ]);
  });

  it('takes the place of the rows of before, with its version, and names what is gone', async () => {
    const { told, transaction } = taking();
    const rows = [
      [1, 0, 'a\tb'],
      [1, 1, null],
    ];
    await sendTableChange(
      transaction,
      {
        table: MEMBER,
        rows: () => rows,
        replaced: () => [
          [1, 0],
          [2, 5],
        ],
        gone: () => [[2, 5]],
      },
      7,
    );
    expect(told).toEqual([
      [
        'DELETE FROM "constituent" WHERE ("list_id", "rank") IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))',
        [
          [1, 2],
          [0, 5],
        ],
      ],
      [
        'COPY "constituent"("list_id", "rank", "name", "version") FROM STDIN',
        '1\t0\ta\\tb\t7\n1\t1\t\\N\t7\n',
      ],
      ['COPY "gone"("version", "table_name", "key") FROM STDIN', '7\tconstituent\t[2,5]\n'],
    ]);
    // Notes leave no trace of what is gone, and nothing is deleted where nothing was there.
    const notes = taking();
    const gone = () => [['u']];
    await sendTableChange(
      notes.transaction,
      { table: NOTE, rows: () => [['u', 'x']], replaced: () => [], gone },
      7,
    );
    expect(notes.told).toEqual([['COPY "fetch"("url", "outcome", "version") FROM STDIN', 'u\tx\t7\n']]);
    const texts = taking();
    await sendTableChange(texts.transaction, { table: NOTE, rows: () => [], replaced: gone, gone }, 7);
    expect(texts.told).toEqual([
      ['DELETE FROM "fetch" WHERE ("url") IN (SELECT * FROM unnest($1::text[]))', [['u']]],
      ['COPY "fetch"("url", "outcome", "version") FROM STDIN', ''],
    ]);
  });

  it('is not waited for longer than half a minute without a row taken, and its query ends', async () => {
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
    const { transaction } = taking(true);
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

describe('what is read', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });
  const from = (stream: Readable) => ({ client: { query: () => stream } }) as unknown as Transaction;

  it('may be taken as slowly as it is', async () => {
    const rows = read(from(Readable.from([Buffer.from('1\ta\n'), Buffer.from('2\t\\N\n')])), 'x', RUN);
    expect((await rows.next()).value).toEqual([[1, 'a']]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect((await rows.next()).value).toEqual([[2, null]]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect((await rows.next()).done).toBe(true);
  });

  it('is not waited for longer than half a minute', async () => {
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
  it('is one of the team’s history by its version and its id; version 0 has none', async () => {
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

  it('is of a schema that is known', async () => {
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
