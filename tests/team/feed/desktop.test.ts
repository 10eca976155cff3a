import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importFiles } from '../../../service/ingest/index.ts';
import { withTeamKeys } from '../../../service/team/index.ts';
import { HAS_REAL_FILES, REAL_FILES } from '../../sources/read-text.ts';
import { openRaw } from '../../store/raw.ts';
import { damage, jolts, makeTeam, postgresOfFile, rowsOf } from '../team.ts';
import { temporaryFolder } from '../temporary.ts';
import {
  asked,
  context,
  type Desk,
  desk,
  desktop,
  importAt,
  MANY,
  many,
  node,
  publish,
  wire,
} from './desks.ts';

const days = fc
  .uniqueArray(fc.constantFrom('2019-01-01', '2023-01-01', '2024-02-29', '2024-09-09', '2026-11-20'), {
    minLength: 2,
    maxLength: 2,
  })
  .map((two) => two.sort());
const format = fc.constantFrom('', '&format=csv');
/** Requests of every kind, most of them for data that the test's team has. */
const requests = fc.oneof(
  fc
    .record({ days, format, series: fc.constantFrom('debt_held_by_public', 'intragovernmental_holdings') })
    .map(
      ({ days: [from, to], format, series }) =>
        `/api/v1/economic-data/us_debt?series=${series}&date_from=${from}&date_to=${to}${format}`,
    ),
  fc
    .record({ days, format, units: fc.constantFrom('', '&units=pc1') })
    .map(
      ({ days: [from, to], format, units }) =>
        `/api/v1/economic-data/jolts?series=job_openings_level_sa&date_from=${from}&date_to=${to}${units}${format}`,
    ),
  fc
    .record({ days, format, limit: fc.integer({ min: 1, max: 500 }) })
    .map(
      ({ days: [from, to], format, limit }) =>
        `/yields/series=US10Y,US2Y?date_from=${from}&date_to=${to}&limit=${limit}${format}`,
    ),
  fc
    .record({ offset: fc.nat(500), format })
    .map(({ offset, format }) => `/constituents/series=SP500?limit=100&offset=${offset}${format}`),
  format.map(
    (format) => `/api/v1/view?series=jolts.job_openings_level_sa,us_debt.debt_held_by_public${format}`,
  ),
  fc.constant('/api/v1/catalog'),
);

const postgres = postgresOfFile();

const FILES = [
  'constituents/sp500_constituents_2026-08-08.csv',
  'fred/fredgraph_2025_JTSJOL.csv',
  'us_debt/DebtPenny_20200307_20250306.csv',
  'yields/cassiano_daily-treasury-rates-2024.csv',
];

const isAt = (at: Desk, version: number, state = 'current') =>
  expect.poll(() => at.team(), { timeout: 20_000 }).toMatchObject({ version, state });

it('a desktop answers with the bytes of its team, follows it, and keeps working without it', async ({
  skip,
}) => {
  skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
  const { where } = await makeTeam(postgres);
  const made = await withTeamKeys(where, (keys) => keys.create('Ann’s desktop'));
  const one = await node(where, 'one', made.key);
  await importAt(
    one,
    FILES.map((file) => fileURLToPath(new URL(file, REAL_FILES))),
  );
  const between = await wire(one.port);
  const follow = { address: between.url, key: made.key };

  // The desktop has data of its own.
  const mine = temporaryFolder('desktop');
  const own = path.join(mine, 'own.csv');
  writeFileSync(own, jolts(1, 2, 3));
  await importFiles({ dataDir: mine, files: [own], allowJumps: true, now: () => new Date() });
  const before = rowsOf(mine);

  const ann = await desktop(mine, follow);
  // Each file is one publish.
  const version = FILES.length;
  await expect
    .poll(async () => JSON.parse((await one.get('/readyz')).body), { timeout: 20_000 })
    .toMatchObject({ version });
  await isAt(ann, version);
  expect(rowsOf(ann.dataFolder)).toEqual(rowsOf(one.dataDir));
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requests, async (url) => {
      const answer = await one.get(url);
      const other = await ann.get(url);
      // The long bodies stay out of the message of a failure.
      expect({ ...other, body: other.body === answer.body }).toEqual({ ...answer, body: true });
      statuses.add(answer.status);
    }),
    { numRuns: 30, examples: [['/api/v1/catalog']] },
  );
  expect([...statuses]).toContain(200);

  // New and revised values reach the desktop a moment later.
  await publish(one, jolts(8000, 8100));
  await publish(one, jolts(8001, 8100, 8200));
  await isAt(ann, version + 2);
  expect(rowsOf(ann.dataFolder)).toEqual(rowsOf(one.dataDir));
  expect(rowsOf(ann.dataFolder).revision).toEqual(
    expect.arrayContaining([expect.objectContaining({ value: '8000' })]),
  );

  // The desktop refuses every change of its data.
  const says = new RegExp(
    `^This computer follows the team at ${between.url}, so .* here; import at the team`,
  );
  const { work, endpoints } = ann.calls;
  for (const change of [
    () => work.importFiles([{ path: own }], context),
    () => work.preview({ path: own }, context),
    () => work.refresh('jolts', context),
    () => endpoints['make-sample'](),
    () => endpoints['undo-import']({ run: 1 }, asked),
    () => work.restore({ backUp: 'x' }),
    () => work.rescue('x', context),
  ])
    await expect(change()).rejects.toMatchObject({
      code: 'wrong_usage',
      message: expect.stringMatching(says),
    });

  // The person's own data are still backed up.
  const name = expect.stringMatching(/^data-.*\.sqlite$/);
  expect(await endpoints['back-up']({}, asked)).toMatchObject({ name });

  // The network goes away, and comes back.
  between.state.isOff = true;
  between.cut();
  await isAt(ann, version + 2, 'offline');
  expect(await ann.team()).toMatchObject({
    reason: expect.stringMatching(/does not answer/),
    head: version + 2,
  });
  await publish(one, jolts(8001, 8100, 8300));
  expect((await ann.get('/yields/series=US10Y')).status).toBe(200);
  await ann.close();
  const again = await desktop(mine, follow);
  await isAt(again, version + 2, 'offline');
  expect((await again.get('/yields/series=US10Y')).body).toBe((await one.get('/yields/series=US10Y')).body);
  between.state.isOff = false;
  await isAt(again, version + 3);
  expect(rowsOf(again.dataFolder)).toEqual(rowsOf(one.dataDir));

  await withTeamKeys(where, (keys) => keys.revoke(made.id));
  await isAt(again, version + 3, 'refused');
  expect(await again.team()).toMatchObject({ reason: expect.stringMatching(/was revoked/) });
  expect((await again.get('/yields/series=US10Y')).status).toBe(200);
  await again.close();
  for (const lines of [again.logs, ann.logs]) expect(lines.join('\n')).not.toContain(made.key);

  // The desktop's own data are unchanged, and its keys stay valid.
  expect(rowsOf(mine)).toEqual(before);
  const alone = await desk(mine, {});
  expect(
    (
      await alone.get(
        '/api/v1/economic-data/jolts?series=job_openings_level_sa&date_from=2024-01-01&date_to=2024-12-31&format=csv',
      )
    ).body,
  ).toContain('2024-02-01,job_openings_level_sa,2');
  expect(await alone.calls.endpoints['team-state']()).toEqual({ follows: false });
  expect((await alone.calls.keys.list()).keys).toHaveLength(3);
}, 180_000);

it('a cut download shows nothing, and continues where it stopped', { tags: 'soak' }, async () => {
  const team = await makeTeam(postgres);
  const { key } = await withTeamKeys(team.where, (keys) => keys.create('Ann’s desktop'));
  const one = await node(team.where, 'one', key);
  await publish(one, many());
  const between = await wire(one.port);
  const whole = Buffer.from(await (await changes(one, key, 'after=0')).arrayBuffer());
  between.state.cutAfter = Math.round(gzipSync(whole, { level: 1 }).length / 3);
  const ann = await desktop(temporaryFolder('desktop'), { address: between.url, key });
  await expect
    .poll(() => between.state.asked.join(' '), { timeout: 20_000 })
    .toMatch(/after=0&from=1\.[\w-]+\.observation\.[1-9]\d\d+/);
  expect(await ann.team()).toMatchObject({ version: 0, head: 1 });
  between.state.cutAfter = Number.POSITIVE_INFINITY;
  await isAt(ann, 1);
  expect(rowsOf(ann.dataFolder)).toEqual(rowsOf(one.dataDir));
});

it('a damaged copy, and one of another history, are rebuilt', { tags: 'soak' }, async () => {
  const team = await makeTeam(postgres);
  const { key } = await withTeamKeys(team.where, (keys) => keys.create('Ann’s desktop'));
  const one = await node(team.where, 'one', key);
  await publish(one, jolts(8000, 8100));
  const mine = temporaryFolder('desktop');
  const follow = { address: one.url, key };
  const ann = await desktop(mine, follow);
  await isAt(ann, 1);
  await ann.close();
  {
    using raw = openRaw(ann.dataFolder);
    raw.db.exec("UPDATE observation SET value = '1'");
  }
  let again = await desktop(mine, follow);
  const isAsTheNode = () =>
    expect.poll(() => rowsOf(again.dataFolder), { timeout: 20_000 }).toEqual(rowsOf(one.dataDir));
  await isAsTheNode();
  expect(again.logs.join('\n')).toMatch(/rebuilt: run 1 has/);
  await again.close();
  damage(again.dataFolder, 'observation');
  again = await desktop(mine, follow);
  await isAsTheNode();
  expect(again.logs.join('\n')).toMatch(/rebuilt: its file is damaged/);

  // The team is restored to an earlier time, and its history continues differently.
  const { database } = team.where;
  const letIn = (isOpen: boolean) =>
    postgres.query('postgres', `ALTER DATABASE ${database} ALLOW_CONNECTIONS ${isOpen}`);
  await letIn(false);
  const backUp = await team.snapshot();
  await letIn(true);
  await expect.poll(async () => (await one.get('/readyz')).status, { timeout: 20_000 }).toBe(200);
  await publish(one, jolts(8001, 8100));
  await isAt(again, 2);
  await letIn(false);
  await team.restore(backUp);
  await expect
    .poll(async () => JSON.parse((await one.get('/readyz')).body), { timeout: 20_000 })
    .toMatchObject({ version: 1, engine: 'reachable' });
  await publish(one, jolts(8002, 8100));
  await expect
    .poll(() => again.logs.join('\n'), { timeout: 20_000 })
    .toMatch(/rebuilt: .*history has no publish/i);
  await isAsTheNode();
  expect(readdirSync(again.dataFolder).filter((name) => name.includes('.copy-'))).toEqual([]);
});

const changes = (at: Desk, key: string, query: string) =>
  fetch(`${at.url}/api/v1/changes?${query}`, {
    headers: { 'X-API-Key': key, 'Accept-Encoding': 'identity' },
  });

it('the feed needs a key, counts nothing against its limits, continues, waits, and names errors', async () => {
  const { where } = await makeTeam(postgres);
  const { key, id } = await withTeamKeys(where, (keys) => keys.create('notebook'));
  const one = await node(where, 'one', key);
  await publish(one, many());
  const about = await fetch(`${one.url}/team/v1/about`, { headers: { 'X-API-Key': key } });
  const team = await about.json();
  expect(team).toEqual({
    team: expect.stringMatching(/^[0-9a-f-]{36}$/),
    version: 1,
    role: 'read',
    key_name: 'notebook',
  });
  for (const url of ['/team/v1/about', '/api/v1/changes']) {
    expect((await fetch(`${one.url}${url}`)).status).toBe(401);
    expect((await fetch(`${one.url}${url}`, { headers: { 'X-API-Key': 'alm_no_such_key' } })).status).toBe(
      401,
    );
  }
  const lines = async (query: string) => {
    const text = await (await changes(one, key, query)).text();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const [head, ...frames] = await lines('after=0');
  expect(head).toMatchObject({ format: 1, team: team.team, version: 1, after: 0, from: null });
  const rowsIn = (some: { table: string; rows: unknown[][] }[], table: string) =>
    some.filter((frame) => frame.table === table).flatMap(({ rows }) => rows);
  const all = rowsIn(frames, 'observation');
  expect(all).toHaveLength(MANY);
  expect(frames.at(-1)).toEqual({
    end: true,
    rows: frames.reduce((sum, { rows }) => sum + (rows.length ?? 0), 0),
  });
  const from = `from=1.${head.publish}.observation.1500`;
  const [next, ...rest] = await lines(`after=0&${from}`);
  expect(next.from).toBe(from.slice(5));
  expect(rowsIn(rest, 'run')).toEqual([]);
  expect(rowsIn(rest, 'observation')).toEqual(all.slice(1500));
  expect((await lines(`after=0&from=7.${head.publish}.observation.1500`))[0].from).toBeNull();

  // Nothing is new at first; then a wait ends with a publish.
  const state = `after=1&publish=${head.publish}&notes=${head.notes}&file=${head.file}`;
  expect(await lines(state)).toEqual([
    { ...head, after: 1 },
    { end: true, rows: 0 },
  ]);
  const waiting = lines(`${state}&wait=30`);
  await publish(one, jolts(8000));
  const [newer, ...some] = await waiting;
  expect(newer.version).toBe(2);
  expect(rowsIn(some, 'observation')).toEqual([expect.arrayContaining(['8000'])]);
  expect(rowsIn(some, 'run')).toHaveLength(1);

  const other = await changes(one, key, 'after=1&publish=other');
  expect([other.status, await other.json()]).toEqual([
    409,
    { detail: expect.stringMatching(/history has no publish other/) },
  ]);
  const counted = await withTeamKeys(where, (keys) => keys.list());
  expect(counted).toMatchObject([{ id, today: 0 }]);
  expect((await one.get('/openapi.json')).body).toContain('"/api/v1/changes"');

  const alone = await desk(temporaryFolder('alone'), {});
  for (const url of ['/team/v1/about', '/api/v1/changes?after=0'])
    expect(await alone.get(url)).toMatchObject({ status: 404, body: '{"detail":"Not Found"}' });
  expect((await alone.get('/openapi.json')).body).not.toContain('/api/v1/changes');
  expect(existsSync(path.join(alone.dataDir, 'teams'))).toBe(false);
});
