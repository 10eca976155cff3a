import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseArguments } from '../../../service/cli/command.ts';
import { COMMANDS } from '../../../service/cli/commands.ts';
import { openTeamDatabase } from '../../../service/team/index.ts';
import { openedKeys } from '../admission/opened-keys.ts';
import { missingForPostgres, startPostgres, type TestPostgres } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { type Fleet, handOver, openFleet } from './fleet.ts';
import { oneValue, openPublisher } from './team-of-fleet.ts';
import { addressOf, PAGE, readBlocks, SHORT_PAGE } from './walk.ts';

/** Checks of the operator's page that need no machines. `page.soak.test.ts` runs all of the page. */

const blocks = readBlocks();
const blocksOf = (step: number) => blocks.filter((block) => Number.parseInt(block.step, 10) === step);

it('every Almanac command in the page exists, and has the options that the page gives it', async () => {
  const lines = [
    ...[...blocks, ...readBlocks(readFileSync(SHORT_PAGE, 'utf8'))].flatMap(({ text }) => text.split('\n')),
    ...[...readFileSync(PAGE, 'utf8').matchAll(/`(almanac [^`]+|team [a-z]+[^`]*)`/g)].map(
      ([, line = '']) => line,
    ),
  ];
  let found = 0;
  for (const line of lines) {
    const words = /(?:^|\/bin\/|do )(?:almanac +|(?=team [a-z]))([a-z].*?)(?: \|\| true.*| > .*)?$/
      .exec(line)?.[1]
      ?.split(/\s+/);
    if (!words) continue;
    found += 1;
    const command = await COMMANDS[words[0] ?? '']?.();
    expect(command, `${line}: there is no such command`).toBeDefined();
    expect(() => parseArguments(words.slice(1), command?.options ?? []), line).not.toThrow();
  }
  expect(found).toBeGreaterThan(12);
});

it('each block stops at its first failing command, and takes addresses and names only from step 0', () => {
  expect(blocks.length).toBeGreaterThan(25);
  for (const { text, step, line } of blocks) {
    expect(text, `line ${line}`).toMatch(/^set -eu\n/);
    // In a line joined by &&, only a failure of the last command stops the block.
    expect(text, `line ${line}`).not.toContain(' && ');
    if (!step.startsWith('0.'))
      expect(text, `line ${line}`).not.toMatch(
        /\b10\.0\.0\.|example\.org|almanac_(owner|node|counter|reader)/,
      );
  }
});

it('each block installs the programs that it uses, or an earlier block on its machine does', () => {
  const brought = new Map<string, string>();
  for (const { text, machines, line } of blocks)
    for (const machine of machines) {
      const installed = [...text.matchAll(/^apt-get install -y (.*)$/gm)].map(([, names]) => names).join(' ');
      brought.set(machine, `${brought.get(machine) ?? ''} ${installed}`);
      if (machine === 'admin') continue;
      for (const [program, by] of [
        ['curl', /\bcurl\b/],
        ['git', /\bgit\b/],
        ['psql', /\bpostgresql-(client-)?15\b/],
        ['pg_dump', /\bpostgresql-client-15\b/],
        ['etcdctl', /\betcd-client\b/],
        ['patronictl', /\bpatroni\b/],
      ] as const)
        if (new RegExp(`(^|[ (])${program} `, 'm').test(text))
          expect(brought.get(machine), `line ${line}: ${program} on ${machine}`).toMatch(by);
    }
});

it('useradd accepts the page’s line, and the block may run again', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'useradd writes the files of users as root only');
  skip(!existsSync('/usr/sbin/useradd'), 'not on this machine: useradd');
  const line = blocks.flatMap(({ text }) => text.split('\n')).find((each) => each.includes('useradd')) ?? '';
  const root = temporaryFolder('users');
  mkdirSync(path.join(root, 'etc'));
  for (const name of ['passwd', 'group', 'shadow']) writeFileSync(path.join(root, 'etc', name), '');
  // Replaces the machine's files of users by the ones in this root.
  const here = `id() { grep "^$1:" ${root}/etc/passwd; }; useradd() { command useradd --prefix ${root} "$@"; }`;
  for (let time = 0; time < 2; time++) {
    const { status, stderr } = spawnSync('bash', ['--norc', '-euc', `${here}\n${line}`], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  }
  expect(readFileSync(path.join(root, 'etc/passwd'), 'utf8')).toMatch(
    /^almanac:x:\d+:\d+::\/var\/lib\/almanac:.*\n$/,
  );
});

it('the short page has 60 lines at most, with addresses and names only in its first block', () => {
  const text = readFileSync(SHORT_PAGE, 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  const [settings, ...others] = readBlocks(text);
  expect(settings?.text).toMatch(/^set -eu\n/);
  expect(others.length).toBeGreaterThan(1);
  for (const block of others) expect(block.text).not.toMatch(/10\.0\.0\.|example\.org| && /);
});

const missing = missingForPostgres();
const missingGit = existsSync('/usr/bin/git') ? '' : 'not on this machine: git (apt-get install git)';
let postgres: TestPostgres;
beforeAll(async () => {
  if (missing === '') postgres = await startPostgres();
});
afterAll(() => postgres?.end());

describe('the files that the page’s blocks write', () => {
  let fleet: Fleet;
  /** Runs the first block of a step on a machine without starting a unit. */
  const written = async (step: number, machine: string) => {
    const block = blocksOf(step).find(({ machines }) => machines.includes(machine));
    await fleet.run(machine, `apt-get\nsystemctl() { :; }; timeout() { :; }; curl() { :; }\n${block?.text}`);
  };

  beforeAll(async () => {
    fleet = await openFleet();
    await written(0, 'admin');
    await written(1, 'admin');
  });
  afterAll(() => fleet?.end());

  it('HAProxy accepts its file', async ({ skip }) => {
    skip(!existsSync('/usr/sbin/haproxy'), 'not on this machine: HAProxy (apt-get install haproxy)');
    // The block itself lets HAProxy check the file.
    await written(4, 'lb');
  });

  it('Patroni accepts its file', async ({ skip }) => {
    skip(!existsSync('/usr/bin/patroni'), 'not on this machine: Patroni (apt-get install patroni)');
    await written(3, 'db1');
    const { stdout, stderr } = spawnSync(
      'patroni',
      ['--validate-config', fleet.file('db1', 'etc/patroni/config.yml')],
      { encoding: 'utf8' },
    );
    // Debian's Patroni reports two settings that it does not need, and hosts that do not run here.
    const known =
      /^(bootstrap\.pg_hba|postgresql\.authentication\.rewind) {2}is not defined\.$|is not reachable'$/;
    const wrong = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !known.test(line));
    expect(wrong).toEqual([]);
  });

  it('systemd accepts its units', async ({ skip }) => {
    skip(spawnSync('systemd-analyze', ['--version']).status !== 0, 'not on this machine: systemd-analyze');
    // systemd-analyze needs the programs of the units to exist.
    await fleet.run(
      'node1',
      'apt-get\nfor each in almanac almanac-backup; do printf "#!/bin/sh\\n" > /usr/local/bin/$each; chmod 755 /usr/local/bin/$each; done; mkdir -p /etc/almanac',
    );
    await written(7, 'node1');
    const backUp = blocksOf(10).find(({ text }) => text.includes('OnCalendar'));
    await fleet.run('node1', `systemctl() { :; }\n${backUp?.text.replace('ls -l', 'true')}`);
    const units = ['almanac.service', 'almanac-backup.service', 'almanac-backup.timer'];
    const files = units.map((unit) => fleet.file('node1', `etc/systemd/system/${unit}`));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    });
    expect([status, `${stdout}${stderr}`.split('\n').filter((line) => line.includes(fleet.folder))]).toEqual([
      0,
      [],
    ]);
  });

  it('a node runs the newest commit, and moves on only when there is a newer one', async ({ skip }) => {
    skip(missingGit !== '', missingGit);
    const programs = () =>
      readdirSync(fleet.file('node2', 'opt')).filter((name) => /^almanac-[0-9a-f]{7,}$/.test(name));
    const current = () => path.basename(readlinkSync(fleet.file('node2', 'opt/almanac')));
    await written(6, 'node2');
    const first = current();
    expect(programs()).toEqual([first]);

    await written(11, 'node2');
    expect([programs(), current()]).toEqual([[first], first]);
    // An unneeded clone is not put into the program's folder.
    expect(readdirSync(fleet.file('node2', `opt/${first}`))).not.toContain('almanac-next');

    await fleet.run('admin', 'newer_commit');
    await written(11, 'node2');
    expect(programs()).toHaveLength(2);
    expect(programs()).toEqual(expect.arrayContaining([first, current()]));
    expect(current()).not.toBe(first);
    expect(readdirSync(fleet.file('node2', 'opt')).toSorted()).toEqual(['almanac', ...programs()].toSorted());
  });

  it('PostgreSQL accepts its roles, with which a node can publish and count, and no more', {
    tags: 'soak',
  }, async ({ skip }) => {
    skip(missing !== '', missing);
    skip(!existsSync('/usr/bin/psql'), 'not on this machine: psql (apt-get install postgresql-client)');
    skip(missingGit !== '', missingGit);
    // This test has one server, without TLS and with another administrator.
    const here = (text: string) =>
      text
        .replaceAll(/sslmode=verify-full( |&)sslrootcert=[^ "]*/g, 'sslmode=disable')
        .replaceAll('user=postgres', 'user=almanac')
        .replaceAll(/\b5000\b/g, `${postgres.port}`);
    cpSync(postgres.passwordFile, fleet.file('db1', 'root/almanac/postgres.password'));
    handOver(fleet.file('db1', 'root'));
    const [roles] = blocksOf(5);
    await fleet.run('db1', here(roles?.text ?? ''));
    for (const { text } of blocksOf(6)) await fleet.run('node1', `apt-get\n${here(text)}`);

    const team = addressOf(fleet, 'TEAM');
    const publisher = openPublisher(team, 'one');
    await publisher.publish(oneValue('8000'));
    await publisher.publish(oneValue('8001'));
    expect(await publisher.verify()).toBeUndefined();
    await publisher.end();
    const { keys } = await openedKeys(team, {}, addressOf(fleet, 'COUNTERS'));
    const { key } = await keys.create('notebook');
    expect(await keys.admit({ key }, undefined)).toMatchObject({
      state: 'active',
      quota: { minuteRemaining: 99 },
    });

    const refused = async (where: typeof team, sql: string) => {
      const database = openTeamDatabase({ ...where, connections: 1 });
      await expect(database.query(sql), sql).rejects.toMatchObject({ code: 'team_refused' });
      await database.close();
    };
    await refused(team, 'CREATE TABLE more(id bigint)');
    await refused(team, 'DELETE FROM almanac_schema');
    for (const table of ['audit', 'publish']) {
      await refused(team, `UPDATE ${table} SET who = 'somebody else'`);
      await refused(team, `DELETE FROM ${table}`);
    }
    await refused(addressOf(fleet, 'COUNTERS'), 'SELECT * FROM observation');
    const reader = {
      address: team.address.replace('almanac_node', 'almanac_reader'),
      passwordFile: fleet.file('node1', 'root/almanac/reader.password'),
    };
    await refused(reader, 'SELECT * FROM api_key');
    const database = openTeamDatabase({ ...addressOf(fleet, 'COUNTERS'), connections: 1 });
    expect(await database.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }]);
    await database.close();
  });
});
