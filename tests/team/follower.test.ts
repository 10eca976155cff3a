import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openIngestWorker } from '../../service/ingest/worker/index.ts';
import { openCopy } from '../../service/store/copy/index.ts';
import { integrityOf, noteCheck } from '../../service/store/index.ts';
import { expectReadableCopy } from '../../service/team/damaged-copy.ts';
import { expectTeam, type FollowerOptions, migrateTeam, openFollower } from '../../service/team/index.ts';
import { MIGRATIONS } from '../../service/team/schema.ts';
import { openRaw } from '../store/raw.ts';
import { wire } from './feed/desks.ts';
import { damage, jolts, makeTeam, postgresOfFile, type TestNode, type TestTeam } from './team.ts';
import { temporaryFolder } from './temporary.ts';

const postgres = postgresOfFile();

/** Follows with the copy of a node. */
async function follow(team: TestTeam, node: TestNode, other: Partial<FollowerOptions> = {}) {
  const lines: string[] = [];
  const follower = await openFollower({
    dataDir: node.dataDir,
    team: { ...team.where, node: 'followed' },
    log: (line) => lines.push(line),
    everyMs: 20,
    ...other,
  });
  onTestFinished(() => follower.close());
  return { ...follower, lines };
}

const PATIENT = { timeout: 20_000, interval: 20 };

it('a copy follows the publishes of others, and reports its version', async () => {
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  await one.importText(jolts(8000));
  const { standing, reached } = await follow(team, two);
  expect(standing()).toMatchObject({ version: 1, problem: null, seenAt: expect.any(Number) });
  expect(await reached(2, 50)).toBe(false);
  const arrives = reached(2, 10_000);
  await one.importText(jolts(8001));
  expect(await arrives).toBe(true);
  expect(two.dump()).toEqual(one.dump());
  expect(two.dump().data_state).toMatchObject([{ file_id: standing().fileId }]);
});

it('a copy stays in use while the database is away, and follows again', async () => {
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  await one.importText(jolts(8000));
  const between = await wire(postgres.port);
  const through = (dataDir: string) => ({
    dataDir,
    team: {
      ...team.where,
      address: team.where.address.replace(/:\d+\//, `${between.url.slice(16)}/`),
      node: 'n',
    },
  });
  const { standing, reached, lines } = await follow(team, two, through(two.dataDir));
  between.state.isOff = true;
  between.cut();
  await vi.waitFor(() => expect(standing().problem).toMatch(/did not answer/), PATIENT);
  const seen = standing();
  expect(seen).toMatchObject({ version: 1, seenAt: expect.any(Number) });
  expect(two.dump().observation).toHaveLength(1);
  // A node that starts now uses its copy; a node without a copy fails.
  const late = await follow(team, one, through(one.dataDir));
  await vi.waitFor(() => expect(late.standing()).toMatchObject({ version: 1, seenAt: null }), PATIENT);
  await expect(follow(team, one, through(team.node('three').dataDir))).rejects.toMatchObject({
    code: 'team_unreachable',
  });
  expect(standing().seenAt).toBe(seen.seenAt);
  between.state.isOff = false;
  await vi.waitFor(() => expect(standing().problem).toBeNull(), PATIENT);
  const [second, third] = [reached(2, 10_000), reached(3, 1500)];
  await one.importText(jolts(8001));
  expect([await second, await third]).toEqual([true, false]);
  expect(standing().version).toBe(2);
  expect(standing().seenAt).toBeGreaterThan(seen.seenAt ?? 0);
  expect(lines).toEqual([
    expect.stringMatching(/stays as it is: .* did not answer/),
    'The copy of the team’s data follows again.',
  ]);
});

it('a damaged copy is found by the hashes of its runs, and rebuilt', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100));
  const whole = node.dump();
  using raw = openRaw(node.dataDir);
  raw.db.exec("UPDATE observation SET value = '9' WHERE date = 19723");
  const { lines } = await follow(team, node, { checkEveryMs: 50 });
  await vi.waitFor(() => expect(node.dump()).toEqual(whole), PATIENT);
  await vi.waitFor(() => expect(lines).toEqual([expect.stringMatching(/rebuilt: run 1 has /)]), PATIENT);
});

it('a copy with a file that SQLite finds damaged is rebuilt while it is used', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100));
  const whole = node.dump();
  const { lines, standing } = await follow(team, node, { checkEveryMs: 50 });
  damage(node.dataDir, 'observation');
  await vi.waitFor(() => expect(node.dump()).toEqual(whole), PATIENT);
  expect(lines).toEqual([expect.stringMatching(/is being rebuilt: its file is damaged \(.*malformed/)]);
  expect(standing().problem).toBeNull();
});

it('a copy that a read found damaged is rebuilt, once', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100));
  const { lines, reached } = await follow(team, node);
  noteCheck(node.dataDir, 'a page is never used', new Date());
  await vi.waitFor(() => expect(integrityOf(node.dataDir).damage).toBeNull(), PATIENT);
  await team.node('two').importText(jolts(8001, 8100));
  expect(await reached(2, 20_000)).toBe(true);
  expect(lines).toEqual([expect.stringMatching(/is being rebuilt: a part of its file could not be read/)]);
  expect(await node.verify()).toBeUndefined();
});

it('a copy that is no longer a SQLite file is set aside, and the follower starts again', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100));
  const whole = node.dump();
  const { lines, standing, reached } = await follow(team, node, { restartMs: 50 });
  damage(node.dataDir, 1);
  await team.node('two').importText(jolts(8001, 8100));
  await vi.waitFor(() => expect(standing().problem).not.toBeNull(), PATIENT);
  expect(await reached(2, 20_000)).toBe(true);
  await vi.waitFor(() => expect(standing().problem).toBeNull(), PATIENT);
  expect(node.dump().run).toHaveLength(2);
  expect(node.dump().revision).toMatchObject([{ value: '8000' }]);
  expect(node.dump().team_copy).not.toEqual(whole.team_copy);
  expect(lines).toEqual([
    expect.stringMatching(/is being rebuilt: its file is damaged/),
    expect.stringMatching(/is being rebuilt: .* The old file is .*data\.sqlite\.damaged-copy-/),
    expect.stringMatching(/^The follower of the team ended, and starts again after 0.05 s: /),
  ]);
  expect(readdirSync(node.dataDir).filter((name) => name.includes('.damaged-copy-')).length).toBeGreaterThan(
    0,
  );
});

it('a damaged value of a copy does not get into the team’s history', async () => {
  const team = await makeTeam(postgres);
  const node = team.node('one');
  await node.importText(jolts(8000, 8100));
  using raw = openRaw(node.dataDir);
  const trigger = raw.db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'keep_revision'").pluck().get();
  raw.db.exec(
    `DROP TRIGGER keep_revision; UPDATE observation SET value = '9' WHERE date = 19723; ${trigger}`,
  );
  const [imported] = await node.importText(jolts(8001, 8100));
  expect(imported?.runs).toMatchObject([{ revised: 1, unchanged: 1 }]);
  expect(node.lines).toEqual([expect.stringMatching(/rebuilt: the value 9 of series 1/)]);
  expect(node.dump().revision).toMatchObject([{ value: '8000' }]);
  expect(await node.verify()).toBeUndefined();
});

it('the thread of imports publishes to the team while another one follows', { tags: 'soak' }, async () => {
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  const { reached } = await follow(team, two);
  const { writeFileSync } = await import('node:fs');
  const worker = openIngestWorker({
    dataDir: two.dataDir,
    now: () => new Date('2026-11-20T18:00:00Z'),
    log: () => undefined,
    team: { ...team.where, node: 'two' },
  });
  onTestFinished(() => worker.close());
  for (let round = 1; round <= 5; round++) {
    const path = `${two.dataDir}-${round}.csv`;
    writeFileSync(path, jolts(8000 + round));
    await Promise.all([worker.import([{ path }], { allowJumps: true }), one.importText(jolts(9000 + round))]);
  }
  expect(await reached(10, 10_000)).toBe(true);
  await one.follow();
  expect(two.dump()).toEqual(one.dump());
  expect(await two.verify()).toBeUndefined();
});

it('a copy is set aside if SQLite finds it damaged, and for no other error', () => {
  const dataDir = temporaryFolder('damaged');
  const log: string[] = [];
  const expectReadable = () => expectReadableCopy(dataDir, (line) => log.push(line));
  openCopy(dataDir).close();
  expectReadable();
  {
    using raw = openRaw(dataDir);
    raw.db.pragma('user_version = 9999');
  }
  expect(expectReadable).toThrow(expect.objectContaining({ code: 'newer_version' }));
  const file = path.join(dataDir, 'data.sqlite');
  expect([existsSync(file), log]).toEqual([true, []]);
  writeFileSync(file, 'no database '.repeat(1000));
  expectReadable();
  expect(existsSync(file)).toBe(false);
  expect(log).toEqual([expect.stringMatching(/is being rebuilt: its file is damaged .* The old file is /)]);
});

it('a node that is older than the schema keeps its copy, neither publishes nor follows, and loses nothing when it is replaced', async () => {
  const team = await makeTeam(postgres);
  const [newer, older] = [team.node('newer'), team.node('older')];
  await newer.importText(jolts(8000));
  // Each thread loads its own modules, so these two do not know the step that is added below.
  const lines: string[] = [];
  const follower = await openFollower({
    dataDir: older.dataDir,
    team: { ...team.where, node: 'older' },
    log: (line) => lines.push(line),
    everyMs: 20,
  });
  const now = () => new Date('2026-11-20T18:00:00Z');
  const imports = openIngestWorker({
    dataDir: older.dataDir,
    now,
    log: () => undefined,
    team: { ...team.where, node: 'older' },
  });
  onTestFinished(async () => {
    await follower.close();
    await imports.close();
  });
  const file = path.join(older.dataDir, 'older.csv');
  const importAtOlder = async (value: number) => {
    writeFileSync(file, jolts(value));
    await imports.import([{ path: file }], { allowJumps: true });
  };
  await importAtOlder(8001);

  const steps = MIGRATIONS as { name: string; sql: string }[];
  steps.push({ name: 'a later step', sql: "ALTER TABLE run ADD COLUMN remark text NOT NULL DEFAULT ''" });
  onTestFinished(() => void steps.pop());
  await expect(expectTeam(newer.database)).rejects.toThrow(
    /Bring it up to date, as its owner: .* team init /,
  );
  await migrateTeam(newer.database);

  // The older node still has the newest data, so a balancer may use it until others have more.
  const { seenAt } = follower.standing();
  await vi.waitFor(() => expect(follower.standing().seenAt).toBeGreaterThan(seenAt ?? 0), PATIENT);
  expect(follower.standing()).toMatchObject({ version: 2, problem: null });
  const refusal = /^almanac@\S+ was set up by a newer Almanac: .* Use the newer Almanac on this machine\.$/;
  await expect(importAtOlder(8002)).rejects.toThrow(refusal);
  expect(await team.query('SELECT version FROM head')).toEqual([{ version: '2' }]);

  await newer.importText(jolts(8003));
  await vi.waitFor(() => expect(follower.standing().problem).toMatch(refusal), PATIENT);
  expect(follower.standing()).toMatchObject({ version: 2 });
  expect(older.dump().observation).toMatchObject([{ value: '8001' }]);
  expect(lines).toEqual([
    expect.stringMatching(/^The copy of the team’s data stays as it is: .* newer Almanac/),
  ]);

  // The newer Almanac opens the same folder.
  await follower.close();
  await older.follow();
  expect(older.dump()).toEqual(newer.dump());
  expect(older.dump().revision).toMatchObject([{ value: '8000' }, { value: '8001' }]);
  expect(await older.verify()).toBeUndefined();
});
