import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openTeamDatabase, withCopy } from '../../../service/team/index.ts';
import { COMMAND_LINE } from '../../support/programs.ts';
import { signal } from './fleet.ts';
import { DAYS, NODES, type OpenTeam, seconds } from './opened-team.ts';
import { ask, heal, killPrimary, oneValue, openPublisher, queried, until } from './team-of-fleet.ts';
import { debtOf } from './walk.ts';

/** The page's `ttl` is 20 s; after it a standby becomes the primary, and HAProxy and the publishers find it. */
const LONGEST_PAUSE_MS = 45_000;
/** A lease lasts 30 s from when it was renewed, and every other node tries to take it each 10 s. */
const LONGEST_LEASE_MS = 42_000;
/** Each may ask 100 times a minute. */
const ASKING_KEYS = 24;
/** The series of which the racing publishers store one value after the other. */
const OPENINGS =
  '/api/v1/economic-data/jolts?series=job_openings_level_sa&date_from=2024-01-01&date_to=2024-12-31';
/** A transaction of a publish, before it has ended. */
const PUBLISHING = `SELECT 1 FROM pg_stat_activity
   WHERE backend_xid IS NOT NULL AND query ~ '^(UPDATE head|COPY|INSERT INTO (publish|audit)|COMMIT)'`;

/** Two race to publish while the primary is killed and all nodes are asked: nothing that was acknowledged is lost. */
export async function raceWhileThePrimaryIsKilled({
  fleet,
  team,
  note,
  newKey,
  differenceAt,
}: OpenTeam): Promise<void> {
  const keys: string[] = [];
  for (let count = 0; count < ASKING_KEYS; count++) keys.push(await newKey(`asks ${count}`));
  const publishers = [openPublisher(team, 'one'), openPublisher(team, 'two')];
  const acknowledged: { value: string; at: number }[] = [];
  const failed: { value: string; says: string }[] = [];
  let isOver = false;
  const racing = publishers.map(async (publisher, who) => {
    for (let count = 0; !isOver; count++) {
      const value = `${8000 + count}.${who + 1}`;
      await publisher.publish(oneValue(value)).then(
        () => acknowledged.push({ value, at: performance.now() }),
        (error: Error) => failed.push({ value, says: error.message }),
      );
    }
  });
  const asking = (async () => {
    for (let count = 0; !isOver; count++) {
      await Promise.all(NODES.map((node) => ask(fleet, OPENINGS, keys[count % keys.length], node)));
      await sleep(100);
    }
  })();
  await until('100 publishes', () => (acknowledged.length >= 100 ? true : undefined));
  const killed = await killPrimary(fleet);
  const before = acknowledged.length;
  await until('100 more', () => (acknowledged.length >= before + 100 ? true : undefined));
  isOver = true;
  await Promise.all([...racing, asking]);
  await heal(fleet, killed);
  const rows = await queried<{ value: string }>(
    team,
    'SELECT value FROM observation UNION ALL SELECT value FROM revision',
  );
  const held = new Set(rows.map(({ value }) => value));
  const lost = acknowledged.filter(({ value }) => !held.has(value));
  const pause = Math.max(
    ...acknowledged.slice(1).map(({ at }, index) => at - (acknowledged[index]?.at ?? at)),
  );
  const [chain] = await queried<{ versions: number; newest: number; broken: number }>(
    team,
    `SELECT count(*)::int AS versions, max(version)::int AS newest, count(*) FILTER (WHERE version > 1 AND parent NOT IN
       (SELECT p.publish_id FROM publish p WHERE p.version = publish.version - 1))::int AS broken FROM publish`,
  );
  note(
    'kill -9 of the primary under two racing publishers',
    `${acknowledged.length} acknowledged, ${lost.length} lost, ${failed.length} refused with nothing stored, versions contiguous: ${chain?.versions === chain?.newest}, writes paused ${seconds(pause)}`,
  );
  expect(lost).toEqual([]);
  expect(pause).toBeLessThanOrEqual(LONGEST_PAUSE_MS);
  // One that is slower than the other may lose every race; it is told, and nothing of it is there.
  for (const { value, says } of failed) {
    expect(says).toMatch(/Nothing was stored/);
    expect(held.has(value)).toBe(false);
  }
  expect(chain).toMatchObject({ versions: chain?.newest, broken: 0 });
  for (const publisher of publishers) {
    expect(await publisher.verify()).toBeUndefined();
    await publisher.end();
  }
  for (const node of NODES) expect(await differenceAt(node)).toBeUndefined();
}

/** The holder of the lease is killed: another node takes it. */
export async function killTheHolderOfTheLease({ fleet, note, status, allCurrent }: OpenTeam): Promise<void> {
  const holder = await until('a holder', async () => (await status()).refresher?.split(':')[0]);
  signal(fleet.pid(holder, 'almanac'), true);
  const killedAt = performance.now();
  const next = await until('another holder', async () => {
    const name = (await status()).refresher?.split(':')[0];
    return name === holder ? undefined : name;
  });
  const took = performance.now() - killedAt;
  note('kill -9 of the holder of the lease', `${next} took it after ${seconds(took)}`);
  expect(took).toBeLessThanOrEqual(LONGEST_LEASE_MS);
  await fleet.run(holder, 'systemctl start almanac');
  await allCurrent();
}

/** Imports are killed while they publish: each is in all tables or in none. */
export async function killImports({ fleet, team, note, status, differenceAt }: OpenTeam): Promise<void> {
  const counted = { stored: 0, not: 0, ended: 0 };
  const dataDir = fleet.file('node2', 'root/killed');
  const file = fleet.file('node2', 'root/killed.csv');
  const importing = ['import', file, '--team', team.address, '--team-password-file', team.passwordFile ?? ''];
  const database = openTeamDatabase({ ...team, connections: 1 });
  const version = async () => (await status()).head.version;
  for (let round = 1; round <= 10; round++) {
    writeFileSync(file, debtOf(DAYS, 28e12 + round * 10_000));
    const before = await version();
    const child = spawn(
      process.execPath,
      [COMMAND_LINE, ...importing, '--data-dir', dataDir, '--allow-jumps'],
      { stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    // In its transaction, or as soon as the others see what it stored.
    const moment = round % 2 === 1 ? PUBLISHING : `SELECT 1 FROM head WHERE version > ${before}`;
    const isThere = async () =>
      child.exitCode !== null || (await database.query(moment)).length > 0 || undefined;
    await until('a publish', isThere, 2);
    child.kill('SIGKILL');
    await ended;
    // What the server still has of it ends first.
    await sleep(500);
    const isStored = (await version()) > before;
    if (child.exitCode !== null) counted.ended += 1;
    else counted[isStored ? 'stored' : 'not'] += 1;
    const [held] = await queried<{ rows: number }>(
      team,
      `SELECT count(*)::int AS rows FROM observation WHERE version = ${before + 1}`,
    );
    expect(held?.rows).toBe(isStored ? DAYS : 0);
  }
  await database.close();
  note(
    'kill -9 of an import in mid-publish, 10 times',
    `${counted.stored} stored whole, ${counted.not} not at all, 0 half (${counted.ended} had ended before)`,
  );
  expect(counted.stored).toBeGreaterThan(0);
  expect(counted.not).toBeGreaterThan(0);
  for (const node of NODES) expect(await differenceAt(node)).toBeUndefined();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A node is killed while it follows: its copy is the team’s after. */
export async function killWhileFollowing(at: OpenTeam): Promise<void> {
  const { fleet, team, partition, note, status, allCurrent, differenceAt } = at;
  const publisher = openPublisher(team, 'ahead');
  const took: number[] = [];
  const counted = { older: 0, newer: 0 };
  for (let round = 1; round <= 6; round++) {
    const pulling = partition.pulling();
    await publisher.publish(debtOf(DAYS, 29e12 + round * 10_000));
    const { head } = await status();
    // With the first rows on their way, or as soon as it says that it has all.
    await (round % 2 === 1 ? pulling : allCurrent(['node3']));
    signal(fleet.pid('node3', 'almanac'), true);
    const copied = await withCopy(fleet.file('node3', 'var/lib/almanac'), async (copy) => copy.state());
    counted[copied?.version === head.version ? 'newer' : 'older'] += 1;
    await fleet.run('node3', 'systemctl start almanac');
    const began = performance.now();
    expect(await differenceAt('node3')).toBeUndefined();
    took.push(performance.now() - began);
  }
  await publisher.end();
  note(
    'kill -9 of a node in mid-follow, 6 times',
    `${counted.older} times its copy had the publish before, ${counted.newer} times the new one; equal each time, current again after ${seconds(Math.min(...took))} to ${seconds(Math.max(...took))}`,
  );
  expect(counted.older).toBeGreaterThan(0);
  expect(counted.newer).toBeGreaterThan(0);
}
