import { describe, expect, it } from 'vitest';
import { postgresOfFile } from '../postgres-of-file.ts';
import { countedIn, openedDatabase, openedKeys, overTwoWindows, teamWithSchema } from './opened-keys.ts';

/** Keys and limits of a team on a real PostgreSQL. */

const postgres = postgresOfFile();

const team = () => teamWithSchema(postgres);

describe('a count that is taken back', () => {
  it('is gone at every node, in the windows in which it was counted', async () => {
    const address = await team();
    const [{ keys: one }, { keys: two }] = [await openedKeys(address), await openedKeys(address)];
    const { key } = await one.create('notebook');
    const admitted = await one.admit({ key }, undefined);
    expect(admitted).toMatchObject({ quota: { dayRemaining: 9999 } });
    if (admitted.state === 'active') admitted.takeBack?.();
    await expect.poll(async () => (await two.list())[0]?.today).toBe(0);
    expect(await two.admit({ key }, undefined)).toMatchObject({ quota: { dayRemaining: 9999 } });
  });
});

describe('the keys of a team', () => {
  it('are created, listed with their role and use, and revoked, and the audit says by whom', async () => {
    const address = await team();
    const { keys } = await openedKeys(address, { who: 'ann@desk' });
    const read = await keys.create('notebook');
    const admin = await keys.create('operator', 'admin');
    expect(read.key).toMatch(/^alm_[\w-]{43}$/);
    await expect(keys.create(' ')).rejects.toThrow(/label/);
    expect(await keys.admit({ key: read.key }, 'curl/8')).toMatchObject({
      state: 'active',
      keyId: read.id,
      quota: { minuteRemaining: 99, dayRemaining: 9999, exceeded: undefined },
    });
    expect(await keys.admit({ id: read.id }, undefined)).toMatchObject({ quota: { minuteRemaining: 98 } });
    expect(await keys.authenticate(admin.key)).toEqual({ state: 'active', keyId: admin.id, role: 'admin' });
    const listed = await keys.list();
    const found = (id: string) => listed.find((one) => one.id === id);
    expect(found(read.id)).toMatchObject({ role: 'read', today: 2, thisMinute: 2, lastClient: 'curl/8' });
    expect(found(admin.id)).toMatchObject({ role: 'admin', today: 0, revokedAt: null, isForFred: false });
    const { revokedAt } = await keys.revoke(read.id);
    expect((await keys.revoke(read.id)).revokedAt).toBe(revokedAt);
    expect(await keys.admit({ key: read.key }, undefined)).toEqual({ state: 'revoked', keyId: read.id });
    expect(await keys.admit({ id: read.id }, undefined)).toEqual({ state: 'revoked', keyId: read.id });
    expect(await keys.authenticate(read.key)).toEqual({ state: 'revoked', keyId: read.id });
    expect(await keys.admit({ key: 'alm_no' }, undefined)).toEqual({ state: 'unknown' });
    await expect(keys.revoke('nosuch')).rejects.toThrow(/nosuch/);
    const audit = await postgres.query<{ who: string; what: string; detail: string }>(
      address.database,
      'SELECT who, what, detail FROM audit ORDER BY at, what',
    );
    expect(audit).toEqual([
      { who: 'ann@desk', what: 'key created', detail: `${read.id} read notebook` },
      { who: 'ann@desk', what: 'key created', detail: `${admin.id} admin operator` },
      { who: 'ann@desk', what: 'key revoked', detail: `${read.id} notebook` },
    ]);
    const stored = await postgres.query(address.database, 'SELECT * FROM api_key');
    expect(JSON.stringify(stored)).not.toContain(read.key);
    const fred = await keys.createForFred('julia');
    expect((await keys.list()).find(({ id }) => id === fred.id)).toMatchObject({ isForFred: true });
  });

  it('are revoked at one node and refused at another with the next request, and the secret is one', async () => {
    const address = await team();
    const [one, two] = [await openedKeys(address), await openedKeys(address)];
    expect(two.keys.tokenSecret()).toEqual(one.keys.tokenSecret());
    const { key, id } = await one.keys.create('notebook');
    expect(await two.keys.admit({ key }, undefined)).toMatchObject({ state: 'active' });
    expect(await two.keys.authenticate(key)).toMatchObject({ state: 'active' });
    await one.keys.revoke(id);
    expect(await two.keys.admit({ key }, undefined)).toMatchObject({ state: 'revoked' });
    expect(await two.keys.authenticate(key)).toMatchObject({ state: 'revoked' });
  });

  it('are revoked once, with one row of the audit, however many revoke one in the same millisecond', async () => {
    const address = await team();
    const now = () => new Date('2026-11-20T18:00:00Z');
    const nodes = [await openedKeys(address, { now }), await openedKeys(address, { now })];
    const id = (await nodes[0]?.keys.create('notebook'))?.id ?? '';
    const gone = await Promise.all([...nodes, ...nodes, ...nodes].map(({ keys }) => keys.revoke(id)));
    expect(gone.map(({ revokedAt }) => revokedAt)).toEqual(gone.map(() => now().toISOString()));
    await nodes[1]?.keys.revoke(id);
    const revoked = "SELECT detail FROM audit WHERE what = 'key revoked'";
    expect(await postgres.query(address.database, revoked)).toEqual([{ detail: `${id} notebook` }]);
  });
});

it('requests are counted by a role whose commits do not wait, and which can do nothing else', async () => {
  const address = await team();
  const { database } = address;
  const sql = (text: string) => postgres.query(database, text);
  await sql(`DO $$ BEGIN CREATE ROLE counter LOGIN PASSWORD 'the password of the test’s database';
    EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
  await sql('ALTER ROLE counter SET synchronous_commit = off');
  await sql('GRANT SELECT ON api_key TO counter');
  await sql('GRANT SELECT, INSERT, UPDATE ON use_count TO counter');
  const counters = { ...address, address: address.address.replace('almanac@', 'counter@') };
  const counting = openedDatabase(counters);
  expect(await counting.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
  const { keys } = await openedKeys(address, {}, counters);
  const { key, id } = await keys.create('k');
  expect(await keys.admit({ key }, 'R')).toMatchObject({ quota: { minuteRemaining: 99 } });
  await keys.revoke(id);
  expect(await keys.admit({ key }, 'R')).toMatchObject({ state: 'revoked' });
  expect((await keys.list())[0]).toMatchObject({ today: 1, lastClient: 'R' });
  await expect(counting.query('UPDATE api_key SET revoked_at = NULL')).rejects.toMatchObject({
    code: 'team_refused',
  });
});

describe('limits', () => {
  it('cost one statement a request, and none while an exceeded window lasts', async () => {
    const { keys, asked } = await openedKeys(await team(), { minuteMs: 3_600_000 });
    const { key, id } = await keys.create('busy');
    for (let left = 99; left >= 0; left--)
      expect(await keys.admit({ key }, undefined)).toMatchObject({
        quota: { minuteRemaining: left, exceeded: undefined },
      });
    expect(asked()).toBe(100);
    expect(await keys.admit({ key }, undefined)).toMatchObject({
      state: 'active',
      quota: { exceeded: 'minute', minuteRemaining: 0, dayRemaining: 9900 },
    });
    const before = asked();
    for (let i = 0; i < 50; i++)
      expect(await keys.admit({ id }, undefined)).toMatchObject({ quota: { exceeded: 'minute' } });
    expect(asked()).toBe(before);
    expect((await keys.list())[0]).toMatchObject({ today: 100, thisMinute: 100 });
  });

  it('of the day win over those of the minute', async () => {
    const address = await team();
    const { keys } = await openedKeys(address);
    const { key, id } = await keys.create('heavy');
    await keys.admit({ key }, undefined);
    await postgres.query(address.database, 'UPDATE use_count SET day_count = 10000, minute_count = 100');
    expect(await keys.admit({ key }, undefined)).toMatchObject({
      keyId: id,
      quota: { exceeded: 'day', dayRemaining: 0, minuteRemaining: 0 },
    });
    const other = await keys.create('other');
    expect(await keys.admit({ key: other.key }, undefined)).toMatchObject({ quota: { minuteRemaining: 99 } });
  });

  it('begin anew with the next window of the database’s clock, and after a clock that was far ahead', async () => {
    const address = await team();
    const { keys } = await openedKeys(address);
    const { key } = await keys.create('k');
    await keys.admit({ key }, undefined);
    for (const change of ['minute = minute - 1, day = day - 1', 'minute = minute + 5, day = day + 5']) {
      await postgres.query(
        address.database,
        `UPDATE use_count SET ${change}, minute_count = 100, day_count = 10000`,
      );
      expect(await keys.admit({ key }, undefined)).toMatchObject({
        quota: { minuteRemaining: 99, dayRemaining: 9999, exceeded: undefined },
      });
    }
  });

  it('are exactly 100 a window over three nodes with 16 requests each in flight, across the ends of windows', async () => {
    const address = await team();
    const minuteMs = 3000;
    const nodes = await Promise.all([1, 2, 3].map(() => openedKeys(address, { minuteMs })));
    const [first] = nodes;
    if (!first) throw new Error('No node');
    const { key } = await first.keys.create('shared');
    let isOver = false;
    const firstWindow = Math.floor(Date.now() / minuteMs);
    const admitted = nodes.flatMap(({ keys }) =>
      Array.from({ length: 16 }, async () => {
        let count = 0;
        while (!isOver) {
          const found = await keys.admit({ key }, undefined);
          if (found.state !== 'active') throw new Error(found.state);
          if (!found.quota.exceeded) count += 1;
          else await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return count;
      }),
    );
    const read = countedIn(postgres, address.database);
    const counted = await overTwoWindows(read, minuteMs).finally(() => {
      isOver = true;
    });
    const counts = await Promise.all(admitted);
    const last = await read();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(last?.day_count);
    expect(last?.minute).toBe(counted.begun + 2);
    expect((last?.day_count ?? 0) - counted.atFirst).toBe(200);
    // On a busy machine a whole window may end before the first look.
    expect(counted.atFirst).toBeLessThanOrEqual(100 * (counted.begun - firstWindow + 1));
  });
});
