import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { Behind, type Change, type CopiedTable, CopyDisagrees } from '../../service/store/copy/index.ts';
import type { Transaction } from '../../service/team/connect.ts';
import { hasPublish } from '../../service/team/head.ts';
import { openTeamDatabase, openTruth, publish, pull, readHead } from '../../service/team/index.ts';
import { HistoryDiffers, read } from '../../service/team/pull.ts';
import { expectKnownSchema, MIGRATIONS } from '../../service/team/schema/index.ts';
import { batches, sendTable } from '../../service/team/send.ts';
import { missingForPostgres, startPostgres, type TestPostgres } from './postgres.ts';
import { allOf, scripted } from './scripted.ts';
import { jolts, makeTeam } from './team.ts';

/** Rows on their way between a copy and the team's database, and which publish they belong to. */

const table = (
  name: string,
  columns: string[],
  key: string[],
  numbers: string[],
  isNote = false,
): CopiedTable => ({
  ...{ name, columns, key, numbers: new Set(numbers), isNote },
});
const RUN = table('run', ['id', 'kind'], ['id'], ['id']);
const MEMBER = table('constituent', ['list_id', 'rank', 'name'], ['list_id', 'rank'], ['list_id', 'rank']);
const NOTE = table('fetch', ['url', 'outcome'], ['url'], [], true);

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
    await sendTable(
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
    await sendTable(
      notes.transaction,
      { table: NOTE, rows: () => [['u', 'x']], replaced: () => [], gone },
      7,
    );
    expect(notes.told).toEqual([['COPY "fetch"("url", "outcome", "version") FROM STDIN', 'u\tx\t7\n']]);
    const texts = taking();
    await sendTable(texts.transaction, { table: NOTE, rows: () => [], replaced: gone, gone }, 7);
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
    const sending = sendTable(transaction, { table: RUN, rows, replaced: () => [], gone: () => [] }, 7);
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

describe('with a database', () => {
  const missing = missingForPostgres();
  beforeEach(({ skip }) => skip(missing !== '', missing));
  let postgres: TestPostgres;
  beforeAll(async () => {
    if (missing === '') postgres = await startPostgres();
  });
  afterAll(() => postgres?.end());

  async function opened() {
    const team = await makeTeam(postgres);
    const database = openTeamDatabase(team.where);
    onTestFinished(() => database.close());
    return { team, database };
  }

  it('a publish stands on the newest one, notes on any', async () => {
    const { team, database } = await opened();
    const options = { node: 'n', who: 'ann', now: () => new Date('2026-11-20T00:00:00Z'), patienceMs: 1000 };
    const { dataVersion: _, fileId: __, ...from } = await readHead(database);
    const change = (isNote: boolean, changes: object = {}): Change => ({
      ...{ from: { ...from, ...changes }, dataVersion: 5, isNote, tables: [], runs: [3, 4] },
    });
    const first = await publish(database, change(false), options);
    expect(first).toEqual({ ...from, version: 1, publishId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const { publishId } = first;
    expect(await readHead(database)).toMatchObject({ ...first, dataVersion: 5 });
    for (const stale of [{}, { version: 1 }, { version: 1, publishId: 'another' }, { version: 2, publishId }])
      await expect(publish(database, change(false, stale), options)).rejects.toThrow(Behind);
    const second = await publish(database, change(false, first), options);
    expect(
      await team.query('SELECT version::int, publish_id, parent, at, node, who, runs FROM publish'),
    ).toEqual([
      ...[
        { version: 1, publish_id: publishId, parent: '' },
        { version: 2, publish_id: second.publishId, parent: publishId },
      ].map((row) => ({ ...row, at: '2026-11-20T00:00:00.000Z', node: 'n', who: 'ann', runs: '[3,4]' })),
    ]);
    expect(await publish(database, change(true, second), options)).toEqual({ ...second, notes: 1 });
    // Of a copy that lacks the note before: it stays where it was, and follows.
    expect(await publish(database, change(true, second), options)).toEqual(second);
    expect(await readHead(database)).toMatchObject({ ...second, notes: 2 });
  });

  it('what a publish supersedes must be what the team has, column by column', async () => {
    const { team, database } = await opened();
    await team.node('one').importText(jolts(8000, 8100));
    const { dataVersion, fileId: _, ...from } = await readHead(database);
    const columns = ['value', 'run_id', 'series_id', 'date'];
    const superseding = (row: (string | number)[]) => {
      const revision = table(
        'revision',
        columns,
        ['series_id', 'date', 'run_id'],
        ['series_id', 'date', 'run_id'],
      );
      const tables = [{ table: revision, rows: () => [row], replaced: () => [], gone: () => [] }];
      const options = { node: 'n', who: 'a', now: () => new Date(), patienceMs: 1000 };
      return publish(database, { from, dataVersion, isNote: false, tables, runs: [] }, options);
    };
    for (const wrong of [
      ['8001', 1, 1, 19_723],
      ['8000', 2, 1, 19_723],
      ['8000', 1, 2, 19_723],
      ['8000', 1, 1, 19_754],
    ])
      await expect(superseding(wrong)).rejects.toThrow(
        new CopyDisagrees(`the value ${wrong[0]} of series ${wrong[2]} on day ${wrong[3]} is not the team's`),
      );
    // It lacks columns that the table needs: so far it comes.
    await expect(superseding(['8000', 1, 1, 19_723])).rejects.toMatchObject({ code: '23502' });
  });

  it('a pull has what is newer than a copy, deleted keys first, and all notes', async () => {
    const { team, database } = await opened();
    await team.query("UPDATE head SET version = 3, publish_id = 'p3', notes = 9, data_version = 4");
    for (const version of [1, 2, 3]) {
      await team.query(`INSERT INTO publish VALUES (${version}, 'p${version}', '', '', '', '', '')`);
      await team.query(`INSERT INTO gone VALUES (${version}, 'dataset', '["g${version}"]')`);
      await team.query(`INSERT INTO dataset VALUES ('d${4 - version}', 'file', 'x', ${version}, ${version})`);
      await team.query(`INSERT INTO whole_block VALUES ('b${4 - version}', 'x', 0)`);
    }
    const tables = [
      table('dataset', ['id', 'run_id'], ['id'], ['run_id']),
      table('whole_block', ['dataset'], ['dataset'], [], true),
    ];
    type Walk = Parameters<typeof pull>[4];
    const pulled = (after: number | undefined, walk?: Walk, publishId = `p${after}`) =>
      pull(
        database,
        tables,
        after === undefined ? undefined : { version: after, publishId },
        async ({ head, frames, from }) => {
          expect(head).toMatchObject({ version: 3, publishId: 'p3', notes: 9, dataVersion: 4 });
          const rows = (await allOf(frames)).flatMap((frame) =>
            frame.rows.map((row) => [frame.table, ...row]),
          );
          return { rows, from };
        },
        walk,
      );
    const notes = ['b1', 'b2', 'b3'].map((id) => ['whole_block', id]);
    const data = [3, 2, 1].map((version) => ['dataset', `d${4 - version}`, version]);
    const gone = [2, 3].map((version) => ['gone', 'dataset', `["g${version}"]`]);
    const sorted = { from: undefined };
    expect(await pulled(undefined, sorted)).toEqual({ rows: [...data, ...notes], from: undefined });
    expect((await pulled(1, sorted)).rows).toEqual([...gone, ...data.slice(0, 2), ...notes]);
    expect((await pulled(2)).rows.slice(0, 2)).toEqual([gone[1], data[0]]);
    expect((await pulled(3)).rows.toSorted()).toEqual(notes);
    const place = (of: string, rows: number) => ({ from: { version: 3, publishId: 'p3', table: of, rows } });
    expect(await pulled(undefined, place('dataset', 1))).toEqual({
      rows: [...data.slice(1), ...notes],
      ...place('dataset', 1),
    });
    expect((await pulled(1, place('gone', 1))).rows).toEqual([
      ...gone.slice(1),
      ...data.slice(0, 2),
      ...notes,
    ]);
    expect((await pulled(1, place('whole_block', 2))).rows).toEqual(notes.slice(2));
    for (const other of [{ version: 2 }, { publishId: 'p' }]) {
      const stale = { from: { ...place('dataset', 2).from, ...other } };
      expect(await pulled(undefined, stale)).toEqual({ rows: [...data, ...notes], from: undefined });
    }
    await expect(pulled(2, undefined, 'p1')).rejects.toThrow(
      new HistoryDiffers("the team's history has no publish p1 at version 2"),
    );
  });

  it('a damaged copy is made anew once, however often the database is asked then', async () => {
    const { team, database } = await opened();
    const node = team.node('one');
    await node.importText(jolts(8000));
    let reads = 0;
    let away = 2;
    const options = { node: 'n', who: 'a', now: () => new Date(), patienceMs: 5000 };
    const lines: string[] = [];
    const truth = openTruth(
      {
        ...database,
        async query(sql, values) {
          if (away-- > 0) throw new Failure('team_unreachable', 'Gone.');
          return await database.query(sql, values);
        },
        transaction(work, kind) {
          reads += 1;
          return database.transaction(work, kind);
        },
      },
      ...([node.dataDir, options, (line: string) => lines.push(line)] as const),
    );
    await truth.catchUp(new CopyDisagrees('a row is wrong'));
    expect([reads, lines]).toEqual([1, ["The copy of the team's data is made anew: a row is wrong."]]);
    expect(await node.verify()).toBeUndefined();
    await sleep(0);
  });
});
