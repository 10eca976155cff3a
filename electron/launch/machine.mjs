import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readStamp, runNpm, writeStamp } from './packages.mjs';
import { runQuietly } from './run-child.mjs';
import { say, sayWhile } from './say.mjs';

/**
 * A part of the system that Almanac can use and npm cannot install. `packages` are its names in Debian.
 * @typedef {{ what: string, why: string, packages: string[] }} SystemNeed
 */

/** @type {SystemNeed} */
const BROWSER_NEED = { what: 'Chromium', why: 'the end-to-end tests', packages: ['chromium-headless-shell'] };

/** @type {SystemNeed} */
const KEYRING_NEED = {
  what: 'GNOME Keyring and D-Bus',
  why: 'the tests of the vault with a real keyring',
  packages: ['gnome-keyring', 'dbus', 'libglib2.0-bin'],
};

/** @type {SystemNeed} */
const LANGUAGES_NEED = {
  what: 'R and Python with pandas',
  why: 'the tests that run the programs of other tools',
  packages: ['python3-pandas', 'r-base-core'],
};

/** PATH may lead to another Python than the system's, which gets the packages (see find-programs.ts). */
const PYTHONS = ['python3', '/usr/bin/python3'];

const KEYRING_PROGRAMS = ['gnome-keyring-daemon', 'dbus-daemon', 'gdbus'];

/** Chromium without a window, like Playwright's own: the specs take a tenth less processor time. */
const HEADLESS = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const BROWSER_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Looks for a Chromium, preferably windowless, and installs one if this process may. @param {string |
 * undefined} ownBrowser Playwright's @returns {Promise<string | undefined>} the program's path
 */
export async function ensureBrowser(ownBrowser) {
  const best = () => process.env.ALMANAC_CHROMIUM ?? findProgram(HEADLESS);
  const find = () => best() ?? ownBrowser ?? findBrowser();
  const found = find();
  if (best() === undefined && (found === undefined || planFor(BROWSER_NEED, machine()).installs))
    await provide(BROWSER_NEED, async () => find() !== undefined);
  return find();
}

/** Looks for a keyring for tests. Installs one if this process may, otherwise prints what to run. */
export async function ensureKeyring() {
  if (process.platform !== 'linux' || missingPrograms(KEYRING_PROGRAMS).length === 0) return;
  await provide(KEYRING_NEED, async () => missingPrograms(KEYRING_PROGRAMS).length === 0);
}

/** Looks for R and Python. Installs them if this process may, otherwise prints what to run. */
export async function ensureLanguages() {
  if (process.platform !== 'linux' || (await hasLanguages())) return;
  await provide(LANGUAGES_NEED, () => hasLanguages());
}

/**
 * Checks for R and a Python with pandas. @param {string} [searchPath] as PATH @param {string[]} [pythons]
 * programs to try @returns {Promise<boolean>}
 */
export async function hasLanguages(searchPath, pythons = PYTHONS) {
  if (missingPrograms(['Rscript'], searchPath).length > 0) return false;
  for (const python of pythons)
    if ((await runQuietly(python, ['-c', 'import pandas'])).status === 0) return true;
  return false;
}

/** @param {string[]} names @param {string} [searchPath] as PATH @returns {string[]} the missing ones */
export function missingPrograms(names, searchPath = process.env.PATH ?? '') {
  return names.filter((name) => findProgram(name, searchPath) === undefined);
}

function findBrowser() {
  for (const name of BROWSERS) {
    const program = findProgram(name);
    if (program !== undefined) return program;
  }
  return BROWSER_PLACES.find((file) => existsSync(file));
}

/** @param {string} name @param {string} [searchPath] as PATH @returns {string | undefined} its full path */
export function findProgram(name, searchPath = process.env.PATH ?? '') {
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/**
 * @param {SystemNeed} need @param {{ isRoot: boolean, hasApt: boolean }} machine @returns {{ installs:
 * boolean, sentence: string }} whether the launcher installs it, and what to print otherwise
 */
export function planFor(need, { isRoot, hasApt }) {
  const advice = hasApt
    ? `run ‘sudo apt-get install ${need.packages.join(' ')}’`
    : `install what Debian calls ${need.packages.join(', ')}`;
  const sentence = `going on without ${need.what} (for ${need.why}): to have it, ${advice}`;
  return { installs: isRoot && hasApt, sentence };
}

function machine() {
  return { isRoot: process.getuid?.() === 0, hasApt: findProgram('apt-get') !== undefined };
}

/**
 * Installs what is missing if this process may, otherwise prints what to run. @param {SystemNeed} need @param
 * {() => Promise<boolean>} isThere
 */
export async function provide(need, isThere) {
  const plan = planFor(need, machine());
  if (!plan.installs) {
    say(plan.sentence);
    return;
  }
  const last = await sayWhile(`Installing ${need.packages.join(', ')} (for ${need.why})`, () =>
    aptInstall(need.packages),
  );
  if (await isThere()) return;
  say(`${plan.sentence}; apt-get said: ${last}`);
}

/** @param {string[]} packages @returns {Promise<string>} the last line that apt-get printed */
async function aptInstall(packages) {
  // apt-get must not be killed while it unpacks: the system's package manager would need a repair.
  const how = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, graceMs: 120_000 };
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  let result = await runQuietly('apt-get', install, how);
  if (result.status !== 0) {
    // The package lists may be empty or old.
    await runQuietly('apt-get', ['update'], how);
    result = await runQuietly('apt-get', install, how);
  }
  return result.output.trim().split('\n').at(-1) ?? '';
}

const WHY = 'keys in the desktop’s keychain';
/** The library that keytar calls. */
const LIBRARY = { what: 'libsecret', why: WHY, packages: ['libsecret-1-0'] };
/** The tools to compile keytar if its compiled program cannot be downloaded. */
const COMPILER = {
  what: 'keytar',
  why: WHY,
  packages: ['libsecret-1-dev', 'pkg-config', 'g++', 'make', 'python3'],
};

/** After this time a download without an answer is given up. */
const LONGEST_MS = 240_000;

/**
 * When to prepare keytar. `usable`: only if a keychain may be reached, so that a server needs nothing for it;
 * `always`: for tests and packages. @typedef {'usable' | 'always'} KeytarUse
 */

/**
 * True if keytar is ready, has no use here, or could not be prepared on the machine in its present state.
 * @param {string} root @param {KeytarUse} use @returns {boolean}
 */
export function keytarIsSettled(root, use) {
  if (!existsSync(keytarFolder(root)) || existsSync(compiled(root))) return true;
  if (use === 'usable' && !hasKeychain(process.platform, process.env)) return true;
  return readStamp(stampOf(root)) === machineState(root);
}

/**
 * Prepares keytar, on Linux after libsecret. Without keytar, keys are kept in memory, or in a file under a
 * passphrase. @param {string} root
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
 * True if a keychain may be reached, on Linux over a session bus. @param {string} platform @param
 * {NodeJS.ProcessEnv} environment @returns {boolean}
 */
export function hasKeychain(platform, { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }) {
  if (platform !== 'linux' || DBUS_SESSION_BUS_ADDRESS) return true;
  return Boolean(XDG_RUNTIME_DIR) && existsSync(path.join(/** @type {string} */ (XDG_RUNTIME_DIR), 'bus'));
}

/**
 * Finds npm's `nodedir`, the running Node's headers, to build without a download. @param {string} node Node's
 * program @param {(file: string) => boolean} [exists] @returns {string | undefined}
 */
export function findHeaders(node, exists = existsSync) {
  // The headers must belong to this Node. Both npm's package and distributions have them beside bin/.
  const folder = path.dirname(path.dirname(node));
  return exists(path.join(folder, 'include/node/node_api.h')) ? folder : undefined;
}

/** @param {string} root @returns {Promise<boolean>} whether keytar's program is built */
async function rebuild(root) {
  if (process.platform === 'linux' && !hasLibsecret()) return false;
  const headers = findHeaders(process.execPath);
  // The compiler gets this path without quotes, so it must not contain a blank.
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

/** @param {string} root @returns {string} the facts that decide whether keytar can be prepared */
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
