import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { postgresOfFile } from '../team.ts';
import { countedIn, openedDatabase, openedKeys, overTwoWindows, teamWithSchema } from './opened-keys.ts';

/** Keys and limits of a team on a real PostgreSQL. */

const postgres = postgresOfFile();

const team = () => teamWithSchema(postgres);

it('a key is revoked once, with one audit row, however many nodes revoke it in the same millisecond', async () => {
  const address = await team();
  const now = () => new Date('2026-11-20T18:00:00Z');
  const nodes = [await openedKeys(address, { now }), await openedKeys(address, { now })];
  const id = (await nodes[0]?.keys.create('notebook'))?.id ?? '';
  const gone = await Promise.all([...nodes, ...nodes, ...nodes].map(({ keys }) => keys.revoke(id)));
  expect(gone.map(({ revoked_at }) => revoked_at)).toEqual(gone.map(() => now().toISOString()));
  await nodes[1]?.keys.revoke(id);
  const revoked = "SELECT detail FROM audit WHERE what = 'key revoked'";
  expect(await postgres.query(address.database, revoked)).toEqual([{ detail: `${id} notebook` }]);
});

it('the role that counts requests does not wait for its commits, and can do nothing else', async () => {
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
  expect((await keys.list())[0]).toMatchObject({ today: 1, last_client: 'R' });
  await expect(counting.query('UPDATE api_key SET revoked_at = NULL')).rejects.toMatchObject({
    code: 'team_refused',
  });
});

describe('limits', () => {
  it('cost one statement for many quick requests of a key, and none while an exceeded window lasts', async () => {
    const { keys, asked } = await openedKeys(await team(), { minuteMs: 3_600_000 });
    const { key, id } = await keys.create('busy');
    for (let left = 99; left >= 0; left--)
      expect(await keys.admit({ key }, undefined)).toMatchObject({
        quota: { minuteRemaining: left, exceeded: undefined },
      });
    // Each statement counts a quarter of the rest ahead; a pause of the machine may end a reservation early.
    expect(asked()).toBeLessThan(50);
    expect(await keys.admit({ key }, undefined)).toMatchObject({
      state: 'active',
      quota: { exceeded: 'minute', minuteRemaining: 0, dayRemaining: 9900 },
    });
    const before = asked();
    for (let i = 0; i < 50; i++)
      expect(await keys.admit({ id }, undefined)).toMatchObject({ quota: { exceeded: 'minute' } });
    expect(asked()).toBe(before);
    expect((await keys.list())[0]).toMatchObject({ today: 100, this_minute: 100 });
  });

  it('start again with the next window of the database’s clock, and after a clock that was far ahead', async () => {
    const address = await team();
    const { keys } = await openedKeys(address);
    const { key } = await keys.create('k');
    await keys.admit({ key }, undefined);
    for (const change of ['minute = minute - 1, day = day - 1', 'minute = minute + 5, day = day + 5']) {
      await sleep(300);
      await postgres.query(
        address.database,
        `UPDATE use_count SET ${change}, minute_count = 100, day_count = 10000`,
      );
      expect(await keys.admit({ key }, undefined)).toMatchObject({
        quota: { minuteRemaining: 99, dayRemaining: 9999, exceeded: undefined },
      });
    }
  });

  it('are exactly 100 a window over three nodes with 16 requests each in flight, across the ends of windows', {
    tags: 'soak',
  }, async () => {
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
    await Promise.all(nodes.map(({ keys }) => keys.flush()));
    const last = await read();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(last?.day_count);
    expect(last?.minute).toBe(counted.begun + 2);
    expect((last?.day_count ?? 0) - counted.atFirst).toBe(200);
    // On a busy machine a whole window may end before the first reading.
    expect(counted.atFirst).toBeLessThanOrEqual(100 * (counted.begun - firstWindow + 1));
  });
});
