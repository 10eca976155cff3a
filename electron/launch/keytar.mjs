import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readStamp, writeStamp } from './fingerprint.mjs';
import { findProgram, provide } from './machine.mjs';
import { runNpm } from './npm.mjs';
import { say, sayWhile } from './say.mjs';

const WHY = 'keys in the desktop’s keychain';
/** What keytar calls. */
const LIBRARY = { what: 'libsecret', why: WHY, packages: ['libsecret-1-0'] };
/** What compiles keytar, where its compiled program cannot be downloaded. */
const COMPILER = {
  what: 'keytar',
  why: WHY,
  packages: ['libsecret-1-dev', 'pkg-config', 'g++', 'make', 'python3'],
};

/** A download that nobody answers ends here. */
const LONGEST_MS = 240_000;

/**
 * When keytar is prepared: `usable` only where a keychain may be reached, so that a server without a desktop needs nothing for it;
 * `always` for tests, which start a keychain of their own, and for packages.
 * @typedef {'usable' | 'always'} KeytarUse
 */

/**
 * @param {string} root
 * @param {KeytarUse} use
 * @returns {boolean} whether keytar is there, is of no use here, or was tried on a machine as it is now
 */
export function keytarIsSettled(root, use) {
  if (!existsSync(keytarFolder(root)) || existsSync(compiled(root))) return true;
  if (use === 'usable' && !hasKeychain(process.platform, process.env)) return true;
  return readStamp(stampOf(root)) === machineState(root);
}

/**
 * Downloads or compiles the program of keytar, through which keys get into the system's keychain; on Linux libsecret first. Almanac works
 * without it: keys are then kept in memory, or in a file under a passphrase.
 * @param {string} root
 */
export async function ensureKeytar(root) {
  if (process.platform === 'linux' && !hasLibsecret()) await provide(LIBRARY, async () => hasLibsecret());
  const isBuilt = await rebuild(root);
  if (!isBuilt && process.platform === 'linux' && hasLibsecret() && !canCompile()) {
    await provide(COMPILER, async () => canCompile() && (await rebuild(root)));
  } else if (!isBuilt && (process.platform !== 'linux' || hasLibsecret())) {
    say(`going on without keytar (for ${WHY}): ‘npm rebuild keytar’ shows why`);
  }
  if (!existsSync(compiled(root))) writeStamp(stampOf(root), machineState(root));
}

/**
 * @param {string} platform as `process.platform`
 * @param {NodeJS.ProcessEnv} environment
 * @returns {boolean} whether there may be a keychain: on Linux it is reached over the bus of a desktop session
 */
export function hasKeychain(platform, { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }) {
  if (platform !== 'linux' || DBUS_SESSION_BUS_ADDRESS) return true;
  return Boolean(XDG_RUNTIME_DIR) && existsSync(path.join(/** @type {string} */ (XDG_RUNTIME_DIR), 'bus'));
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

/** @param {string} root @returns {Promise<boolean>} whether it can be loaded now */
async function rebuild(root) {
  if (process.platform === 'linux' && !hasLibsecret()) return false;
  const headers = findHeaders(process.execPath);
  // The compiler is given this path without quotes, so that it must not have a blank.
  const aside = mkdtempSync(path.join(tmpdir(), 'almanac-node-'));
  const nodedir = path.join(aside, 'node');
  if (headers !== undefined) symlinkSync(headers, nodedir, 'junction');
  const environment = { ...process.env, ...(headers === undefined ? {} : { npm_config_nodedir: nodedir }) };
  const words = ['rebuild', 'keytar', '--ignore-scripts=false'];
  const { status } = await sayWhile(`Preparing keytar (for ${WHY})`, () =>
    runNpm(root, words, { environment, timeoutMs: LONGEST_MS }),
  );
  rmSync(aside, { recursive: true });
  return status === 0 && existsSync(compiled(root));
}

/** @param {string} root @returns {string} what decides whether keytar can be prepared */
function machineState(root) {
  const { version } = JSON.parse(readFileSync(path.join(keytarFolder(root), 'package.json'), 'utf8'));
  return `${version} libsecret ${hasLibsecret()} compiler ${canCompile()}`;
}

function hasLibsecret() {
  const folders = ['/usr/lib', '/usr/lib64', '/lib64', '/usr/local/lib'];
  // Debian has a folder for each kind of processor.
  const inner = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`) : [];
  return [...folders, ...inner].some((folder) => existsSync(path.join(folder, 'libsecret-1.so.0')));
}

function canCompile() {
  const isThere = (/** @type {string} */ name) => findProgram(name) !== undefined;
  const programs = ['pkg-config', 'make', 'python3'];
  return (
    programs.every(isThere) && (isThere('g++') || isThere('c++')) && existsSync('/usr/include/libsecret-1')
  );
}

/** @param {string} root */
function keytarFolder(root) {
  return path.join(root, 'node_modules/keytar');
}

/** @param {string} root */
function compiled(root) {
  return path.join(keytarFolder(root), 'build/Release/keytar.node');
}

/** @param {string} root */
function stampOf(root) {
  return path.join(root, '.build/stamps/keytar.txt');
}
