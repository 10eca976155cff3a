import { expect, it, onTestFinished } from 'vitest';
import { EngineAway, openEngine } from '../../../service/team/admission/engine.ts';
import { TRY_COUNTING } from '../../../service/team/admission/statements.ts';
import type { SqlValue, TeamDatabase } from '../../../service/team/connect.ts';
import { missingForPostgres, startPostgres } from '../postgres.ts';
import { openedDatabase } from './opened-keys.ts';

/** In a failover the standby answers before it becomes the primary. */

it('a database that answers and takes no writes is away until it does', async ({ skip }) => {
  const missing = missingForPostgres();
  skip(missing !== '', missing);
  const postgres = await startPostgres();
  onTestFinished(() => postgres.end());
  const address = await postgres.freshDatabase();
  await postgres.query(address.database, 'CREATE TABLE counted(n integer)');
  // What it looks with.
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
  await expect.poll(() => engine.isAway(), { timeout: 10_000 }).toBe(false);
  await count();
  expect(lines).toEqual([
    expect.stringMatching(/answers what it can/),
    expect.stringMatching(/answers again/),
  ]);
});
