import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { withTeamKeys } from '../../../service/team/index.ts';
import { signal } from './fleet.ts';
import { DAYS, NODES, type OpenTeam, seconds } from './opened-team.ts';
import { ask, heal, killPrimary, oneValue, openPublisher, until } from './team-of-fleet.ts';
import { debtOf } from './walk.ts';

const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=1998-01-01&date_to=2010-12-31';

/** A node that is cut off from the database goes on with what it has, and follows once it is not. */
export async function cutOff({
  fleet,
  team,
  partition,
  note,
  status,
  allCurrent,
  newKey,
  differenceAt,
}: OpenTeam): Promise<void> {
  const key = await newKey('cut off');
  await allCurrent();
  expect((await ask(fleet, DEBT, key, 'node3')).status).toBe(200);
  const { head } = await status();
  partition.cut();
  const cutAt = performance.now();
  const cutOff = {
    ...team,
    address: team.address.replace(`:${fleet.ports.primary}/`, `:${partition.port}/`),
  };
  const blocked = openPublisher(cutOff, 'blocked', 3000);
  await expect(blocked.publish(oneValue('1.1'))).rejects.toThrow(/did not answer/);
  await blocked.end();
  const publisher = openPublisher(team, 'beyond');
  await publisher.publish(oneValue('2.2'));
  await publisher.end();
  await allCurrent(['node1', 'node2']);
  const answered = { own: 0, later: 0 };
  const ready = JSON.parse((await ask(fleet, '/readyz', undefined, 'node3')).text);
  expect(ready).toMatchObject({ status: 'ready', engine: 'away', version: head.version });
  for (let count = 0; count < 60; count++) {
    const { status: code, headers } = await ask(fleet, DEBT, key, 'node3');
    if (code === 200) answered.own += 1;
    else expect([code, headers['retry-after']]).toEqual([503, '5']);
  }
  // A third of 100, once a minute, for a minute.
  expect(answered.own).toBeGreaterThan(0);
  expect(answered.own).toBeLessThanOrEqual(34);
  await sleep(Math.max(0, 65_000 - (performance.now() - cutAt)));
  for (let count = 0; count < 10; count++)
    if ((await ask(fleet, DEBT, key, 'node3')).status === 200) answered.later += 1;
  partition.heal();
  const healed = performance.now();
  await allCurrent(['node3']);
  note(
    'node cut off from the database for 65 s',
    `${answered.own} of 60 requests in the first minute (its share is 33), ${answered.later} of 10 after it, current ${seconds(performance.now() - healed)} after`,
  );
  expect(answered.later).toBe(0);
  expect(await differenceAt('node3')).toBeUndefined();
}

/** The limits of a key hold over three nodes across a failover. */
export async function limitsAcrossAFailover({ fleet, note, newKey }: OpenTeam): Promise<void> {
  const key = await newKey('limited');
  const small = DEBT.replace('2010-12-31', '1998-01-31');
  const admitted = new Map<number, number>();
  let isOver = false;
  const minute = () => Math.floor(Date.now() / 60_000);
  const asking = [...NODES, ...NODES].map(async (node) => {
    while (!isOver) {
      const answer = await ask(fleet, small, key, node);
      if (answer.status === 200) admitted.set(minute(), (admitted.get(minute()) ?? 0) + 1);
      else await sleep(20);
      expect([200, 429, 503]).toContain(answer.status);
    }
  });
  const begun = minute();
  // A whole minute, then the failure just before the end of the next: the new one begins without the database.
  await until('the second minute', () => (minute() > begun ? true : undefined));
  await sleep(114_000 - (Date.now() % 60_000));
  const killed = await killPrimary(fleet);
  const failedIn = minute();
  await sleep(190_000 - (Date.now() % 60_000));
  isOver = true;
  await Promise.all(asking);
  await heal(fleet, killed);
  const counts = [failedIn - 1, failedIn, failedIn + 1, failedIn + 2].map((at) => admitted.get(at) ?? 0);
  note(
    'one key at three nodes across a failover, by minute',
    `${counts.join(', ')} let in (limit 100, failure at the end of the second)`,
  );
  expect(counts[0]).toBe(100);
  for (const count of counts.slice(1, 3)) expect(count).toBeLessThanOrEqual(200);
  expect(counts[3]).toBe(100);
}

/** A reader walks the pages through HAProxy while a node is killed and the primary fails over. */
export async function walksAcrossAFailover({ fleet, note, allCurrent, newKey }: OpenTeam): Promise<void> {
  const expected =
    (JSON.parse((await ask(fleet, DEBT, await newKey('first'), 'node1')).text).pagination.total as
      | number
      | undefined) ?? DAYS;
  const walks: { rows: number; twice: number; waits: number }[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const key = await newKeyPatiently(newKey, `walk ${walks.length}`);
      const dates: string[] = [];
      let waits = 0;
      for (let next: string | null = DEBT; next !== null; ) {
        const answer = await ask(fleet, next, key);
        if (answer.status === 503 || answer.status === 429) {
          waits += 1;
          await sleep(1000);
          continue;
        }
        expect(answer.status).toBe(200);
        const page = JSON.parse(answer.text) as {
          data: { date: string }[];
          pagination: { next_url: string | null };
        };
        dates.push(...page.data.map(({ date }) => date));
        next = page.pagination.next_url === null ? null : `/api/v1${page.pagination.next_url}`;
        await sleep(50);
      }
      walks.push({ rows: dates.length, twice: dates.length - new Set(dates).size, waits });
    }
  })();
  await until('two walks', () => (walks.length >= 2 ? true : undefined));
  signal(fleet.pid('node1', 'almanac'), true);
  const killed = await killPrimary(fleet);
  const before = walks.length;
  await until('a walk after it', () => (walks.length >= before + 3 ? true : undefined));
  isOver = true;
  await reading;
  await fleet.run('node1', 'systemctl start almanac');
  await heal(fleet, killed);
  await allCurrent();
  const waits = walks.reduce((sum, each) => sum + each.waits, 0);
  note(
    'walks through HAProxy, a node killed and the primary failing over',
    `${walks.length} walks of ${expected} rows, all whole: ${walks.every(({ rows }) => rows === DAYS)}, rows twice: ${walks.reduce((sum, { twice }) => sum + twice, 0)}, answers of 503: ${waits}`,
  );
  for (const each of walks) expect(each).toMatchObject({ rows: DAYS, twice: 0 });
}

/** Publishing, following, limits and revocation, on whatever stands between the nodes and the database. */
export async function teamWorksThrough(
  { fleet, team, note, allCurrent, newKey, differenceAt }: OpenTeam,
  through: string,
): Promise<void> {
  // Connections that were made before end: what is new is asked through it.
  for (const node of NODES) await fleet.run(node, 'systemctl restart almanac');
  await allCurrent();
  const publishers = [openPublisher(team, 'one'), openPublisher(team, 'two')];
  const began = performance.now();
  await Promise.all(
    publishers.map(async (publisher, who) => {
      for (let count = 0; count < 20; count++)
        await publisher.publish(oneValue(`${9000 + count}.${who}${through.length}`));
    }),
  );
  const took = performance.now() - began;
  await publishers[0]?.publish(debtOf(DAYS, 30e12 + through.length * 10_000));
  for (const publisher of publishers) {
    expect(await publisher.verify()).toBeUndefined();
    await publisher.end();
  }
  for (const node of NODES) expect(await differenceAt(node)).toBeUndefined();
  // Begin with a new minute, so that all are asked in one.
  const key = await newKey(through);
  if (Date.now() % 60_000 > 40_000) await sleep(60_000 - (Date.now() % 60_000));
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, at) => ask(fleet, DEBT, key, NODES[at % 3])),
  );
  const codes = answers.map(({ status: code }) => code);
  const let_in = codes.filter((code) => code === 200).length;
  const { id } = await withTeamKeys(
    team,
    async (keys) => (await keys.list()).find(({ label }) => label === through) ?? { id: '' },
  );
  await withTeamKeys(team, (keys) => keys.revoke(id));
  const revoked = await Promise.all(NODES.map((node) => ask(fleet, '/yields/series=US10Y', key, node)));
  note(
    `through ${through}`,
    `40 racing publishes in ${seconds(took)}, copies equal, ${let_in} of 120 requests let in, ${codes.filter((code) => code === 429).length} refused by 429, a revoked key ${revoked.map(({ status: code }) => code).join(' ')}`,
  );
  expect([let_in, codes.filter((code) => code === 429).length]).toEqual([100, 20]);
  expect(revoked.map(({ status: code }) => code)).toEqual([403, 403, 403]);
  if (through.startsWith('PgBouncer')) {
    const log = ['db1', 'db2', 'db3']
      .map((machine) => readFileSync(fleet.file(machine, 'var/log/postgresql/pgbouncer.log'), 'utf8'))
      .join('');
    expect(log).toMatch(/almanac\/almanac_counter@.* login attempt/);
  }
}

/** The key of a walk, as soon as the database can make one. */
async function newKeyPatiently(newKey: OpenTeam['newKey'], label: string): Promise<string> {
  return await until('a key', () => newKey(label).catch(() => undefined));
}
