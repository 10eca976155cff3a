import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findNpm } from '../../electron/launch/packages.mjs';

const SET_UP = new URL('../../electron/launch/set-up.mjs', import.meta.url).href;
const LOCKFILE = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as Lockfile;

type Locked = {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Lockfile = { packages: Record<string, Locked> };

/** A project as cloned, with a blank in its path: a manifest and a lockfile. */
let project: string;
beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'my almanac-'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function writeLockfile(packages: Record<string, object>, names: Record<string, string>): void {
  const root = { name: 'almanac', version: '0.1.0', dependencies: names };
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(root));
  const lockfile = {
    name: 'almanac',
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...packages },
  };
  writeFileSync(path.join(project, 'package-lock.json'), JSON.stringify(lockfile));
}

/** Runs the set-up of the project as a separate process, like `npm start`. */
function startSetUp(environment: Record<string, string>): ChildProcess & { said: () => string } {
  const code = `const { setUp } = await import(${JSON.stringify(SET_UP)});
    await setUp(process.argv[1], [], 'usable').catch((error) => { console.error(error.message); process.exitCode = 1; });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, project], {
    env: { ...process.env, npm_config_cache: path.join(project, 'cache'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return Object.assign(child, { said: () => said });
}

const leftovers = () => readdirSync(path.join(project, '.build')).filter((name) => name.startsWith('making'));
const versionOf = (name: string) =>
  JSON.parse(readFileSync(path.join(project, 'node_modules', name, 'package.json'), 'utf8')).version;

describe('with npm 10, and no compiler or Python in PATH', () => {
  it('the packages are installed, SQLite works, and a failed build of keytar stops nothing', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const npm = mkdtempSync(path.join(tmpdir(), 'almanac-npm-10-'));
    onTestFinished(() => rmSync(npm, { recursive: true, force: true }));
    const { program, args } = findNpm();
    const words = [
      'install',
      '--prefix',
      npm,
      '--ignore-scripts',
      '--no-audit',
      '--fetch-retries=0',
      'npm@10.9.9',
    ];
    const brought = spawnSync(program, [...args, ...words], { encoding: 'utf8', cwd: npm });
    skip(brought.status !== 0, 'npm’s registry cannot be reached');
    // Only packages with install scripts and their dependencies: others would only take longer.
    writeLockfile(withDependencies('better-sqlite3', 'keytar'), {
      'better-sqlite3': '*',
      keytar: '*',
    });

    const nothing = path.join(npm, 'empty');
    mkdirSync(nothing);
    const setUp = startSetUp({
      PATH: nothing,
      npm_execpath: path.join(npm, 'node_modules/npm/bin/npm-cli.js'),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    });
    const [status] = await once(setUp, 'close');
    expect({ status, said: setUp.said() }).toMatchObject({ status: 0 });
    expect(setUp.said()).not.toMatch(/gyp|ERR!/);
    expect(existsSync(path.join(project, 'node_modules/better-sqlite3/build'))).toBe(false);
    const opened = `const Database = require('better-sqlite3');
      console.log(new Database(':memory:').prepare('SELECT 6 * 7').pluck().get());`;
    expect(spawnSync(process.execPath, ['-e', opened], { cwd: project, encoding: 'utf8' }).stdout).toBe(
      '42\n',
    );
    expect(leftovers()).toEqual([]);

    // The next start neither installs nor builds keytar again.
    const next = startSetUp({ PATH: nothing, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' });
    await once(next, 'close');
    expect(next.said()).toBe('');
  });
});

/** The lockfile's entries for these packages and all their dependencies. */
function withDependencies(...names: string[]): Record<string, Locked> {
  const taken: Record<string, Locked> = {};
  const take = (name: string, from: string): void => {
    const places = [`${from}/node_modules/${name}`, `node_modules/${name}`];
    const place = places.find((each) => each in LOCKFILE.packages);
    const entry = place === undefined ? undefined : LOCKFILE.packages[place];
    if (place === undefined || entry === undefined || place in taken) return;
    taken[place] = entry;
    for (const each of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      take(each, place);
  };
  for (const name of names) take(name, '');
  return taken;
}

describe('an install that does not finish', () => {
  let registry: Registry;
  beforeEach(async () => {
    registry = await startRegistry();
    writeLockfile({ 'node_modules/tiny': locked(registry, '1.0.0') }, { tiny: '*' });
    const [status] = await once(startSetUp(registry.environment), 'close');
    expect({ status, version: versionOf('tiny') }).toEqual({ status: 0, version: '1.0.0' });
    writeLockfile({ 'node_modules/tiny': locked(registry, '2.0.0') }, { tiny: '*' });
  });
  afterEach(() => registry.close());

  it('keeps the installed packages if there is no network, and soon says so in one line', async () => {
    const begun = performance.now();
    const setUp = startSetUp({ npm_config_registry: 'http://127.0.0.1:1/' });
    const [status] = await once(setUp, 'close');
    expect(status).toBe(1);
    expect(setUp.said().trim().split('\n')).toEqual([
      expect.stringMatching(/^almanac: Installing the packages/),
      'no network: npm cannot reach its registry (ECONNREFUSED), from which it installs the packages of package-lock.json. Connect, and run the same command again',
    ]);
    // npm alone tries for over a minute.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(versionOf('tiny')).toBe('1.0.0');
    expect(leftovers()).toEqual([]);
  });

  it('ends with its npm at Ctrl-C, keeps the installed packages, and the next start finishes it', async () => {
    registry.hang('2.0.0');
    const setUp = startSetUp(registry.environment);
    await vi.waitFor(() => expect(registry.hanging()).toBe(1), { timeout: 20_000 });
    setUp.kill('SIGINT');
    const [status, signal] = await once(setUp, 'close');
    expect({ status, signal, said: setUp.said() }).toMatchObject({ status: null, signal: 'SIGINT' });
    // npm has ended, so nobody waits for the registry's answer.
    await vi.waitFor(() => expect(registry.hanging()).toBe(0));
    expect(versionOf('tiny')).toBe('1.0.0');

    registry.hang(undefined);
    const next = startSetUp(registry.environment);
    await once(next, 'close');
    expect(next.said()).not.toContain('waiting');
    expect(versionOf('tiny')).toBe('2.0.0');
    expect(leftovers()).toEqual([]);
  });

  it('keeps files that were added to an unchanged package', { tags: 'soak' }, async () => {
    const keytar = locked(registry, '1.0.0', 'keytar');
    writeLockfile({ 'node_modules/keytar': keytar }, { keytar: '*' });
    await once(startSetUp(registry.environment), 'close');
    const compiled = path.join(project, 'node_modules/keytar/build/Release/keytar.node');
    mkdirSync(path.dirname(compiled), { recursive: true });
    writeFileSync(compiled, 'compiled');
    const both = { 'node_modules/keytar': keytar, 'node_modules/tiny': locked(registry, '2.0.0') };
    writeLockfile(both, { keytar: '*', tiny: '*' });
    await once(startSetUp(registry.environment), 'close');
    expect(versionOf('tiny')).toBe('2.0.0');
    expect(readFileSync(compiled, 'utf8')).toBe('compiled');
  });
});

type Registry = {
  environment: Record<string, string>;
  integrity: (file: string) => string;
  /** From now on this version's package gets no answer. */
  hang: (version: string | undefined) => void;
  /** How many requests wait for their answer. */
  hanging: () => number;
  close: () => void;
};

/** A registry of two packages, ‘tiny’ and one named keytar, each in the versions 1.0.0 and 2.0.0. */
async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-registry-'));
  const files = new Map<string, Buffer>();
  for (const name of ['tiny', 'keytar'])
    for (const version of ['1.0.0', '2.0.0']) {
      mkdirSync(path.join(folder, 'package'), { recursive: true });
      writeFileSync(path.join(folder, 'package/package.json'), JSON.stringify({ name, version }));
      files.set(`${name}-${version}.tgz`, spawnSync('tar', ['cz', 'package'], { cwd: folder }).stdout);
    }
  rmSync(folder, { recursive: true });
  const integrity = (file: string) =>
    `sha512-${createHash('sha512')
      .update(files.get(file) as Buffer)
      .digest('base64')}`;
  const waiting = new Set<ServerResponse>();
  let silent: string | undefined;
  const server: Server = createServer((request, response) => {
    const [, first = '', , file = ''] = (request.url ?? '').split('/');
    if (first === '-') return response.end('{}');
    if (silent !== undefined && file.includes(silent)) {
      waiting.add(response);
      return response.once('close', () => waiting.delete(response));
    }
    if (files.has(file)) return response.end(files.get(file));
    if (!files.has(`${first}-1.0.0.tgz`)) return response.writeHead(404).end('{}');
    const versions = ['1.0.0', '2.0.0'].map((version) => {
      const tarball = `${environment.npm_config_registry}${first}/-/${first}-${version}.tgz`;
      const dist = { tarball, integrity: integrity(`${first}-${version}.tgz`) };
      return [version, { name: first, version, dist }];
    });
    const packument = {
      name: first,
      'dist-tags': { latest: '2.0.0' },
      versions: Object.fromEntries(versions),
    };
    return response.setHeader('Content-Type', 'application/json').end(JSON.stringify(packument));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const environment = { npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  return {
    environment,
    integrity,
    hang: (version) => {
      silent = version;
    },
    hanging: () => waiting.size,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const locked = ({ integrity }: Registry, version: string, name = 'tiny') => ({
  version,
  integrity: integrity(`${name}-${version}.tgz`),
});
