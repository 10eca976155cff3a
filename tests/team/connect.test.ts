import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  CommitUnknown,
  type ConnectOptions,
  expectSchema,
  makeFirstKey,
  migrateTeam,
  openTeamDatabase,
  setUpTeam,
  type TeamDatabase,
} from '../../service/team/index.ts';
import { MIGRATIONS } from '../../service/team/schema.ts';
import { startCuttingProxy } from './cut-proxy.ts';
import { postgresOfFile } from './team.ts';

const postgres = postgresOfFile();

function open(options: ConnectOptions): TeamDatabase {
  const database = openTeamDatabase(options);
  onTestFinished(() => database.close());
  return database;
}

it('names a database’s problem in one line', async () => {
  const { address, passwordFile, database } = await postgres.freshDatabase();
  const wrong = path.join(path.dirname(passwordFile), 'wrong');
  writeFileSync(wrong, 'not this one\n');
  await expect(open({ address, passwordFile: wrong }).query('SELECT 1')).rejects.toThrow(
    /refused the password\. Put the right one/,
  );
  const absent = address.replace(database, 'no_such_one');
  await expect(open({ address: absent, passwordFile }).query('SELECT 1')).rejects.toThrow(
    /There is no such database: almanac@127\.0\.0\.1:\d+\/no_such_one\./,
  );
  await expect(
    open({ address: 'postgres://almanac@127.0.0.1:1/x', passwordFile }).query('SELECT 1'),
  ).rejects.toThrow(/did not answer \(ECONNREFUSED\)/);
  expect(() => openTeamDatabase({ address, passwordFile: '/nowhere/password' })).toThrow(
    /password \/nowhere\/password cannot be read/,
  );
});

it('reports a missing schema, and makes it once', async () => {
  const one = open(await postgres.freshDatabase());
  // Tables of other schemas do not matter.
  await one.query('CREATE SCHEMA other');
  for (const name of ['almanac_schema', 'run']) await one.query(`CREATE TABLE other.${name}(id int)`);
  await expect(expectSchema(one)).rejects.toThrow(/not set up.*as its owner: .* team init 'postgres:/);
  await migrateTeam(one);
  await migrateTeam(one);
  await expectSchema(one);
  const views = await one.query<{ date: string }>('SELECT date FROM observation_text');
  expect(views).toEqual([]);
});

it('several processes that set a team up at the same time make one team and one first key', {
  tags: 'soak',
}, async () => {
  // The processes interleave differently in each round.
  for (let round = 0; round < 4; round++) {
    const where = await postgres.freshDatabase();
    const made = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const database = open({ ...where, connections: 2 });
        const { head, isNew } = await setUpTeam(database, new Date());
        return { team: head.teamId, isNew, key: await makeFirstKey(database) };
      }),
    );
    expect(new Set(made.map(({ team }) => team)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(made.filter(({ key }) => key !== undefined)).toHaveLength(1);
    const rows = await postgres.query(where.database, "SELECT role FROM api_key WHERE label = 'first admin'");
    expect(rows).toEqual([{ role: 'admin' }]);
    // This process looks for the mark just before another process makes it, and for tables just after.
    const database = open(where);
    let looks = 0;
    const query: typeof database.query = async (sql, values) =>
      values?.[0] === 'almanac_schema' && looks++ === 0 ? [] : database.query(sql, values);
    await expect(setUpTeam({ ...database, query }, new Date())).resolves.toMatchObject({ isNew: false });
  }
});

it.for([
  ['CREATE TABLE run(id int)', 'a table run'],
  ['CREATE VIEW observation_text AS SELECT 1', 'a table observation_text'],
  [
    'CREATE TABLE "fetch"(id int); CREATE TABLE node(id int); CREATE TABLE "other"(id int)',
    'tables fetch, node',
  ],
] as const)('leaves the tables of another program alone: %s', async ([sql, found]) => {
  const where = await postgres.freshDatabase();
  await postgres.query(where.database, sql);
  const database = open(where);
  const refused = {
    code: 'team_refused',
    message: `${database.name} belongs to another program: it has ${found} that Almanac did not make. Use an empty database of its own.`,
  };
  await expect(migrateTeam(database)).rejects.toMatchObject(refused);
  await expect(expectSchema(database)).rejects.toMatchObject(refused);
});

it('still begins with the steps of the first release: never change their hashes, add a step', async () => {
  const where = await postgres.freshDatabase();
  await migrateTeam(open(where));
  const found = await postgres.query(
    where.database,
    'SELECT sha256 FROM almanac_schema ORDER BY version LIMIT 1',
  );
  expect(found).toEqual([{ sha256: 'b4616b5eb1100c2dc868d88d602d82989a8f54bbd62a3a1c385f610b885cbdcb' }]);
});

it('refuses a newer schema, names an older one, and one that is not ours', async () => {
  const where = await postgres.freshDatabase();
  const database = open(where);
  await migrateTeam(database);
  const ask = (sql: string) => postgres.query(where.database, sql);
  const steps = MIGRATIONS as { name: string; sql: string }[];
  onTestFinished(() => void steps.splice(1));
  steps.push({ name: 'a later step', sql: 'CREATE TABLE later(id bigint PRIMARY KEY)' });
  await expect(expectSchema(database)).rejects.toThrow(
    /has schema 1.*needs 2.*Bring it up to date, as its owner: .* team init /,
  );
  steps.pop();
  await ask("INSERT INTO almanac_schema VALUES (1000, 'of the future', '')");
  await expect(expectSchema(database)).rejects.toThrow(
    /set up by a newer Almanac: it has schema 2, this one knows up to 1\. /,
  );
  // The first step must be ours, whatever follows it.
  await ask("UPDATE almanac_schema SET sha256 = 'x' WHERE version = 1");
  for (const open of [expectSchema, migrateTeam])
    await expect(open(database)).rejects.toThrow(/that no released Almanac made/);
});

it('a connection that breaks at the commit leaves the outcome of a write unknown, and makes a read fail', async () => {
  const where = await postgres.freshDatabase();
  const proxy = await startCuttingProxy(postgres.port, 'before');
  const database = open({ ...where, address: where.address.replace(/:\d+\//, `:${proxy.port}/`) });
  const cut = (kind: 'read' | 'write') => {
    proxy.arm();
    return database.transaction(({ query }) => query("SELECT 'INSERT INTO publish'"), kind);
  };
  await expect(cut('write')).rejects.toBeInstanceOf(CommitUnknown);
  await expect(cut('read')).rejects.toMatchObject({
    code: 'team_unreachable',
    message: `The team's database ${database.name} did not answer (Connection terminated unexpectedly). Check that it runs and that this machine may reach it, then try again.`,
  });
  expect(proxy.cuts()).toBe(2);
});
