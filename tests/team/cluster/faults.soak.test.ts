import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  openTeamDatabase,
  readTeamStatus,
  type TeamAddress,
  verifyCopy,
  withCopy,
  withTeamKeys,
} from '../../../service/team/index.ts';
import { COMMAND_LINE } from '../../support/programs.ts';
import { type Fleet, handOver, missingForFleet, openFleet, signal } from './fleet.ts';
import { readBlocks } from './page.ts';
import { type Partition, startPartition } from './partition.ts';
import { ask, heal, killPrimary, oneValue, openPublisher, queried, until } from './team-of-fleet.ts';
import { addressOf, debtOf, giveData, walk } from './walk.ts';

/** Faults of a whole team, set up by the operator's page: three databases, HAProxy, and three nodes. The last lines are a table of what was counted. */

const missing = missingForFleet();
beforeEach(({ skip }) => skip(missing !== '', missing));

const NODES = ['node1', 'node2', 'node3'] as const;
const LONG = { timeout: 600_000 };
const DAYS = 2000;
const DEBT =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=1994-01-01&date_to=2010-12-31';
const table: string[] = [];

let fleet: Fleet;
let team: TeamAddress;
/** Between node3 and the database. */
let partition: Partition;

beforeAll(async () => {
  if (missing !== '') return;
  fleet = await openFleet();
  await walk(fleet, [1, 7]);
  partition = await startPartition(fleet.ports.primary);
  // A third node, whose way to the database can be cut.
  cpSync(fleet.file('node1', 'root/almanac'), fleet.file('node3', 'root/almanac'), { recursive: true });
  handOver(fleet.file('node3', 'root'));
  for (const block of readBlocks())
    if (block.machines.join() === 'node1,node2') {
      const atPort = block.text.replaceAll('db.example.org:5000', `db.example.org:${partition.port}`);
      await fleet.runBlock({ ...block, text: atPort }, ['node3']);
    }
  await giveData(fleet, DAYS);
  await walk(fleet, [8, 8]);
  // Small pages make long walks.
  for (const node of NODES)
    await fleet.run(
      node,
      "sed -i 's/almanac serve/almanac serve --page-size 200/' /etc/systemd/system/almanac.service\nsystemctl restart almanac",
    );
  team = addressOf(fleet, 'TEAM');
  await allCurrent();
}, 600_000);

afterAll(() => {
  if (table.length > 0) console.log(['', 'What was done | what was counted', ...table, ''].join('\n'));
  partition?.end();
  fleet?.end();
});

const note = (what: string, counted: string) => {
  table.push(`${what} | ${counted}`);
  console.log(table.at(-1));
};
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function status() {
  const database = openTeamDatabase({ ...team, connections: 1 });
  return await readTeamStatus(database).finally(() => database.close());
}

/** Waits until all nodes have the newest version. */
async function allCurrent(nodes: readonly string[] = NODES): Promise<void> {
  for (const node of nodes)
    await until(`${node} with the newest data`, async () => {
      const answer = await ask(fleet, '/readyz', undefined, node).catch(() => undefined);
      const { head } = await status();
      return (answer?.status === 200 && JSON.parse(answer.text).version === head.version) || undefined;
    });
}

async function newKey(label: string): Promise<string> {
  return (await withTeamKeys(team, (keys) => keys.create(label))).key;
}

/** @returns the first difference between a node's copy and the team's data. */
async function differenceAt(node: string): Promise<string | undefined> {
  await allCurrent([node]);
  const database = openTeamDatabase({ ...team, connections: 2 });
  return await withCopy(
    fleet.file(node, 'var/lib/almanac'),
    async (copy) => (await verifyCopy(database, copy)).difference,
  ).finally(() => database.close());
}

it(
  'two race to publish while the primary is killed: nothing that was acknowledged is lost',
  LONG,
  async () => {
    const publishers = [openPublisher(team, 'one'), openPublisher(team, 'two')];
    const acknowledged: { value: string; at: number }[] = [];
    const failed: string[] = [];
    let isOver = false;
    const racing = publishers.map(async (publisher, who) => {
      for (let count = 0; !isOver; count++) {
        const value = `${8000 + count}.${who + 1}`;
        await publisher.publish(oneValue(value)).then(
          () => acknowledged.push({ value, at: performance.now() }),
          (error: Error) => failed.push(error.message),
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
      `${acknowledged.length} acknowledged, ${lost.length} lost, ${failed.length} failed, versions contiguous: ${chain?.versions === chain?.newest}, writes paused ${seconds(pause)}`,
    );
    expect(lost).toEqual([]);
    expect(failed).toEqual([]);
    expect(chain).toMatchObject({ versions: chain?.newest, broken: 0 });
    for (const publisher of publishers) {
      expect(await publisher.verify()).toBeUndefined();
      await publisher.end();
    }
    for (const node of NODES) expect(await differenceAt(node)).toBeUndefined();
  },
);

it('a node that is cut off goes on with what it has, and follows once it is not', LONG, async () => {
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
});

it('the holder of the lease is killed: another node takes it', LONG, async () => {
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
});

it('imports are killed while they publish: each is in all tables or in none', LONG, async () => {
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
    await sleep(round * 4);
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
});

it('a node is killed while it follows: its copy is the team’s after', LONG, async () => {
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
});

it('limits hold over three nodes across a failover', LONG, async () => {
  const key = await newKey('limited');
  const small = DEBT.replace('2010-12-31', '1994-01-31');
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
});

it(
  'a reader walks the pages through HAProxy while a node is killed and the primary fails over',
  LONG,
  async () => {
    const expected =
      (JSON.parse((await ask(fleet, DEBT, await newKey('first'), 'node1')).text).pagination.total as
        | number
        | undefined) ?? DAYS;
    const walks: { rows: number; twice: number; waits: number }[] = [];
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        const key = await newKeyPatiently(`walk ${walks.length}`);
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
  },
);

async function newKeyPatiently(label: string): Promise<string> {
  return await until('a key', () => newKey(label).catch(() => undefined));
}

it.for(['the primary itself', 'PgBouncer in transaction mode'])(
  'a team works through %s',
  LONG,
  async (through) => {
    if (through.startsWith('PgBouncer')) {
      await walk(fleet, [12, 12]);
      // The nodes' connections to PostgreSQL itself end.
      for (const node of NODES) await fleet.run(node, 'systemctl restart almanac');
      await allCurrent();
    }
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
        .map((machine) =>
          readFileSync(fleet.file(machine, path.join('var/log/postgresql/pgbouncer.log')), 'utf8'),
        )
        .join('');
      expect(log).toMatch(/almanac\/almanac_counter@.* login attempt/);
    }
  },
);
