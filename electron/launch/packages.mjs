import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runQuietly } from './run-child.mjs';
import { SetUpFailure, sayWhile } from './say.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile */

/** Files added to a package after npm has installed it: compiled here, or downloaded. */
const ADDED = { keytar: ['build'], electron: ['dist', 'path.txt'] };

/** True if the stamp matches the lockfile. @param {string} root @returns {boolean} */
export function packagesAreFresh(root) {
  return readStamp(stampOf(root)) === lockStamp(root);
}

/** Installs the packages if the lockfile changed and they do not match it yet. @param {string} root */
export async function ensurePackages(root) {
  if (packagesAreFresh(root)) return;
  const agree = installedAgree(
    readJson(path.join(root, 'package-lock.json')),
    readJson(path.join(root, 'node_modules/.package-lock.json')),
  );
  if (!agree) await sayWhile('Installing the packages of package-lock.json', () => install(root));
  writeStamp(stampOf(root), lockStamp(root));
}

/**
 * True if every locked package is installed in its version; optional ones may be absent. @param {Lockfile |
 * undefined} locked @param {Lockfile | undefined} installed npm's record in node_modules @returns {boolean}
 */
export function installedAgree(locked, installed) {
  if (locked?.packages === undefined || installed?.packages === undefined) return false;
  for (const [place, wanted] of Object.entries(locked.packages)) {
    if (place === '' || wanted.link) continue;
    const present = installed.packages[place];
    if (present === undefined ? !wanted.optional : present.version !== wanted.version) return false;
    if (present?.integrity !== undefined && present.integrity !== wanted.integrity) return false;
  }
  return true;
}

/** Installs into a separate folder, and swaps it in only when that is done. @param {string} root */
async function install(root) {
  const making = path.join(root, `.build/making-packages-${process.pid}`);
  const replaced = path.join(root, `.build/making-packages-${process.pid}-old`);
  const [fresh, present] = [path.join(making, 'node_modules'), path.join(root, 'node_modules')];
  mkdirSync(making, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(path.join(root, name))) copyFileSync(path.join(root, name), path.join(making, name));
    await npmInstall(making, ['ci'], 'the packages of package-lock.json');
    if (existsSync(present)) renameSync(present, replaced);
    renameSync(fresh, present);
    keepAdded(replaced, present);
  } catch (error) {
    const { code, syscall, path: file } = /** @type {NodeJS.ErrnoException} */ (error);
    // Only a failed rename means that the packages are in use; a full disk, for example, does not.
    if (syscall !== 'rename') throw error;
    if (!existsSync(present) && existsSync(replaced)) renameSync(replaced, present);
    throw new SetUpFailure(`${file} cannot be replaced (${code}): close the Almanac that uses it`);
  } finally {
    for (const folder of [making, replaced]) await rm(folder, { recursive: true, force: true });
  }
}

/** Moves added files of packages that keep their version. @param {string} from @param {string} to */
function keepAdded(from, to) {
  for (const [name, added] of Object.entries(ADDED)) {
    const [old, next] = [path.join(from, name), path.join(to, name)];
    if (versionIn(old) === undefined || versionIn(old) !== versionIn(next)) continue;
    for (const each of added)
      if (existsSync(path.join(old, each))) renameSync(path.join(old, each), path.join(next, each));
  }
}

/** @param {string} folder of a package @returns {string | undefined} */
function versionIn(folder) {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** Removes what interrupted set-ups left. Call it under the lock. @param {string} root */
export async function removeLeftovers(root) {
  const folder = path.join(root, '.build');
  // An npm whose launcher was killed may still write there; a later set-up then removes the folder.
  for (const name of readdirSync(folder).filter((name) => name.startsWith('making-')))
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
}

/** @param {string} root */
function stampOf(root) {
  // In node_modules, so that the stamp disappears with the packages.
  return path.join(root, 'node_modules/.almanac-installed');
}

/** @param {string} root */
function lockStamp(root) {
  const { size, mtimeMs } = statSync(path.join(root, 'package-lock.json'));
  return `${size} ${mtimeMs} ${process.platform} ${process.arch}`;
}

/** @param {string} file @returns {Lockfile | undefined} */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Error codes that npm prints if it cannot reach its registry. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

/** How long the registry may take to answer a ping. */
const PING_MS = 15_000;

/**
 * Options that settings of the user or the environment (NODE_ENV=production) must not change. No scripts: npm
 * before 11.16 would compile better-sqlite3.
 */
const INSTALLS = [
  ...['--ignore-scripts', '--include=dev', '--include=optional', '--include=peer', '--package-lock=true'],
  ...['--no-audit', '--no-fund', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=5000'],
];

/**
 * Runs npm with the running Node. @param {string} folder where package.json is @param {string[]} words @param
 * {{ environment?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 */
export async function runNpm(folder, words, { environment = process.env, timeoutMs = 0 } = {}) {
  const { program, args } = findNpm();
  return runQuietly(program, [...args, ...words, '--prefix', folder, '--loglevel=error'], {
    cwd: folder,
    // npm passes its scripts their folder in this variable, and would use that folder again.
    env: { ...environment, npm_config_local_prefix: folder },
    timeoutMs,
  });
}

/**
 * Installs into a separate folder, so that a failure changes nothing else. @param {string} folder @param
 * {string[]} words @param {string} what ‘the packages of package-lock.json’ @throws {SetUpFailure}
 */
export async function npmInstall(folder, words, what) {
  mkdirSync(folder, { recursive: true });
  // Ping first: with hundreds of packages npm tries for more than a minute before it gives up.
  const ping = await runNpm(folder, ['ping', '--fetch-retries=0'], { timeoutMs: PING_MS });
  const isOffline = ping.status === 124 || (ping.status !== 0 && NO_NETWORK.test(ping.output));
  // npm's cache may be enough.
  const offline = isOffline ? ['--offline'] : [];
  const { status, output } = await runNpm(folder, [...words, ...INSTALLS, ...offline]);
  if (status === 0) return;
  const cause = NO_NETWORK.exec(isOffline ? ping.output : output)?.[0];
  if (isOffline || cause !== undefined)
    throw new SetUpFailure(
      `no network: npm cannot reach its registry (${cause ?? 'no answer'}), from which it installs ${what}. Connect, and run the same command again`,
    );
  throw new SetUpFailure(`npm could not install ${what}. It says:\n${output.trim()}`);
}

/**
 * Finds the npm that started us, else the one beside Node, else in PATH. @param {NodeJS.ProcessEnv}
 * [environment] @param {string} [node] to run it with @returns {{ program: string, args: string[] }}
 */
export function findNpm(environment = process.env, node = process.execPath) {
  const startedBy = environment.npm_execpath;
  // yarn and pnpm set the same variable, and neither reads npm's lockfile.
  if (startedBy?.endsWith('npm-cli.js') && existsSync(startedBy)) return { program: node, args: [startedBy] };
  const folder = path.dirname(node);
  const places = ['node_modules/npm/bin/npm-cli.js', '../lib/node_modules/npm/bin/npm-cli.js'];
  const beside = places.map((place) => path.join(folder, place)).find((file) => existsSync(file));
  if (beside !== undefined) return { program: node, args: [beside] };
  for (const place of (environment.PATH ?? '').split(path.delimiter)) {
    const link = path.join(place, 'npm');
    if (place === '' || !existsSync(link)) continue;
    const file = realpathSync(link);
    if (file.endsWith('.js')) return { program: node, args: [file] };
    const near = path.join(path.dirname(file), 'node_modules/npm/bin/npm-cli.js');
    if (existsSync(near)) return { program: node, args: [near] };
  }
  throw new SetUpFailure('npm is not to be found: install it, or start Almanac by ‘npm start’');
}

/** @param {string} file @returns {string | undefined} the text of a stamp; undefined if there is none */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} file @param {string} text */
export function writeStamp(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
