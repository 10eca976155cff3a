import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { expectServer, openTeamDatabase } from '../../service/team/connect.ts';
import { createCommand, initCommand } from '../../service/team/failures.ts';
import { scripted } from './scripted.ts';

/** Addresses of a team's database: what they are called, what is refused, and the commands that are made of them. */

const RIGHT = 'An address is postgres://user@host:5432/database.';

it.for<[string, string]>([
  ['postgres://ann%40home@db.example.org:5433/our%20own', 'ann@home@db.example.org:5433/our own'],
  ['postgresql://db.example.org/almanac?sslmode=require', 'db.example.org/almanac'],
  ['postgres://ann@[::1]:5433/almanac', 'ann@[::1]:5433/almanac'],
  ['postgres:///almanac?host=/run/postgresql', '/run/postgresql/almanac'],
])('%s is called %s', async ([address, name]) => {
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

it('no driver’s word about sslmode stands before an answer', async () => {
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

it('a server is PostgreSQL 15 or newer', async () => {
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
])('the database of %s is made by: %s', ([address, command], { skip }) => {
  skip(process.platform !== 'linux' && command.startsWith('sudo'), 'the administrator comes in so on Linux');
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
] as const)('%s is set up as %s by: team init %s', ([address, owner, word]) => {
  expect(initCommand(address, owner)).toBe(`npm run -s almanac -- team init ${word}`);
});
