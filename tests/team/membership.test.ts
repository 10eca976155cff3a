import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { statusLines } from '../../service/cli/team.ts';
import { openIngestWorker } from '../../service/ingest/worker/index.ts';
import {
  clockLine,
  type MembershipOptions,
  openMembership,
  openTeamDatabase,
  readTeamStatus,
  type TeamAddress,
} from '../../service/team/index.ts';
import { openLease } from '../../service/team/membership.ts';
import { joinNodes, listNodes } from '../../service/team/nodes.ts';
import { openedDatabase, teamWithSchema } from './admission/opened-keys.ts';
import { jolts, makeTeam, postgresOfFile, type TestTeam } from './team.ts';
import { temporaryFolder } from './temporary.ts';

/** A node as a member of its team: connections, clock, lease, and its line in `team status`. */

const postgres = postgresOfFile();

async function joined({ where }: TestTeam, options: Partial<MembershipOptions> = {}) {
  const dataDir = temporaryFolder('member');
  const lines: string[] = [];
  const membership = await openMembership({
    ...{ ...where, dataDir, node: 'one', now: () => new Date(), log: (line: string) => lines.push(line) },
    ...options,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= membership.close();
    return closing;
  };
  onTestFinished(close);
  return { ...membership, close, dataDir, lines };
}

it('a node that does everything at once has eight connections, and asking for the team waits for no download', {
  tags: 'soak',
}, async () => {
  const team = await makeTeam(postgres);
  await team.node('first').importText(jolts(8000));
  // The first node keeps its connection for a while, so only later connections are counted.
  const [before] = await postgres.query<{ at: string }>('postgres', 'SELECT clock_timestamp()::text AS at');
  const member = await joined(team);
  await member.join('http://127.0.0.1:4780');
  const { key, id } = await member.keys.create('k');
  // More slow desktops than the node sends to at a time.
  const end = Promise.withResolvers<void>();
  const reads = Array.from({ length: 4 }, () => member.feed.read(undefined, undefined, () => end.promise));
  for (const read of reads) read.catch(() => undefined);
  const worker = openIngestWorker({
    ...{ dataDir: member.dataDir, now: () => new Date(), log: () => undefined },
    team: { ...team.where, node: 'one' },
  });
  onTestFinished(() => worker.close());
  const file = path.join(member.dataDir, 'given.csv');
  writeFileSync(file, jolts(8001));
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const [row] = await postgres.query<{ n: string }>(
        team.where.database,
        "SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'almanac' AND datname = current_database() AND backend_start > $1",
        [before?.at],
      );
      most = Math.max(most, Number(row?.n));
      await sleep(10);
    }
  })();
  const importing = worker.import([{ path: file }], { allowJumps: true });
  for (let round = 0; round < 10; round++)
    await Promise.all([
      ...Array.from({ length: 9 }, () => member.keys.admit({ key }, undefined)),
      ...Array.from({ length: 9 }, () => member.database.query('SELECT pg_sleep(0.01)')),
    ]);
  await importing;
  expect(await member.feed.keyOf(id)).toEqual({ role: 'read', key_name: 'k' });
  isOver = true;
  await watching;
  end.resolve();
  await Promise.allSettled(reads);
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThanOrEqual(8);
});

it('a node whose clock differs says so, and does not start if it differs by more than a minute', async () => {
  const team = await makeTeam(postgres);
  const at = (ms: number) => () => new Date(Date.now() + ms);
  expect((await joined(team)).lines).toEqual([]);
  expect((await joined(team, { now: at(-10_000) })).lines).toEqual([
    expect.stringMatching(
      /^The clock of this computer is (9|10|11)\.\d s behind that of the team's database /,
    ),
  ]);
  const before = await team.query(
    'SELECT (SELECT count(*) FROM secret) AS s, (SELECT count(*) FROM node) AS n',
  );
  await expect(joined(team, { now: at(90_000) })).rejects.toMatchObject({
    code: 'team_refused',
    message: expect.stringMatching(/ s ahead of .* less than a minute\.$/),
  });
  expect(
    await team.query('SELECT (SELECT count(*) FROM secret) AS s, (SELECT count(*) FROM node) AS n'),
  ).toEqual(before);
});

it('the status shows each node’s lag, the slowest node, and clocks that differ', async () => {
  const team = await makeTeam(postgres);
  await team.node('first').importText(jolts(8000));
  await team.node('second').importText(jolts(8001));
  const database = openTeamDatabase(team.where);
  onTestFinished(() => database.close());
  const ms = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  await team.query(
    'UPDATE publish SET at = to_char(now() - interval \'90 s\', \'YYYY-MM-DD"T"HH24:MI:SS"Z"\')',
  );
  await team.query(
    `INSERT INTO node SELECT name, name, 'http://x', '1', version, ${ms} FROM (VALUES ('a', 2), ('b', 0), ('c', 1)) AS x(name, version)`,
  );
  await team.query(
    'UPDATE publish SET at = to_char(now() - interval \'30 s\', \'YYYY-MM-DD"T"HH24:MI:SS"Z"\') WHERE version = 2',
  );
  const status = await readTeamStatus(database, () => new Date(Date.now() - 5000));
  const seconds = status.nodes.map(({ lag_ms }) => Math.round(lag_ms / 10_000) * 10);
  expect(seconds).toEqual([0, 90, 30]);
  expect(status.slowest?.name).toBe('b');
  const lines = statusLines(status).join('\n');
  expect(lines).toMatch(/^Slowest: b, 9\d s behind the newest publish$/m);
  expect(lines).toMatch(/^b .* 0 +2 +9\d s +\d s ago$/m);
  const people = Array.from({ length: 11 }, (_, n) => ({
    ...{ key_id: `key${n}`, label: 'Rita', is_revoked: n === 9 },
    ...{ saved_bytes: 1_204_499, versions_bytes: 401_500, shared_bytes: 0 },
  }));
  const [, heads, first, ...others] = statusLines({ ...status, people }).slice(-13);
  expect(heads).toMatch(/^PERSON +KEY +SAVED +OLD VERSIONS +SHARED$/);
  expect(first).toMatch(/^Rita +key0 +1,204 kB +402 kB +0 kB$/);
  expect(others.slice(-2)).toEqual([
    expect.stringMatching(/^Rita +key9 \(revoked\) /),
    'and 1 person with less: --json has all',
  ]);
  expect(clockLine(status.clockAheadMs, 'db')).toMatch(
    / (4|5|6)\.\d s behind that of the team's database db\./,
  );
});

/** @returns the number of open files of a folder in this process; always 0 on systems without /proc. */
function openIn(folder: string): number {
  const descriptors = '/proc/self/fd';
  if (!existsSync(descriptors)) return 0;
  const targets = readdirSync(descriptors).map((name) => {
    try {
      return readlinkSync(path.join(descriptors, name));
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder)).length;
}

it('a node’s id is its name and port; it knows its version, and leaves nothing behind when it closes', async () => {
  const team = await makeTeam(postgres);
  await team.node('first').importText(jolts(8000));
  const nodes = async () =>
    (await team.query(
      'SELECT id, name, url, team_version::int AS version FROM node ORDER BY id',
    )) as object[];
  const [one, two] = [await joined(team), await joined(team)];
  expect([one.version(), one.mayRefresh(), await one.copyHas(1), await one.copyHas(0)]).toEqual([
    1,
    false,
    true,
    true,
  ]);
  await one.join('http://127.0.0.1:4780');
  // The first node must get the lease before the second asks.
  await expect.poll(() => one.mayRefresh()).toBe(true);
  await two.join('http://127.0.0.1:4781');
  expect(two.mayRefresh()).toBe(false);
  const row = (port: number) => ({
    id: `one:${port}`,
    name: 'one',
    url: `http://127.0.0.1:${port}`,
    version: 1,
  });
  expect(await nodes()).toEqual([row(4780), row(4781)]);
  expect(await team.query('SELECT name, holder FROM lease')).toEqual([
    { name: 'refresh', holder: 'one:4780' },
  ]);
  const { id } = await one.keys.create('k');
  one.keys.note(id, 'R');
  await one.close();
  // Closing has stored the notes, and another node may refresh at once.
  expect(await team.query("SELECT who FROM audit WHERE what = 'key created'")).toEqual([{ who: 'node one' }]);
  expect(await team.query('SELECT last_client FROM api_key')).toEqual([{ last_client: 'R' }]);
  expect([await nodes(), await team.query('SELECT * FROM lease')]).toEqual([[row(4781)], []]);
  expect(openIn(one.dataDir)).toBe(0);
  expect(await two.copyHas(2)).toBe(false);
  // A database that hangs does not keep a node from ending.
  const database = openTeamDatabase(team.where);
  onTestFinished(() => database.close());
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = database.transaction(async ({ query }) => {
    await query('LOCK TABLE node IN ACCESS EXCLUSIVE MODE');
    held.resolve();
    await end.promise;
  });
  await held.promise;
  const begun = performance.now();
  await two.close();
  expect(performance.now() - begun).toBeLessThan(15_000);
  end.resolve();
  await holding;
});

it('a node that cannot count does not start, and closes what it has opened', async () => {
  const team = await makeTeam(postgres);
  const counters = team.where.address.replace('almanac@', 'nobody_here@');
  await expect(joined(team, { counters })).rejects.toMatchObject({ code: 'team_refused' });
  // PostgreSQL ends a connection a moment after it was closed.
  await expect
    .poll(() =>
      postgres.query(
        team.where.database,
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'almanac' AND datname = current_database()",
      ),
    )
    .toEqual([]);
});

function lease(address: TeamAddress, holder: string, lastsMs = 30_000) {
  const database = openedDatabase(address);
  const options = { database, name: 'refresh', holder, lastsMs, renewMs: 20, log: () => undefined };
  const opened = openLease(options);
  onTestFinished(() => opened.close());
  return { ...opened, database };
}

it('the lease of the refreshes goes to another node when its holder is silent, and never has two holders', async () => {
  const address = await teamWithSchema(postgres);
  const lastsMs = 600;
  const one = lease(address, 'one', lastsMs);
  await expect.poll(() => one.isHeld()).toBe(true);
  const two = lease(address, 'two', lastsMs);
  // The first node can no longer renew its lease.
  await one.database.close();
  let isBoth = false;
  await expect
    .poll(
      () => {
        isBoth ||= one.isHeld() && two.isHeld();
        return two.isHeld();
      },
      { interval: 1, timeout: 10_000 },
    )
    .toBe(true);
  expect([isBoth, one.isHeld()]).toEqual([false, false]);
});

it('the nodes of a team report themselves, count recent reports, leave, and are forgotten after a day', async () => {
  const address = await teamWithSchema(postgres);
  const database = openedDatabase(address);
  const log: string[] = [];
  const join = (id: string) =>
    joinNodes({
      database,
      node: { id, name: id, url: `http://${id}:4780`, almanac_version: '1.2.3' },
      version: () => 7,
      log: (line) => log.push(line),
      reportMs: 100,
    });
  const one = await join('one');
  const two = await join('two');
  expect(two.count()).toBe(2);
  await expect.poll(() => one.count()).toBe(2);
  expect(await listNodes(database)).toMatchObject([
    { id: 'one', url: 'http://one:4780', almanac_version: '1.2.3', team_version: 7 },
    { id: 'two' },
  ]);
  const day = 24 * 60 * 60_000;
  await postgres.query(
    address.database,
    `INSERT INTO node SELECT x.id, x.id, '', '', 0, o.seen_at - x.ago FROM node o,
   (VALUES ('silent', 60000), ('forgotten', ${day + 60_000})) AS x(id, ago) WHERE o.id = 'one'`,
  );
  await expect
    .poll(async () => (await listNodes(database)).map(({ id }) => id))
    .toEqual(['one', 'silent', 'two']);
  expect(one.count()).toBe(2);
  await one.close();
  await expect.poll(() => two.count()).toBe(1);
  await two.close();
  expect((await listNodes(database)).map(({ id }) => id)).toEqual(['silent']);
  expect(log).toEqual([]);
});
