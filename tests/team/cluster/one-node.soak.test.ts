import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { freePort, missingForPostgres, startPostgres } from '../postgres.ts';
import { signal } from './fleet.ts';
import { debtOf, readBlocks, SHORT_PAGE } from './walk.ts';

/**
 * The short page, with the real git, npm, psql, openssl and curl, but the test's addresses and names in its
 * first block, and no TLS to PostgreSQL. The repository is this working tree; npm installs from its registry.
 */

const ROOT = path.resolve(import.meta.dirname, '../../..');
const NEEDED = ['git', 'npm', 'psql', 'openssl', 'curl'];

const isHere = (program: string) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
const absent = NEEDED.filter((program) => !isHere(program));
const missing =
  missingForPostgres() ||
  (absent.length > 0 ? `not on this machine: ${absent.join(', ')}` : '') ||
  (existsSync(path.join(ROOT, '.git')) ? '' : 'this tree is no checkout of git');
beforeEach(({ skip }) => skip(missing !== '', missing));

it('the short page, as it is written, leads from a clone to a node that answers', {
  timeout: 900_000,
}, async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'almanac-one-node-'));
  const postgres = await startPostgres();
  let pid: number | undefined;
  onTestFinished(async () => {
    signal(pid, true);
    await postgres.end();
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    // The folder has all packages, so its removal takes long.
  }, 300_000);

  const repository = path.join(home, 'repository');
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
  for (const file of git('ls-files', '-coz', '--exclude-standard').split('\0')) {
    // Git also lists files whose deletion is not committed.
    if (file === '' || !existsSync(path.join(ROOT, file))) continue;
    mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(repository, file));
  }
  git('-C', repository, 'init', '--quiet');
  git('-C', repository, 'add', '--all');
  git(
    '-C',
    repository,
    '-c',
    'user.name=Page',
    '-c',
    'user.email=page@localhost',
    'commit',
    '--quiet',
    '-m',
    'As it stands',
  );

  const certificate = path.join(home, 'almanac.pem');
  const key = path.join(home, 'almanac.key');
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const alternative = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate];
  execFileSync('openssl', [...words, ...alternative], { stdio: 'pipe' });
  const password = readFileSync(postgres.passwordFile, 'utf8').split('\n')[0] ?? '';
  writeFileSync(path.join(home, '.pgpass'), `127.0.0.1:*:*:almanac:${password}\n`, { mode: 0o600 });
  writeFileSync(path.join(home, 'debt.csv'), debtOf(2000));
  const settings: Record<string, string> = {
    DB: `127.0.0.1:${postgres.port}`,
    DB_OPTIONS: 'sslmode=disable',
    DB_ADMIN: 'almanac',
    ROLE: 'one_node',
    REPOSITORY: `file://${repository}`,
    ADDRESS: '127.0.0.1',
    NAME: 'localhost',
    PORT: `${await freePort()}`,
    CERTIFICATE: certificate,
    CERTIFICATE_KEY: key,
  };

  const [first, ...blocks] = readBlocks(readFileSync(SHORT_PAGE, 'utf8'));
  const replaced = Object.entries(settings).reduce((text, [name, value]) => {
    expect(text, `${name} is set in the first block`).toMatch(new RegExp(`^${name}=`, 'm'));
    return text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`);
  }, first?.text ?? '');
  const shell = spawn('bash', ['-c', [replaced, ...blocks.map(({ text }) => text)].join('\n')], {
    cwd: home,
    // npm uses the registry that is set on this machine.
    env: {
      ...process.env,
      HOME: home,
      NPM_CONFIG_USERCONFIG: path.join(homedir(), '.npmrc'),
      ALMANAC_BUILT: '',
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  pid = shell.pid;
  let out = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += chunk;
    });
  const [status] = await once(shell, 'exit');
  const log = path.join(home, 'almanac-team/log');
  expect(status, `${out}\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`).toBe(0);
  expect(out).toMatch(/first admin key[\s\S]*alm_\S{20,}/);
  expect(out).toMatch(/"status":"ready"/);
  expect(out).toMatch(/"debt_held_by_public"/);
  expect(out).toMatch(/^Version: 1, published/m);
  expect(out).toMatch(new RegExp(`https://127\\.0\\.0\\.1:${settings.PORT} `));
});
