import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readStamp, writeStamp } from './fingerprint.mjs';
import { npmInstall } from './npm.mjs';
import { SetUpFailure, sayWhile } from './say.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile */

/** What is added to a package after npm has installed it: compiled here, or downloaded. */
const ADDED = { keytar: ['build'], electron: ['dist', 'path.txt'] };

/**
 * @param {string} root
 * @returns {boolean} whether the installed packages are those of the lockfile, by the stamp
 */
export function packagesAreFresh(root) {
  return readStamp(stampOf(root)) === lockStamp(root);
}

/**
 * Installs from the lockfile if it has changed since the last time. Packages that already agree with it, because somebody ran npm by
 * hand, are left as they are.
 * @param {string} root
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
 * @param {Lockfile | undefined} locked package-lock.json
 * @param {Lockfile | undefined} installed what npm noted in node_modules
 * @returns {boolean} whether every locked package is installed in that version; optional ones may be absent
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

/**
 * Installs beside the packages that are there, and takes their place only when that is done.
 * @param {string} root
 */
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

/**
 * Takes over what was added to packages that stay the same.
 * @param {string} from a node_modules
 * @param {string} to another
 */
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

/**
 * Removes what an interrupted set-up has left. Call it under the lock, so that nobody is making anything.
 * @param {string} root
 */
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
