import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineAway, openEngine } from '../../../service/team/admission/engine.ts';
import { TRY_COUNTING } from '../../../service/team/admission/statements.ts';
import type { SqlValue, TeamDatabase } from '../../../service/team/connect.ts';
import { postgresOfFile } from '../team.ts';
import { openedDatabase, openedKeys, teamWithSchema } from './opened-keys.ts';

/** A node's answers while the team's database is stopped, hangs, or refuses. */

const postgres = postgresOfFile();

const team = () => teamWithSchema(postgres);

describe('while the database is away', () => {
  it('each node gives a key its share of the limits, still accepts known keys, and answers “away” for unknown ones', async () => {
    const address = await team();
    const { keys, engine, log } = await openedKeys(address, { nodes: () => 3 });
    const [used, idle, revoked] = [
      await keys.create('used'),
      await keys.create('idle'),
      await keys.create('revoked'),
    ];
    await keys.revoke(revoked.id);
    for (const { key } of [used, revoked]) await keys.admit({ key }, undefined);
    await postgres.stop();

    const begun = performance.now();
    const found = await Promise.all(
      Array.from({ length: 60 }, () => keys.admit({ key: used.key }, undefined)),
    );
    expect(performance.now() - begun).toBeLessThan(4000);
    expect(found.filter(({ state }) => state === 'active')).toHaveLength(33);
    expect(found.filter(({ state }) => state === 'away')).toHaveLength(27);
    const left = found.flatMap((one) => (one.state === 'active' ? [one.quota.minuteRemaining] : []));
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 33 }, (_, i) => 32 - i));
    // A paging token names its key by the id: the same key, the same share.
    expect(await keys.admit({ id: used.id }, undefined)).toEqual({ state: 'away', keyId: used.id });

    expect(await keys.authenticate(used.key)).toMatchObject({ state: 'active', keyId: used.id });
    expect(await keys.authenticate(revoked.key)).toMatchObject({ state: 'revoked' });
    for (const who of [{ key: revoked.key }, { id: revoked.id }])
      expect(await keys.admit(who, undefined)).toMatchObject({ state: 'revoked' });
    for (const key of [idle.key, 'alm_no']) {
      expect(await keys.admit({ key }, undefined)).toEqual({ state: 'away' });
      expect(await keys.authenticate(key)).toEqual({ state: 'away' });
    }
    await expect(keys.create('new')).rejects.toMatchObject({ code: 'team_unreachable' });
    await expect(keys.revoke(used.id)).rejects.toMatchObject({ code: 'team_unreachable' });
    expect(engine.isAway()).toBe(true);

    await postgres.start();
    await expect.poll(() => engine.isAway(), { timeout: 10_000 }).toBe(false);
    expect(await keys.admit({ key: used.key }, undefined)).toMatchObject({
      state: 'active',
      quota: { minuteRemaining: expect.toSatisfy((left: number) => left === 98 || left === 99) },
    });
    expect(await keys.admit({ key: idle.key }, undefined)).toMatchObject({
      quota: { minuteRemaining: 99 },
    });
    expect(await keys.admit({ key: 'alm_no' }, undefined)).toEqual({ state: 'unknown' });
    expect(log.filter((line) => /does? not answer|did not answer/.test(line))).toHaveLength(1);
    expect(log.filter((line) => /answers again/.test(line))).toHaveLength(1);
    expect(log.join('\n')).not.toContain('alm_');
  });

  it('a database that can be read but cannot count requests stays away until it can, and a key gets one share', async () => {
    const address = await team();
    const { keys, engine, log } = await openedKeys(address, { nodes: () => 50, probeMs: 20 });
    const { key } = await keys.create('k');
    await keys.admit({ key }, undefined);
    const sql = (text: string) => postgres.query(address.database, text);
    await sql(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
    await sql('CREATE TRIGGER full_disk BEFORE INSERT ON use_count FOR EACH ROW EXECUTE FUNCTION no_room()');
    const states: string[] = [];
    let longestMs = 0;
    for (let asked = 0; asked < 20; asked++) {
      states.push((await keys.admit({ key }, undefined)).state);
      longestMs = Math.max(longestMs, engine.awayMs());
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    // The share is 100 a minute divided by fifty nodes.
    expect(states).toEqual(['active', 'active', ...Array.from({ length: 18 }, () => 'away')]);
    expect(longestMs).toBeGreaterThan(500);
    expect(log).toEqual([expect.stringMatching(/disk of the team's database .* is full/)]);
    await sql('DROP TRIGGER full_disk ON use_count');
    await expect.poll(() => engine.isAway(), { timeout: 10_000 }).toBe(false);
    // Not the minute's rest: another minute may have begun.
    expect(await keys.admit({ key }, undefined)).toMatchObject({ state: 'active' });
    expect(await keys.list()).toMatchObject([{ today: 2 }]);
  });
});

it('a database that answers but refuses writes counts as away until it accepts them', async () => {
  const address = await postgres.freshDatabase();
  await postgres.query(address.database, 'CREATE TABLE counted(n integer)');
  // The engine's probe needs both tables.
  await postgres.query(address.database, 'CREATE TABLE api_key(id text)');
  const counts = 'minute integer, minute_count integer, day integer, day_count bigint';
  await postgres.query(address.database, `CREATE TABLE use_count(key_id text PRIMARY KEY, ${counts})`);
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const database = openedDatabase(address);
  let looks = 0;
  const watched: TeamDatabase = {
    ...database,
    async query<Row extends object>(sql: string, values?: readonly SqlValue[]) {
      if (sql === TRY_COUNTING) looks += 1;
      return database.query<Row>(sql, values);
    },
  };
  const engine = openEngine(watched, { log, probeMs: 20 });
  onTestFinished(() => engine.close());
  const count = () => engine.ask('INSERT INTO counted VALUES (1)');
  const takesWrites = async (isPrimary: boolean) => {
    const value = isPrimary ? 'off' : 'on';
    await postgres.query(
      'postgres',
      `ALTER DATABASE ${address.database} SET default_transaction_read_only = ${value}`,
    );
    await postgres.breakConnections(address.database);
  };
  await count();
  await takesWrites(false);
  await expect(count()).rejects.toThrow(EngineAway);
  await expect.poll(() => looks, { timeout: 10_000 }).toBeGreaterThan(3);
  expect(engine.isAway()).toBe(true);
  await takesWrites(true);
  // A probe may run between the change and the end of its own connection.
  const counted = () =>
    count().then(
      () => true,
      () => false,
    );
  await expect.poll(counted, { timeout: 10_000 }).toBe(true);
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/answers what it can/),
    expect.stringMatching(/answers again/),
  ]);
});
