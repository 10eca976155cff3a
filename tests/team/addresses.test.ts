import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { quoted } from '../../service/contract/failure.ts';
import { expectServer, openTeamDatabase, passwordFromPgpass } from '../../service/team/connect.ts';
import { createCommand, initCommand } from '../../service/team/failures.ts';
import { scripted } from './scripted.ts';

describe('addresses of a team’s database', () => {
  const RIGHT = 'An address is postgres://user@host:5432/database.';

  it.for<[string, string]>([
    ['postgres://ann%40home@db.example.org:5433/our%20own', 'ann@home@db.example.org:5433/our own'],
    ['postgresql://db.example.org/almanac?sslmode=require', 'db.example.org/almanac'],
    ['postgres://ann@[::1]:5433/almanac', 'ann@[::1]:5433/almanac'],
    ['postgres:///almanac?host=/run/postgresql', '/run/postgresql/almanac'],
  ])('the address %s has the short name %s', async ([address, name]) => {
    const database = openTeamDatabase({ address });
    onTestFinished(() => database.close());
    expect([database.name, database.address, database.statementMs]).toEqual([name, address, 30_000]);
  });

  const PASSWORD =
    "The address of the team's database has a password in it, which everyone on this machine can read in the list of processes. Put it into a file: --team-password-file FILE, or a line of ~/.pgpass.";
  it.for([
    ['postgres://ann:secret@db.example.org/almanac', PASSWORD],
    ['postgres://ann@db.example.org/almanac?password=secret', PASSWORD],
    ...['mysql://db.example.org/almanac', 'http://db.example.org/almanac', 'db.example.org', ''].map(
      (address) => [address, `The address of the team's database is not one of PostgreSQL. ${RIGHT}`],
    ),
    ['postgres:///almanac', `The address of the team's database names no host. ${RIGHT}`],
    ['postgres://db.example.org', `The address of the team's database names no database. ${RIGHT}`],
    ['postgres://db.example.org/', `The address of the team's database names no database. ${RIGHT}`],
  ] as [string, string][])('refuses the address %s', ([address, message]) => {
    expect(() => openTeamDatabase({ address })).toThrow(
      expect.objectContaining({ code: 'wrong_usage', message }),
    );
  });

  it('the driver prints no warning about sslmode before an answer', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full', 'disable']) {
      const database = openTeamDatabase({ address: `postgres://ann@127.0.0.1:1/almanac?sslmode=${mode}` });
      await expect(database.query('SELECT 1')).rejects.toMatchObject({ code: 'team_unreachable' });
      await database.close();
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  it('a server must be PostgreSQL 15 or newer', async () => {
    const server = (version: string) => expectServer(scripted(async () => [{ server_version_num: version }]));
    await server('150000');
    await server('170004');
    for (const [version, number] of [
      ['149999', '14'],
      ['90624', '9'],
    ] as const)
      await expect(server(version)).rejects.toMatchObject({
        code: 'team_refused',
        message: `node@db/almanac is PostgreSQL ${number}. A team's Almanac needs PostgreSQL 15 or newer.`,
      });
  });

  beforeEach(() => {
    vi.stubEnv('npm_package_name', undefined);
    vi.stubEnv('PATH', '');
    onTestFinished(() => void vi.unstubAllEnvs());
  });

  it.for<[string, string]>([
    ['postgres://ann@localhost:5433/almanac', 'sudo -u postgres createdb --port=5433 --owner=ann almanac'],
    ['postgres://ann@127.0.0.1/almanac', 'sudo -u postgres createdb --owner=ann almanac'],
    ['postgres://[::1]/almanac', 'sudo -u postgres createdb almanac'],
    ['postgres:///almanac?host=/run/postgresql&user=bob', 'sudo -u postgres createdb --owner=bob almanac'],
    [
      'postgres://ann@localhost/our%20own?user=team%27s',
      "sudo -u postgres createdb --owner='team'\\''s' 'our own'",
    ],
    [
      'postgres://ann@db.example.org:5433/almanac?sslmode=require',
      "createdb --maintenance-db='postgres://postgres@db.example.org:5433/postgres?sslmode=require' --owner=ann almanac",
    ],
    [
      'postgres://db.example.org/almanac?user=bob&sslmode=require',
      "createdb --maintenance-db='postgres://postgres@db.example.org/postgres?sslmode=require' --owner=bob almanac",
    ],
  ])('the command that creates the database of %s is: %s', ([address, command], { skip }) => {
    skip(
      process.platform !== 'linux' && command.startsWith('sudo'),
      'the administrator comes in so on Linux',
    );
    expect(createCommand(address)).toBe(command);
  });

  it.for([
    ['postgres://ann@db.example.org:5433/almanac', 'owner', "'postgres://owner@db.example.org:5433/almanac'"],
    [
      'postgres://ann@db.example.org/almanac?sslmode=require&application_name=a%20b',
      'o w',
      "'postgres://o%20w@db.example.org/almanac?sslmode=require&application_name=a%20b'",
    ],
    [
      'postgres://db.example.org/almanac?user=bob&a=b',
      'owner',
      "'postgres://owner@db.example.org/almanac?a=b'",
    ],
  ] as const)('the command that sets up %s as the owner %s is: team init %s', ([address, owner, word]) => {
    expect(initCommand(address, owner)).toBe(`npm run -s almanac -- team init ${word}`);
  });
});

describe('a password of pgpass', () => {
  let file = '';
  beforeEach(() => {
    file = path.join(mkdtempSync(path.join(tmpdir(), 'almanac-pgpass-')), 'pgpass');
    vi.stubEnv('PGPASSFILE', file);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(path.dirname(file), { recursive: true, force: true });
  });

  const ASKED = { host: 'db.example.org', port: 5432, database: 'almanac', user: 'node' };

  it.for([
    ['db.example.org:5432:almanac:node:secret', 'secret'],
    ['*:*:*:*:secret', 'secret'],
    ['#*:*:*:*:no\n*:5433:*:*:no\n*:*:*:other:no\n*:*:almanac:node:first\n*:*:*:*:second', 'first'],
    ['*:*:*:*:with\\:colon and \\\\', 'with:colon and \\'],
    ['*:*:*:*:a:b', 'a:b'],
    ['db.example.org:5432:almanac:node:secret\r\n', 'secret'],
    ['db.example.org:5432:almanac:other:secret', undefined],
    ['db.example.org:5432:almanac', undefined],
    ['other.example.org:5432:almanac:node:secret', undefined],
    ['db.example.org:5433:almanac:node:secret', undefined],
    ['db.example.org:5432:other:node:secret', undefined],
    ['db.example.org:5432:almanac:node:', ''],
    // A star is a wildcard only as the whole field; a line is a comment only if its first character is #.
    ['\\*:*:*:*:no\nd*:*:*:*:no\n#:*:*:*:no\n *:*:*:*:no', undefined],
    ['', undefined],
  ] as const)('from the file %j the password %j is taken', ([text, password]) => {
    writeFileSync(file, text, { mode: 0o600 });
    expect(passwordFromPgpass(ASKED)).toBe(password);
  });

  it('a colon in a name is escaped with a backslash', () => {
    writeFileSync(file, '*:*:a\\:b:*:secret', { mode: 0o600 });
    expect(passwordFromPgpass({ ...ASKED, database: 'a:b' })).toBe('secret');
    expect(passwordFromPgpass(ASKED)).toBeUndefined();
  });

  it('a missing file gives no password', () => {
    expect(passwordFromPgpass(ASKED)).toBeUndefined();
  });

  it('a comment line is ignored, even if it has the form of an entry', () => {
    writeFileSync(file, '#db:5432:almanac:node:no', { mode: 0o600 });
    expect(passwordFromPgpass({ ...ASKED, host: '#db' })).toBeUndefined();
  });

  it('a file that others may read or write is not used, except one of root that a group may read', () => {
    writeFileSync(file, '*:*:*:*:secret');
    const isRoot = process.getuid?.() === 0;
    const uses = (mode: number) => {
      chmodSync(file, mode);
      try {
        return passwordFromPgpass(ASKED);
      } catch (error) {
        return error instanceof Error ? error.message : error;
      }
    };
    const refusal = `Others on this machine may read the passwords in ${quoted(file)}, so it is not used. Close it to them: chmod 600 ${file}`;
    for (const mode of [0o600, 0o400, 0o700]) expect(uses(mode)).toBe('secret');
    for (const mode of [0o620, 0o610, 0o604, 0o602, 0o601])
      expect(uses(mode), mode.toString(8)).toBe(refusal);
    expect(uses(0o640)).toBe(isRoot ? 'secret' : refusal);
    if (!isRoot) return;
    chownSync(file, 1000, 1000);
    for (const mode of [0o640, 0o644]) expect(uses(mode)).toBe(refusal);
    expect(uses(0o600)).toBe('secret');
  });

  it('without PGPASSFILE, ~/.pgpass is used', () => {
    vi.stubEnv('PGPASSFILE', '');
    vi.stubEnv('HOME', path.dirname(file));
    writeFileSync(path.join(path.dirname(file), '.pgpass'), '*:*:*:*:usual', { mode: 0o600 });
    expect(passwordFromPgpass(ASKED)).toBe('usual');
  });
});
