import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { importFiles } from '../../service/ingest/index.ts';
import {
  type ConnectOptions,
  moveIn,
  openTeamDatabase,
  readTeamStatus,
  type TeamDatabase,
  withTeamKeys,
} from '../../service/team/index.ts';
import { coded } from './scripted.ts';
import { jolts, makeTeam, postgresOfFile } from './team.ts';
import { temporaryFolder } from './temporary.ts';

/** Questions and transactions on a real PostgreSQL, and the facts about a team that they give. */

const postgres = postgresOfFile();

function open(options: ConnectOptions): TeamDatabase {
  const database = openTeamDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

/** Makes a table `t` with one row, and a second connection. */
async function opened(options: Partial<ConnectOptions> = {}) {
  const where = await postgres.freshDatabase();
  const [database, other] = [open({ ...where, connections: 1, ...options }), open(where)];
  await other.query('CREATE TABLE t(id bigint PRIMARY KEY, text text, bytes bytea)');
  await other.query("INSERT INTO t VALUES (9007199254740991, 'a', NULL)");
  return { database, other, where };
}

const COUNT = 'SELECT count(*) AS n FROM t';

describe('a question', () => {
  it('gives numbers as numbers, bytes as bytes, and the number of changed rows', async () => {
    const { database } = await opened();
    const bytes = Buffer.from([0, 255, 10]);
    expect(
      await database.change('INSERT INTO t VALUES ($1, $2, $3), ($4, NULL, NULL)', [1, 'é', bytes, 2]),
    ).toBe(2);
    expect(await database.query('SELECT * FROM t ORDER BY id')).toEqual([
      { id: 1, text: 'é', bytes },
      { id: 2, text: null, bytes: null },
      { id: 9_007_199_254_740_991, text: 'a', bytes: null },
    ]);
    expect([
      await database.change('DELETE FROM t WHERE id < 3'),
      await database.change('DELETE FROM t WHERE id = 5'),
    ]).toEqual([2, 0]);
    expect(await database.query("SELECT current_setting('application_name') AS name")).toEqual([
      { name: 'almanac' },
    ]);
  });

  it('fails in one line when its time limit is over', async () => {
    const { database } = await opened({ statementMs: 100 });
    const late = {
      code: 'team_unreachable',
      message: expect.stringContaining('did not answer (Query read timeout)'),
    };
    await expect(database.query('SELECT pg_sleep(5)')).rejects.toMatchObject(late);
    await expect(database.change('SELECT pg_sleep(5)')).rejects.toMatchObject(late);
    await expect(database.transaction(({ query }) => query('SELECT pg_sleep(5)'))).rejects.toMatchObject(
      late,
    );
    await expect(database.query('SELECT x')).rejects.toMatchObject({ code: '42703' });
  });

  it('uses one of eight connections, and takes the password from the first line of its file', async () => {
    const { where } = await opened();
    const passwordFile = `${where.passwordFile}.windows`;
    writeFileSync(passwordFile, `${readFileSync(where.passwordFile, 'utf8').trim()}\r\nanother line\r\n`);
    const database = open({ ...where, passwordFile });
    const ask = async () =>
      (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)'))[0]?.pid;
    expect(new Set(await Promise.all(Array.from({ length: 12 }, ask))).size).toBe(8);
  });
});

describe('a transaction', () => {
  it('that reads is one snapshot and writes nothing; one that writes sees what others commit', async () => {
    const { database, other } = await opened();
    const counts = (kind: 'read' | 'write') =>
      database.transaction(async ({ query }) => {
        const before = await query(COUNT);
        await other.query('INSERT INTO t SELECT count(*) FROM t');
        return [before, await query(COUNT)];
      }, kind);
    expect(await counts('read')).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    expect(await counts('write')).toEqual([[{ n: 2 }], [{ n: 3 }]]);
    await expect(database.transaction(({ change }) => change('DELETE FROM t'), 'read')).rejects.toMatchObject(
      { code: 'team_unreachable', message: expect.stringContaining('(25006)') },
    );
    expect(await database.query(COUNT)).toEqual([{ n: 3 }]);
  });

  it('that fails stores nothing; its connection is reused after a write, but not after a read', async () => {
    const { database } = await opened();
    const pid = async () => (await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
    const before = await pid();
    const bug = new Error('bug');
    const failing = (kind: 'read' | 'write') =>
      database.transaction(async ({ query, change }) => {
        if (kind === 'write') expect(await change("INSERT INTO t VALUES (1, 'x', NULL)")).toBe(1);
        expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
        throw bug;
      }, kind);
    await expect(failing('write')).rejects.toBe(bug);
    expect([await database.query(COUNT), await pid()]).toEqual([[{ n: 1 }], before]);
    expect(await database.transaction(({ query }) => query(COUNT), 'read')).toEqual([{ n: 1 }]);
    expect(await pid()).toBe(before);
    await expect(failing('read')).rejects.toBe(bug);
    expect(await pid()).not.toBe(before);
  });

  it('that conflicts with another one runs at most ten times, after growing pauses', async () => {
    const { database } = await opened();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    let tries = 0;
    const met = (code: string) =>
      database.transaction(async ({ change }) => {
        tries += 1;
        await change("INSERT INTO t VALUES (1, 'x', NULL)");
        if (tries < 10 || code !== '40P01') throw coded(code);
      });
    await met('40P01');
    expect([tries, await database.query(COUNT)]).toEqual([10, [{ n: 2 }]]);
    await database.query('DELETE FROM t');
    tries = 0;
    await expect(met('40001')).rejects.toMatchObject({ code: '40001' });
    expect([tries, await database.query(COUNT)]).toEqual([10, [{ n: 0 }]]);
    tries = 0;
    await expect(met('23505')).rejects.toMatchObject({ code: '23505' });
    expect(tries).toBe(1);
  });
});

it('the status names the newest publish, the refreshing node, and the risk of a failover', async () => {
  const team = await makeTeam(postgres);
  const database = open(team.where);
  const status = () => readTeamStatus(database);
  const empty = await status();
  expect(empty).toEqual({
    ...{
      database: database.name,
      newest: undefined,
      nodes: [],
      slowest: undefined,
      refresher: undefined,
      people: [],
    },
    head: {
      ...{ teamId: expect.any(String), version: 0, publishId: '', notes: 0, dataVersion: 0 },
      fileId: expect.stringMatching(/^[0-9a-f]{12}$/),
    },
    risk: 'No standby confirms commits (synchronous_standby_names is empty): a failover may lose the newest publishes. With Patroni, set synchronous_mode: true.',
    clockAheadMs: expect.toSatisfy((ms: number) => Math.abs(ms) < 1000),
  });
  await team.node('first').importText(jolts(8000));
  await team.node('second').importText(jolts(8001));
  expect(await status()).toMatchObject({
    head: { version: 2 },
    newest: { at: '2026-11-20T18:00:00.000Z', node: 'second', who: 'a test' },
  });
  const audit = await team.query<{ detail: string }>(
    'SELECT at, who, what, detail FROM audit ORDER BY detail',
  );
  expect(audit).toEqual(
    [1, 2].map((version) => ({
      ...{ at: '2026-11-20T18:00:00.000Z', who: 'a test', what: 'publish' },
      detail: JSON.stringify({ version, node: version === 1 ? 'first' : 'second', runs: [version] }),
    })),
  );
  const lease = (name: string, seconds: number) =>
    `INSERT INTO lease VALUES ('${name}', 'of ${name}', floor(extract(epoch FROM clock_timestamp()) * 1000) + ${seconds * 1000})`;
  await team.query(lease('other', 60));
  await team.query(lease('refresh', -1));
  expect((await status()).refresher).toBeUndefined();
  await team.query(`DELETE FROM lease WHERE name = 'refresh'`);
  await team.query(lease('refresh', 60));
  expect((await status()).refresher).toBe('of refresh');
  const said = (settings: Record<string, string>) =>
    readTeamStatus({
      ...database,
      query: async <Row extends object>(sql: string, values?: []) => {
        const [, name = ''] = /^SHOW (.*)/.exec(sql) ?? [];
        return name in settings ? ([{ [name]: settings[name] }] as Row[]) : database.query<Row>(sql, values);
      },
    }).then(({ risk }) => risk);
  for (const [commit, risk] of [
    ['on', undefined],
    ['remote_write', undefined],
    [
      'local',
      'No standby confirms commits (synchronous_commit = local): a failover may lose the newest publishes. Set it to on for this user.',
    ],
    [
      'off',
      'Commits do not wait for the disk (synchronous_commit = off): a crash may lose the newest publishes. Set it to on for this user.',
    ],
  ] as const)
    expect(await said({ synchronous_standby_names: 'ANY 1 (*)', synchronous_commit: commit }), commit).toBe(
      risk,
    );
  expect(await said({ synchronous_commit: 'local' })).toBe(empty.risk);
});

it('a desktop’s data move in whole, once, and leave nothing behind', async () => {
  const team = await makeTeam(postgres);
  const database = open(team.where);
  const folder = temporaryFolder('moving');
  const file = path.join(folder, 'given.csv');
  for (const value of [8000, 8001]) {
    writeFileSync(file, jolts(value, 8100));
    const now = () => new Date('2026-11-20T18:00:00Z');
    await importFiles({ dataDir: folder, files: [file], allowJumps: true, now });
  }
  const options = { node: 'desk', who: 'ann@desk', now: () => new Date('2026-11-21T00:00:00Z') };
  // Of two processes that move in at once, the second is refused.
  const moved = await Promise.allSettled([1, 2].map(() => moveIn(database, folder, options)));
  const [done, refused] = moved.toSorted((a, b) => (a.status < b.status ? -1 : 1));
  expect(done).toMatchObject({ status: 'fulfilled', value: { version: 1, runs: 2 } });
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: {
      code: 'team_refused',
      message: expect.stringMatching(
        /^The team has data already \(version 1\)\. Data of a folder can only be moved into an empty team; import files instead: .* import FILE --team ADDRESS$/,
      ),
    },
  });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('almanac-team.'))).toEqual([]);
  expect(await team.query('SELECT node, who, runs FROM publish')).toEqual([
    { node: 'desk', who: 'ann@desk', runs: '[1,2]' },
  ]);
  const node = team.node('one');
  await node.follow();
  expect(node.dump()).toMatchObject({
    observation: [{ value: '8001' }, { value: '8100' }],
    revision: [{ value: '8000' }],
  });
  expect(await node.verify()).toBeUndefined();
});

it('the audit names the person who manages keys by user and computer', async () => {
  const team = await makeTeam(postgres);
  const { id } = await withTeamKeys(team.where, (keys) => keys.create('k'));
  expect(await team.query("SELECT who ~ '^[^@]+@.+$' AS named, detail FROM audit")).toEqual([
    { named: true, detail: `${id} read k` },
  ]);
  await expect(withTeamKeys(team.where, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
});
