import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { COMMAND_LINE } from '../../support/programs.ts';
import { signal } from './fleet.ts';
import { DAYS, NODES, type OpenTeam, seconds } from './opened-team.ts';
import { heal, killPrimary, oneValue, openPublisher, queried, until } from './team-of-fleet.ts';
import { addressOf, debtOf } from './walk.ts';

/** Two race to publish while the primary is killed: nothing that was acknowledged is lost. */
export async function raceWhileThePrimaryIsKilled({
  fleet,
  team,
  note,
  differenceAt,
}: OpenTeam): Promise<void> {
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
  await until('100 publishes', () => (acknowledged.length >= 100 ? true : undefined));
  const killed = await killPrimary(fleet);
  const before = acknowledged.length;
  await until('100 more', () => (acknowledged.length >= before + 100 ? true : undefined));
  isOver = true;
  await Promise.all(racing);
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
  note(
    'kill -9 of the holder of the lease',
    `${next} took it after ${seconds(performance.now() - killedAt)}`,
  );
  await fleet.run(holder, 'systemctl start almanac');
  await allCurrent();
}

/** Imports are killed while they publish: each is in all tables or in none. */
export async function killImports({ fleet, team, note, status, differenceAt }: OpenTeam): Promise<void> {
  const counted = { stored: 0, not: 0 };
  const dataDir = fleet.file('node2', 'root/killed');
  const file = fleet.file('node2', 'root/killed.csv');
  const importing = ['import', file, '--team', team.address, '--team-password-file', team.passwordFile ?? ''];
  for (let round = 1; round <= 10; round++) {
    writeFileSync(file, debtOf(DAYS, 28e12 + round * 10_000));
    const { head } = await status();
    const child = spawn(
      process.execPath,
      [COMMAND_LINE, ...importing, '--data-dir', dataDir, '--allow-jumps'],
      { stdio: 'ignore' },
    );
    const ended = once(child, 'exit');
    // At its transaction, or soon after.
    const sql = `SELECT pid FROM pg_stat_activity WHERE state LIKE '%transaction%' OR query LIKE 'COPY%FROM%' AND state = 'active'`;
    const watching = until('a publish', async () => {
      if (child.exitCode !== null) return true;
      return (
        (await queried(addressOf(fleet, 'TEAM'), sql)).length > 0 ||
        (await status()).head.version > head.version ||
        undefined
      );
    });
    await watching;
    await sleep(round * 25);
    child.kill('SIGKILL');
    await ended;
    // What the server still has of it ends first.
    await sleep(500);
    const after = (await status()).head.version;
    counted[after > head.version ? 'stored' : 'not'] += 1;
    const [held] = await queried<{ rows: number }>(
      team,
      `SELECT count(*)::int AS rows FROM observation WHERE version = ${head.version + 1}`,
    );
    expect(held?.rows).toBe(after > head.version ? DAYS : 0);
  }
  note(
    'kill -9 of an import in mid-publish, 10 times',
    `${counted.stored} stored whole, ${counted.not} not at all, 0 half`,
  );
  for (const node of NODES) expect(await differenceAt(node)).toBeUndefined();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A node is killed while it follows: its copy is the team’s after. */
export async function killWhileFollowing({ fleet, team, note, differenceAt }: OpenTeam): Promise<void> {
  const publisher = openPublisher(team, 'ahead');
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (let round = 1; round <= 5; round++) {
    await publisher.publish(debtOf(DAYS, 29e12 + round * 10_000));
    // It asks every 250 ms, and takes some for so many rows.
    await sleep(round * 60);
    signal(fleet.pid('node3', 'almanac'), true);
    await fleet.run('node3', 'systemctl start almanac');
    const began = performance.now();
    expect(await differenceAt('node3')).toBeUndefined();
    shortest = Math.min(shortest, performance.now() - began);
    longest = Math.max(longest, performance.now() - began);
  }
  await publisher.end();
  note(
    'kill -9 of a node in mid-follow, 5 times',
    `copy equal each time, current again after ${seconds(shortest)} to ${seconds(longest)}`,
  );
}
