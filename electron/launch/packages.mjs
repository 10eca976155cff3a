import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readStamp, writeStamp } from './fingerprint.mjs';
import { findNpm } from './npm.mjs';
import { runQuietly } from './run-child.mjs';
import { SetUpFailure, sayWhile } from './say.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile */

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
    readJson(hiddenLockfile(root)),
  );
  // npm leaves out an optional package that it could not build. Try again if libsecret is installed by now.
  const isKeytarMissing = hasLibsecret() && !existsSync(path.join(root, 'node_modules/keytar'));
  if (!agree || isKeytarMissing) {
    await sayWhile('Installing the packages of package-lock.json', () => install(root));
  }
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
 * Finds the headers of the running Node, so that a native package can be built without a download.
 * @param {string} node the running Node's program
 * @param {(file: string) => boolean} [exists]
 * @returns {string | undefined} npm's `nodedir`; undefined where there are no headers on this machine
 */
export function findHeaders(node, exists = existsSync) {
  // Headers must be those of this Node. Both npm's package and a distribution have them beside bin/.
  const folder = path.dirname(path.dirname(node));
  return exists(path.join(folder, 'include/node/node_api.h')) ? folder : undefined;
}

/** @param {string} root */
async function install(root) {
  const npm = findNpm();
  const env = { ...process.env };
  const headers = findHeaders(process.execPath);
  if (headers !== undefined) env.npm_config_nodedir = headers;
  const args = [...npm.args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, output } = await runQuietly(npm.program, args, { cwd: root, env });
  if (status !== 0) throw new SetUpFailure(`npm could not install the packages. It says:\n${output.trim()}`);
}

/** @param {string} root */
function stampOf(root) {
  // In node_modules, so that it goes when they go.
  return path.join(root, 'node_modules/.almanac-installed');
}

/** @param {string} root */
function hiddenLockfile(root) {
  return path.join(root, 'node_modules/.package-lock.json');
}

/** @param {string} root */
function lockStamp(root) {
  const { size, mtimeMs } = statSync(path.join(root, 'package-lock.json'));
  return `${size} ${mtimeMs} ${process.platform} ${process.arch} libsecret ${hasLibsecret()}`;
}

function hasLibsecret() {
  return existsSync('/usr/include/libsecret-1');
}

/** @param {string} file @returns {Lockfile | undefined} */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
