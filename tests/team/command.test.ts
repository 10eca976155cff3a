import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { importFiles } from '../../service/ingest/index.ts';
import { makeSample } from '../../service/ingest/sample/index.ts';
import { almanac } from '../cli/almanac.ts';
import { openRaw } from '../store/raw.ts';
import { jolts, makeTeam, postgresOfFile } from './team.ts';
import { temporaryFolder } from './temporary.ts';

const postgres = postgresOfFile();

it('sets a team up, moves a desktop’s data into it, imports, shows its status, and finds a damaged copy', async () => {
  const { address, passwordFile } = await postgres.freshDatabase();
  const password = ['--team-password-file', passwordFile];
  const at = ['--team', address, ...password];
  const made = await almanac('team', 'init', address, ...password);
  expect([made.status, made.err]).toEqual([0, '']);
  expect(made.out).toMatch(
    /is set up for a team\.[\s\S]*first admin key[\s\S]*alm_\S{20,}[\s\S]*Copy it now/,
  );
  const again = await almanac('team', 'init', address, ...password);
  expect(again.out).toMatch(/^almanac@.* has the tables of this Almanac; the team is at version 0\.\n$/);

  // The desktop has samples; real data will replace one of the datasets.
  const desktop = temporaryFolder('team-cli');
  const now = () => new Date('2026-11-20T18:00:00Z');
  await makeSample({ dataDir: desktop, now });
  const onlySample = await almanac('team', 'import', desktop, ...at);
  expect([onlySample.status, onlySample.err]).toEqual([
    1,
    expect.stringMatching(/no data to move into a team: sample data stay/),
  ]);
  const file = path.join(temporaryFolder('team-cli'), 'jolts.csv');
  for (const value of [8000, 8001]) {
    writeFileSync(file, jolts(value, 8100));
    await importFiles({ dataDir: desktop, files: [file], allowJumps: true, now });
  }
  const moved = await almanac('team', 'import', desktop, ...at);
  expect([moved.status, moved.out, moved.err]).toEqual([
    0,
    expect.stringMatching(/2 runs, version 1\. The folder is unchanged/),
    '',
  ]);
  const refused = await almanac('team', 'import', desktop, ...at);
  expect([refused.status, refused.err]).toEqual([
    1,
    expect.stringMatching(/The team has data already \(version 1\)/),
  ]);

  const node = temporaryFolder('team-cli');
  writeFileSync(file, jolts(8001, 8100, 8200));
  const imported = await almanac('import', file, ...at, '--data-dir', node);
  expect([imported.status, imported.err]).toEqual([0, '']);
  const tables = (dataDir: string, sql: string) => {
    using raw = openRaw(dataDir);
    return raw.db.prepare(sql).all();
  };
  expect(tables(node, 'SELECT value FROM revision')).toEqual([{ value: '8000' }]);
  expect(tables(node, 'SELECT value, row FROM observation')).toEqual(
    expect.arrayContaining(
      tables(
        desktop,
        "SELECT value, row FROM observation WHERE series_id IN (SELECT id FROM series WHERE dataset = 'jolts')",
      ),
    ),
  );
  expect(tables(node, 'SELECT DISTINCT origin FROM dataset')).toEqual([{ origin: 'file' }]);
  expect(tables(node, "SELECT count(*) AS n FROM run WHERE origin = 'sample'")).toEqual([{ n: 0 }]);

  const status = await almanac('team', 'status', ...at);
  expect(status.out).toMatch(/^Version: 2, published .* by \S+@\S+ at /m);
  expect(status.out).toMatch(/No node has reported within a day/);
  expect(status.err).toMatch(/No standby confirms commits .* synchronous_mode: true/);
  expect(JSON.parse((await almanac('team', 'status', ...at, '--json')).out)).toMatchObject({
    head: { version: 2 },
    nodes: [],
  });

  const right = await almanac('team', 'verify', ...at, '--data-dir', node);
  expect([right.status, right.out]).toEqual([
    0,
    expect.stringMatching(/is the team's: version 2, \d+ rows compared/),
  ]);
  {
    using raw = openRaw(node);
    raw.db.exec("UPDATE run SET location = 'x' WHERE id = (SELECT max(id) FROM run)");
  }
  const wrong = await almanac('team', 'verify', ...at, '--data-dir', node);
  expect([wrong.status, wrong.err]).toEqual([
    1,
    expect.stringMatching(/a row of run with id \d+: location is x in the copy and .*--rebuild/),
  ]);
  const rebuilt = await almanac('team', 'verify', '--rebuild', ...at, '--data-dir', node);
  expect([rebuilt.status, rebuilt.out]).toEqual([0, expect.stringMatching(/is the team's: version 2/)]);

  const local = await almanac('import', file, '--data-dir', node);
  expect([local.status, local.err]).toEqual([
    1,
    expect.stringMatching(/is a copy of a team's data.*--team ADDRESS/),
  ]);
});

it('an import that begins while the database is away waits for it, and says so', {
  tags: 'soak',
}, async () => {
  const team = await makeTeam(postgres);
  const at = ['--team', team.where.address, '--team-password-file', team.where.passwordFile];
  const file = path.join(temporaryFolder('team-cli'), 'jolts.csv');
  writeFileSync(file, jolts(8000));
  const desktop = temporaryFolder('team-cli');
  await importFiles({ dataDir: desktop, files: [file], now: () => new Date('2026-11-20T18:00:00Z') });
  // Both commands store something first, also into a new copy.
  for (const words of [
    ['team', 'import', desktop, ...at],
    ['import', file, ...at, '--data-dir', temporaryFolder('team-cli')],
  ]) {
    await postgres.stop();
    const importing = almanac(...words);
    await Promise.race([importing, sleep(1500)]);
    await postgres.start();
    expect(await importing).toMatchObject({
      status: 0,
      err: expect.stringMatching(
        /^The team's database .* did not answer \(.*It is asked again for up to 30 s\.\n/,
      ),
    });
  }
  expect(await team.query('SELECT value FROM observation')).toEqual([{ value: '8000' }]);
});

it.for([
  [['team'], /Say what to do with the team/],
  [['team', 'initt', 'x'], /There is no team initt\. .*init/],
  [['team', 'init'], /takes the address of an empty database/],
  [['team', 'init', 'mysql://x/y'], /is not one of PostgreSQL/],
  [['team', 'status'], /team status needs the team's database: --team postgres:/],
  [['team', 'import', '--team', 'postgres://x/y'], /takes the data folder of a desktop/],
  [['team', 'verify', 'x', '--team', 'postgres://x/y'], /takes only options, and 'x' is not one/],
  [['team', 'status', '--team', 'postgres://ann:secret@x/y'], /has a password in it/],
  [['import', 'x.csv', '--team-password-file', 'x'], /--team-password-file goes with --team/],
] as const)('%s is refused as wrong usage', async ([words, says]) => {
  const { status, err } = await almanac(...words);
  expect([status, err]).toEqual([2, expect.stringMatching(says)]);
  expect(err).not.toContain('secret');
});

it('a database that is not set up, or of another program, is refused', async () => {
  const { address, passwordFile, database } = await postgres.freshDatabase();
  const at = ['--team', address, '--team-password-file', passwordFile];
  expect((await almanac('team', 'status', ...at)).err).toMatch(
    /not set up for a team's Almanac. Set it up first, as its owner: .* team init /,
  );
  await postgres.query(database, 'CREATE TABLE series(id int)');
  expect((await almanac('team', 'init', address, '--team-password-file', passwordFile)).err).toMatch(
    /belongs to another program/,
  );
  const team = await makeTeam(postgres);
  await team.query("INSERT INTO almanac_schema VALUES (1000, 'x', '')");
  expect(
    (await almanac('team', 'status', '--team', team.where.address, '--team-password-file', passwordFile)).err,
  ).toMatch(/newer Almanac/);
});
