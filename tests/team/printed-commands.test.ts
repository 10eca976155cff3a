import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createCommand } from '../../service/team/failures.ts';
import { almanac } from '../cli/almanac.ts';
import { COMMAND_LINE } from '../support/programs.ts';
import { postgresPrograms } from './postgres.ts';
import { postgresOfFile } from './team.ts';

/** Printed commands about a team work in a shell, and neither Node nor the driver prints before an answer. */

/** The password of all roles here. */
let password = '';
const postgres = postgresOfFile(async () => {
  password = readFileSync(postgres.passwordFile, 'utf8').trim();
  const secret = password.replaceAll("'", "''");
  await postgres.query('postgres', `CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '${secret}'`);
  await postgres.query('postgres', `CREATE ROLE "team's owner" LOGIN PASSWORD '${secret}'`);
  await postgres.query('postgres', `CREATE ROLE node LOGIN PASSWORD '${secret}'`);
});

let bin = '';
beforeEach(() => {
  bin = mkdtempSync(path.join(tmpdir(), 'almanac-team-printed-'));
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  program('almanac', `exec '${process.execPath}' '${COMMAND_LINE}' "$@"`);
  vi.stubEnv('npm_package_name', undefined);
  vi.stubEnv('PATH', `${bin}:${postgresPrograms()}:/usr/bin:/bin`);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function program(name: string, script: string): void {
  const file = path.join(bin, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Runs a pasted command for somebody who knows the password. */
function paste(command: string) {
  const env = { ...process.env, PGPASSWORD: password };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env });
  return { status, out: stdout, err: stderr };
}

const ADDRESS_WORDS = '?sslmode=disable&application_name=it%27s%20$HOME';

/** @returns the address of the owner's database for another role. */
async function ownedDatabase(role: string): Promise<string> {
  const { address, database } = await postgres.freshDatabase();
  await postgres.query('postgres', `ALTER DATABASE ${database} OWNER TO "team's owner"`);
  // The random name of the test's database looks like a key, and would be masked.
  await postgres.query('postgres', `ALTER DATABASE ${database} RENAME TO ours`);
  return address.replace('//almanac@', `//${role}@`).replace(database, 'ours') + ADDRESS_WORDS;
}

it('the message for a node’s role has the command that sets the database up as its owner', async () => {
  const address = await ownedDatabase('node');
  const at = ['--team', address, '--team-password-file', postgres.passwordFile];
  const { status, err } = await almanac('team', 'status', ...at);
  expect([status, err]).toEqual([
    1,
    expect.stringContaining('Set it up first, as its owner: almanac team init'),
  ]);
  const made = paste(err.slice(err.indexOf('almanac team init')));
  expect(made).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringMatching(/^team's owner@.* is set up for a team\./),
  });
  // The command that is printed now starts a node with exactly this address.
  const [, serve = ''] = /^ {2}(almanac serve .*)$/m.exec(made.out) ?? [];
  program('almanac', `printf '%s\\n' "$@"`);
  expect(paste(serve).out).toBe(`serve\n--team\n${address.replace('node@', "team's%20owner@")}\n`);
});

it('the command that makes a missing database makes it, with the user of the address as its owner', async () => {
  const address = `postgres://team's%20owner@127.0.0.1:${postgres.port}/of%20our%20own?sslmode=disable&application_name=a`;
  const { err } = await almanac(
    'team',
    'status',
    '--team',
    address,
    '--team-password-file',
    postgres.passwordFile,
  );
  expect(err).toContain('There is no such database');
  const ownerOf = async (name: string) =>
    await postgres.query(
      'postgres',
      `SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = '${name}'`,
    );
  if (process.platform === 'linux') {
    // A server's administrator needs no password there. Here one is needed; the fake sudo names the server.
    program('sudo', 'test "$1 $2" = "-u postgres" && shift 2 && PGUSER=postgres PGHOST=127.0.0.1 exec "$@"');
    expect(paste(err.slice(err.indexOf('sudo -u')))).toMatchObject({ status: 0, err: '' });
    expect(await ownerOf('of our own')).toEqual([{ owner: "team's owner" }]);
  }
  const remote = createCommand(
    `postgres://team's%20owner@db.example.org:5000/far?sslmode=disable&application_name=a`,
  );
  expect(remote).toMatch(
    /^createdb --maintenance-db='postgres:\/\/postgres@db\.example\.org:5000\/postgres\?/,
  );
  expect(paste(remote.replace('db.example.org:5000', `127.0.0.1:${postgres.port}`))).toMatchObject({
    status: 0,
    err: '',
  });
  expect(await ownerOf('far')).toEqual([{ owner: "team's owner" }]);
});

it('the password comes from PGPASSFILE without a message of the driver; a file that others may read is named', async () => {
  const { address } = await postgres.freshDatabase();
  const file = path.join(bin, "it's pgpass");
  const line = `127.0.0.1:${postgres.port}:*:almanac:${password.replaceAll(/[:\\]/g, '\\$&')}\n`;
  writeFileSync(file, `# ours\nelsewhere:*:*:*:wrong\n${line}`, { mode: 0o600 });
  const init = () =>
    spawnSync(process.execPath, [COMMAND_LINE, 'team', 'init', address], {
      encoding: 'utf8',
      env: { ...process.env, PGPASSFILE: file },
    });
  expect(init()).toMatchObject({ status: 0, stderr: '' });
  chmodSync(file, 0o644);
  const refused = init();
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(
    /^almanac: Others on this machine may read the passwords in [^\n]*: chmod 600 [^\n]*\n$/,
  );
  expect(paste(refused.stderr.slice(refused.stderr.indexOf('chmod'))).status).toBe(0);
  expect(init()).toMatchObject({ status: 0, stderr: '' });
});

it('a server without TLS is named in one line, and the driver adds no message', async () => {
  const { address, passwordFile } = await postgres.freshDatabase();
  // The random name of the test's database looks like a key, and is masked.
  const name = `almanac@127.0.0.1:${postgres.port}/team_…`;
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    const team = `${address}?sslmode=${mode}`;
    const { err } = await almanac('team', 'status', '--team', team, '--team-password-file', passwordFile);
    expect(err, mode).toBe(
      `almanac: The team's database ${name} has no TLS, and the address asks for it. Switch it on there, or leave sslmode out.\n`,
    );
  }
});

it('--json of a team has the names of the API', async () => {
  const { address, passwordFile } = await postgres.freshDatabase();
  const password = ['--team-password-file', passwordFile];
  const made = JSON.parse((await almanac('team', 'init', address, ...password, '--json')).out);
  expect(Object.keys(made.key)).toEqual(expect.arrayContaining(['created_at', 'is_for_fred']));
  const stands = (await almanac('team', 'status', '--team', address, ...password, '--json')).out;
  expect(JSON.parse(stands)).toMatchObject({
    head: { team_id: made.team_id, data_version: 0 },
    clock_ahead_ms: expect.any(Number),
  });
  expect(`${JSON.stringify(made)}${stands}`).not.toMatch(/"[a-z]+[A-Z]\w*":/);
});
