import { existsSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from './run-child.mjs';
import { say, sayWhile } from './say.mjs';

/**
 * Something of the system that Almanac can use and npm cannot install. `packages` are Debian's names.
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

/** As in `tests/renderer/programs/find-programs.ts`: another Python may come first in PATH than the system's, which gets the packages. */
const PYTHONS = ['python3', '/usr/bin/python3'];

const KEYRING_PROGRAMS = ['gnome-keyring-daemon', 'dbus-daemon', 'gdbus'];

/** Chromium without its window, as Playwright's own is: the specs take a tenth less of the processor. */
const HEADLESS = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const BROWSER_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Looks for a Chromium, best one without a window. Installs that if this process may; otherwise any does, and where there is none it
 * prints what to run.
 * @param {string | undefined} ownBrowser where Playwright's own browser is, if it was installed
 * @returns {Promise<string | undefined>} the program's path
 */
export async function ensureBrowser(ownBrowser) {
  const best = () => process.env.ALMANAC_CHROMIUM ?? findProgram(HEADLESS);
  const find = () => best() ?? ownBrowser ?? findBrowser();
  const found = find();
  if (best() === undefined && (found === undefined || planFor(BROWSER_NEED, machine()).installs))
    await provide(BROWSER_NEED, async () => find() !== undefined);
  return find();
}

/** Looks for a keyring that tests can start. Installs one if this process may, otherwise prints what to run. */
export async function ensureKeyring() {
  if (process.platform !== 'linux' || missingPrograms(KEYRING_PROGRAMS).length === 0) return;
  await provide(KEYRING_NEED, async () => missingPrograms(KEYRING_PROGRAMS).length === 0);
}

/** Looks for the languages whose programs Almanac writes. Installs them if this process may, otherwise prints what to run. */
export async function ensureLanguages() {
  if (process.platform !== 'linux' || (await hasLanguages())) return;
  await provide(LANGUAGES_NEED, () => hasLanguages());
}

/**
 * @param {string} [searchPath] as the PATH variable
 * @param {string[]} [pythons] the programs to try
 * @returns {Promise<boolean>} whether there are R and a Python with pandas
 */
export async function hasLanguages(searchPath, pythons = PYTHONS) {
  if (missingPrograms(['Rscript'], searchPath).length > 0) return false;
  for (const python of pythons)
    if ((await runQuietly(python, ['-c', 'import pandas'])).status === 0) return true;
  return false;
}

/**
 * @param {string[]} names
 * @param {string} [searchPath] as the PATH variable
 * @returns {string[]} those of the programs that are missing
 */
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

/**
 * @param {string} name
 * @param {string} [searchPath] as the PATH variable
 * @returns {string | undefined} the full path of the program
 */
export function findProgram(name, searchPath = process.env.PATH ?? '') {
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/**
 * @param {SystemNeed} need
 * @param {{ isRoot: boolean, hasApt: boolean }} machine
 * @returns {{ installs: boolean, sentence: string }} whether the launcher installs it itself, and otherwise the line to print: what is
 *   missing, what for, and what to run
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
 * Installs what is missing if this process may, otherwise prints what to run.
 * @param {SystemNeed} need
 * @param {() => Promise<boolean>} isThere
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
  // It must not be killed while it unpacks: the system's package manager would need a repair.
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
