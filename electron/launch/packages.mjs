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

/** What is added to a package after npm has installed it: compiled here, or downloaded. */
const ADDED = { keytar: ['build'], electron: ['dist', 'path.txt'] };

/** Whether the installed packages are those of the lockfile, by the stamp. @param {string} root @returns {boolean} */
export function packagesAreFresh(root) {
  return readStamp(stampOf(root)) === lockStamp(root);
}

/**
 * Installs from the lockfile if it has changed. Packages that agree with it, because somebody ran npm by hand, stay. @param {string} root
 */
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
 * Whether every locked package is installed in that version; optional ones may be absent. @param {Lockfile | undefined} locked @param
 * {Lockfile | undefined} installed what npm noted in node_modules @returns {boolean}
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

/** Installs beside the packages that are there, and takes their place only when that is done. @param {string} root */
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
    // A full disk, for example, has nothing to do with what is in use.
    if (syscall !== 'rename') throw error;
    if (!existsSync(present) && existsSync(replaced)) renameSync(replaced, present);
    throw new SetUpFailure(`${file} cannot be replaced (${code}): close the Almanac that uses it`);
  } finally {
    for (const folder of [making, replaced]) await rm(folder, { recursive: true, force: true });
  }
}

/** Takes over what was added to packages that stay the same. @param {string} from a node_modules @param {string} to another */
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

/** Removes what an interrupted set-up has left. Call it under the lock, so that nobody is making anything. @param {string} root */
export async function removeLeftovers(root) {
  const folder = path.join(root, '.build');
  // An npm whose launcher was killed may still write there: then a later set-up removes it.
  for (const name of readdirSync(folder).filter((name) => name.startsWith('making-')))
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
}

/** @param {string} root */
function stampOf(root) {
  // In node_modules, so that it goes when they go.
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

/** An npm that reaches no registry says one of these. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

/** For the question whether the registry answers. */
const PING_MS = 15_000;

/**
 * Settings of a person or an environment (NODE_ENV=production) must not change these. No scripts: npm before 11.16 would compile
 * better-sqlite3.
 */
const INSTALLS = [
  ...['--ignore-scripts', '--include=dev', '--include=optional', '--include=peer', '--package-lock=true'],
  ...['--no-audit', '--no-fund', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=5000'],
];

/**
 * Runs npm with the running Node. @param {string} folder of the package.json @param {string[]} words @param {{ environment?:
 * NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 */
export async function runNpm(folder, words, { environment = process.env, timeoutMs = 0 } = {}) {
  const { program, args } = findNpm();
  return runQuietly(program, [...args, ...words, '--prefix', folder, '--loglevel=error'], {
    cwd: folder,
    // npm tells its scripts which folder is theirs, and would believe it again.
    env: { ...environment, npm_config_local_prefix: folder },
    timeoutMs,
  });
}

/**
 * Installs packages into a folder of their own, so that a failed install leaves what is there as it is. @param {string} folder @param
 * {string[]} words of npm @param {string} what ‘the packages of package-lock.json’ @throws {SetUpFailure}
 */
export async function npmInstall(folder, words, what) {
  mkdirSync(folder, { recursive: true });
  // Asked first: with hundreds of packages npm tries for a minute and more before it gives up.
  const ping = await runNpm(folder, ['ping', '--fetch-retries=0'], { timeoutMs: PING_MS });
  const isOffline = ping.status === 124 || (ping.status !== 0 && NO_NETWORK.test(ping.output));
  // What npm has kept may do.
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
 * The npm that started us, otherwise the one beside Node, otherwise the one in PATH. @param {NodeJS.ProcessEnv} [environment] @param
 * {string} [node] to run it with @returns {{ program: string, args: string[] }}
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

/** @param {string} file @returns {string | undefined} the text of a stamp; undefined where there is none */
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
