import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTeamWriter } from '../../service/store/copy/index.ts';
import { openWriter, restore } from '../../service/store/index.ts';
import { startCuttingProxy } from './cut-proxy.ts';
import { jolts, makeTeam, postgresOfFile, type TestTeam } from './team.ts';

const postgres = postgresOfFile();

it('an import at one node reaches the other, revisions and runs too, and the team’s database has the same rows', async () => {
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  await one.importText(jolts(8000, 8100), '2026-11-01T00:00:00Z');
  await two.follow();
  expect(two.dump()).toEqual(one.dump());
  await two.importText(jolts(8001, 8100, 8200), '2026-11-02T00:00:00Z');
  await one.follow();
  expect(one.dump()).toEqual(two.dump());
  expect(one.dump().revision).toMatchObject([{ value: '8000', first_seen: '2026-11-01T00:00:00.000Z' }]);
  expect(one.dump().team_copy).toMatchObject([{ version: 2 }]);
  expect([await one.verify(), await two.verify()]).toEqual([undefined, undefined]);
  expect(await team.query('SELECT version, node, who, runs FROM publish ORDER BY version')).toEqual([
    { version: '1', node: 'one', who: 'a test', runs: '[1]' },
    { version: '2', node: 'two', who: 'a test', runs: '[2]' },
  ]);
});

it('a publish waits for a long one, beyond the time limits of a statement and of a database that is away', {
  tags: 'soak',
}, async () => {
  const team = await makeTeam(postgres);
  const one = team.node('one', { statementMs: 1000 }, undefined, 100);
  const two = team.node('two');
  await one.importText(jolts(8000));
  const end = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const long = two.database.transaction(async ({ query }) => {
    await query('SELECT version FROM head FOR UPDATE');
    isHeld.resolve();
    await end.promise;
  });
  await isHeld.promise;
  setTimeout(() => end.resolve(), 3000);
  const [imported] = await one.importText(jolts(8001));
  await long;
  expect(imported?.runs).toMatchObject([{ revised: 1 }]);
  expect(await one.verify()).toBeUndefined();
});

/** Lists of constituents; a later list of the same day replaces the earlier one. */
const members = fc.uniqueArray(fc.constantFrom('AAPL', 'MSFT', 'XOM', 'T'), { minLength: 1 });
const list = fc
  .record({ day: fc.integer({ min: 1, max: 3 }), members })
  .map(({ day, members }) =>
    [
      'series,as_of,ticker,name,sector,weight',
      ...members.map((ticker, at) => `SP500,2024-01-0${day},${ticker},"A, ${ticker}\\t",,${at + 1}`),
      '',
    ].join('\n'),
  );
const values = fc.array(fc.integer({ min: 8000, max: 8004 }), { minLength: 1, maxLength: 6 });
const file = fc.oneof(
  { weight: 3, arbitrary: values.map((of) => jolts(...of)) },
  { weight: 1, arbitrary: list },
);

it('any imports at any nodes give every copy the rows that one computer would have', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ at: fc.nat(2), file, follows: fc.boolean() }), { minLength: 1, maxLength: 6 }),
      async (imports) => {
        const team = await makeTeam(postgres);
        const nodes = ['one', 'two', 'three'].map((name) => team.node(name));
        const alone = team.computer();
        for (const [day, { at, file, follows }] of imports.entries()) {
          const when = `2026-11-${String(day + 1).padStart(2, '0')}T00:00:00Z`;
          const node = nodes[at];
          await node?.importText(file, when);
          await alone.importText(file, when);
          if (follows) await nodes[(at + 1) % 3]?.follow();
        }
        for (const node of nodes) await node.follow();
        const [first, ...others] = nodes.map((node) => node.dump());
        for (const other of others) expect(other).toEqual(first);
        const { run_hash: _, team_copy: __, data_state, ...rows } = first ?? {};
        expect(rows).toEqual(alone.rows());
        expect(data_state).toMatchObject([{ data_version: alone.dataVersion() }]);
        expect(await nodes[0]?.verify()).toBeUndefined();
      },
    ),
    { numRuns: process.env.ALMANAC_SOAK ? 100 : 4 },
  );
});

it('the publishes of racing nodes are all stored, one after the other', async () => {
  const team = await makeTeam(postgres);
  const nodes = ['one', 'two', 'three'].map((name) => team.node(name));
  const each = 4;
  const all = await Promise.all(
    nodes.map(async (node, at) => {
      const runs: string[] = [];
      for (let round = 0; round < each; round++) {
        const location = `${8000 + at * 10 + round}`;
        const imported = await node.importText(jolts(location));
        runs.push(...imported.flatMap(({ runs }) => runs.map(({ runId }) => `${runId} ${location}`)));
      }
      return runs;
    }),
  );
  const versions = await team.query<{ version: string; publish_id: string; parent: string }>(
    'SELECT version, publish_id, parent FROM publish ORDER BY version',
  );
  expect(versions.map(({ version }) => Number(version))).toEqual(
    Array.from({ length: nodes.length * each }, (_, at) => at + 1),
  );
  for (const [at, { parent }] of versions.entries()) expect(parent).toBe(versions[at - 1]?.publish_id ?? '');
  // The value of each acknowledged run is stored: it is current, or superseded by a later run.
  const wrote = await team.query<{ wrote: string }>(
    `SELECT run_id || ' ' || value AS wrote FROM observation UNION ALL SELECT run_id || ' ' || value FROM revision`,
  );
  expect(wrote.map(({ wrote }) => wrote).sort()).toEqual(all.flat().sort());
  for (const node of nodes) {
    await node.follow();
    expect(await node.verify()).toBeUndefined();
  }
});

it('notes of fetches reach every node and make no new version', async () => {
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  for (const node of [one, two]) await node.follow();
  const note = (node: typeof one, url: string, outcome: 'stored' | 'unchanged') => {
    const writer = openTeamWriter(node.dataDir, node.truth);
    const at = '2026-11-20T18:00:00Z';
    return writer
      .noteFetch({
        url,
        dataset: 'jolts',
        source: 'x',
        checkedAt: at,
        outcome,
        message: '',
        fetchedAt: at,
        etag: 'e',
        lastModified: null,
      })
      .finally(() => writer.close());
  };
  await note(one, 'https://a.example', 'stored');
  // The second node has not seen the first note yet.
  await note(two, 'https://b.example', 'stored');
  await note(two, 'https://a.example', 'unchanged');
  await Promise.all([one.follow(), two.follow()]);
  expect(one.dump().fetch).toMatchObject([
    { url: 'https://a.example', outcome: 'unchanged' },
    { url: 'https://b.example', outcome: 'stored', etag: 'e' },
  ]);
  expect(two.dump()).toEqual(one.dump());
  expect(one.dump().team_copy).toMatchObject([{ version: 0, notes: 3 }]);
});

it('a refused file stores nothing, at the node or in the team’s database', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000));
  const before = node.dump();
  await expect(node.importText(`${jolts(8001)}jolts,job_openings_level_sa,2024-02-01,x\n`)).rejects.toThrow(
    /line 3/,
  );
  await node.follow();
  expect(node.dump()).toEqual(before);
  expect(await node.verify()).toBeUndefined();
});

it('the copy of a team takes no data from elsewhere', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000));
  expect(() => openWriter(node.dataDir)).toThrow(/is a copy of a team's data.*--team ADDRESS/);
  const { name } = await import('../../service/store/index.ts').then(({ backUp }) =>
    backUp(node.dataDir, new Date(), 3),
  );
  await expect(restore(node.dataDir, `${node.dataDir}/back-ups/${name}`, name, new Date())).rejects.toThrow(
    /is a copy of a team's data/,
  );
  const alone = team.computer();
  await alone.importText(jolts(8000));
  await expect(team.node('two', {}, alone.dataDir).follow()).rejects.toThrow(/has data of this computer/);
  await expect((await makeTeam(postgres)).node('three', {}, node.dataDir).follow()).rejects.toThrow(
    /the copy of another team/,
  );
});

it('while the database is away an import waits, then fails with one line and changes nothing', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one', { address: team.where.address.replace(/:\d+\//, ':1/') }, undefined, 300);
  const right = team.node('one', {}, node.dataDir);
  await right.importText(jolts(8000));
  const before = node.dump();
  await expect(node.importText(jolts(8001))).rejects.toThrow(
    /^The team's database .* did not answer \(ECONNREFUSED\)/,
  );
  expect(node.dump()).toEqual(before);
  await right.importText(jolts(8001));
  expect(await right.verify()).toBeUndefined();
});

const VALUES = 'SELECT value FROM observation UNION ALL SELECT value FROM revision ORDER BY value';

async function valuesOf(team: TestTeam): Promise<string[]> {
  return (await team.query<{ value: string }>(VALUES)).map(({ value }) => value);
}

it.for(['before', 'after'] as const)(
  'if the connection breaks %s the commit arrives, the publish is stored once',
  async (cut) => {
    const team = await makeTeam(postgres);
    const proxy = await startCuttingProxy(postgres.port, cut);
    const node = team.node('one', { address: team.where.address.replace(/:\d+\//, `:${proxy.port}/`) });
    await node.importText(jolts(8000));
    proxy.arm();
    const [imported] = await node.importText(jolts(8001));
    expect(proxy.cuts()).toBe(1);
    expect(imported?.runs).toMatchObject([{ runId: 2, revised: 1 }]);
    expect(await valuesOf(team)).toEqual(['8000', '8001']);
    expect(await team.query('SELECT count(*) AS n FROM publish')).toEqual([{ n: '2' }]);
    expect(node.dump().team_copy).toMatchObject([{ version: 2 }]);
    expect(await node.verify()).toBeUndefined();
  },
);

it('an import whose commit has no known outcome says so; the copy follows once the database answers', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one', {}, undefined, 300);
  await node.importText(jolts(8000));
  const broken = {
    ...node.truth,
    publish: async (change: Parameters<typeof node.truth.publish>[0]) => {
      const proxy = await startCuttingProxy(postgres.port, 'after');
      const cut = team.node(
        'cut',
        { address: team.where.address.replace(/:\d+\//, `:${proxy.port}/`) },
        node.dataDir,
        300,
      );
      proxy.arm();
      const published = cut.truth.publish(change).finally(() => postgres.start());
      while (proxy.cuts() === 0) await new Promise((resolve) => setImmediate(resolve));
      await postgres.stop();
      return await published;
    },
  };
  await expect(node.importText(jolts(8001), undefined, broken)).rejects.toThrow(
    /broke off while it stored this.*by themselves once it answers/,
  );
  await node.follow();
  expect(await node.verify()).toBeUndefined();
  // The publish is stored completely or not at all.
  const held = await valuesOf(team);
  expect([['8000'], ['8000', '8001']]).toContainEqual(held);
  expect(node.dump().observation).toMatchObject([{ value: held.at(-1) }]);
});

it('a node that is killed between the commits of the database and its copy gets the publish by following', {
  tags: 'soak',
}, async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100));
  const before = node.dump();
  const file = path.join(path.dirname(node.dataDir), 'killed.csv');
  writeFileSync(file, jolts(8001, 8100, 8200));
  const program = path.join(import.meta.dirname, 'import-and-die.ts');
  const { address, passwordFile } = team.where;
  const child = spawn(process.execPath, [program, node.dataDir, address, passwordFile, file], {
    stdio: 'inherit',
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(node.dump()).toEqual(before);
  expect(await valuesOf(team)).toEqual(['8000', '8001', '8100', '8200']);
  await node.follow();
  expect(node.dump().observation).toMatchObject([{ value: '8001' }, { value: '8100' }, { value: '8200' }]);
  expect(await node.verify()).toBeUndefined();
});

it('a copy that catches up for an import waits for a failover, even a new copy', async () => {
  const team = await makeTeam(postgres);
  const [node, fresh] = [team.node('one'), team.node('fresh')];
  await node.importText(jolts(8000));
  await postgres.stop();
  const following = [node, fresh].map(({ follow }) => follow());
  // Without waiting, both would fail during this pause.
  await Promise.race([Promise.allSettled(following), sleep(500)]);
  await postgres.start();
  await Promise.all(following);
  for (const each of [node, fresh]) expect(await each.verify()).toBeUndefined();
});
