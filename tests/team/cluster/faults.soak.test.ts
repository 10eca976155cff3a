import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { withTeamKeys } from '../../../service/team/index.ts';
import { missingForFleet, signal } from './fleet.ts';
import { DAYS, NODES, type OpenTeam, openTeamOfFleet, seconds } from './opened-team.ts';
import { ask, heal, killPrimary, oneValue, openPublisher, queried, until, witness } from './team-of-fleet.ts';
import { debtOf, walk } from './walk.ts';

/** Faults of a whole team: three databases, HAProxy, three nodes. Prints a table of counts at the end. */

const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=1998-01-01&date_to=2010-12-31';

/** A node that is cut off from the database continues with its copy, and follows again afterwards. */
async function cutOff({
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
  // The node's share is a third of 100 requests, for one minute.
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
async function limitsAcrossAFailover({ fleet, note, newKey }: OpenTeam): Promise<void> {
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
  // After one whole minute, the primary fails just before the next ends: the third begins without a database.
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
async function walksAcrossAFailover({ fleet, note, allCurrent, newKey }: OpenTeam): Promise<void> {
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

/** Publishing, following, limits and revocation. @param through the program before the database. */
async function teamWorksThrough(
  { fleet, team, note, allCurrent, newKey, differenceAt }: OpenTeam,
  through: string,
): Promise<void> {
  // A restart ends the older connections, so that the new ones go through the program.
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
  // Waits for a new minute if needed, so that all requests fall into one.
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

/** Makes the key of a walk as soon as the database can. */
async function newKeyPatiently(newKey: OpenTeam['newKey'], label: string): Promise<string> {
  return await until('a key', () => newKey(label).catch(() => undefined));
}

/** The page's `ttl` is 20 s; then a standby becomes primary, and HAProxy and the publishers find it. */
const LONGEST_PAUSE_MS = 45_000;
/** A lease lasts 30 s from its renewal, and every other node tries to take it every 10 s. */
const LONGEST_LEASE_MS = 42_000;
/** The number of keys that ask; each has 100 requests a minute. */
const ASKING_KEYS = 24;
/** The address of the series into which the racing publishers store one value after the other. */
const OPENINGS =
  '/api/v1/economic-data/jolts?series=job_openings_level_sa&date_from=2024-01-01&date_to=2024-12-31';

/** Two publishers race while the primary is killed and nodes are asked: no acknowledged publish is lost. */
async function raceWhileThePrimaryIsKilled({
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
  // The slower publisher may lose every race: it gets an error, and none of its rows are stored.
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
async function killTheHolderOfTheLease({ fleet, note, status, allCurrent }: OpenTeam): Promise<void> {
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

const missing = missingForFleet();
beforeEach(({ skip }) => skip(missing !== '', missing));

let at: OpenTeam;
beforeAll(async () => {
  if (missing === '') at = await openTeamOfFleet();
}, 600_000);
afterAll(() => {
  if (at) console.log(['', 'What was done | what was counted', ...at.table, ''].join('\n'));
  at?.end();
});

const LONG = { timeout: 600_000 };

it('two publishers race while the primary is killed', LONG, () => raceWhileThePrimaryIsKilled(at));
it('a node is cut off from the database', LONG, () => cutOff(at));
it('the holder of the lease is killed', LONG, () => killTheHolderOfTheLease(at));
it('limits hold over three nodes across a failover', LONG, () => limitsAcrossAFailover(at));
it('pages are walked while a node and the primary fail', LONG, () => walksAcrossAFailover(at));
it('a team works through the primary itself', LONG, () => teamWorksThrough(at, 'the primary itself'));
it('a team works through PgBouncer', LONG, async () => {
  await walk(at.fleet, [12, 12]);
  await teamWorksThrough(at, 'PgBouncer in transaction mode');
});
it('in all of these tests one version of the data never has two different answers', () => {
  const { answers, versions, shared, differing } = witness.seen();
  at.note(
    'answers of all nodes, by question and version',
    `${answers} answers to ${versions} questions at one version each, ${shared} of them from several nodes, ${differing.length} differ`,
  );
  expect(differing).toEqual([]);
  // With fewer shared questions the test would show little.
  expect(shared).toBeGreaterThan(10);
});
