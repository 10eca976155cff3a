import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findNpm, readStamp, writeStamp } from './packages.mjs';
import { runQuietly } from './run-child.mjs';
import { say } from './say.mjs';

/**
 * The facts that decide between a window and the browser.
 * @typedef {{ platform: string, environment: NodeJS.ProcessEnv, isRoot: boolean, isBuilt: boolean, electron: string | undefined }} Desktop
 */

/** @param {Desktop} desktop @returns {{ electron: string } | { reason: string }} `reason`: why not */
export function chooseShell({ platform, environment, isRoot, isBuilt, electron }) {
  if (!isBuilt) return { reason: 'the desktop window is not part of this build' };
  if (!hasDisplay(platform, environment)) return { reason: 'there is no display' };
  if (platform === 'linux' && isRoot) return { reason: 'Electron’s sandbox does not run as root' };
  if (electron === undefined) return { reason: 'Electron’s program could not be fetched' };
  return { electron };
}

/** @param {string} platform as `process.platform` @param {NodeJS.ProcessEnv} environment */
export function hasDisplay(platform, environment) {
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
}

/** @param {string} root @returns {string | undefined} Electron's program, if it is on this machine */
export function electronProgram(root) {
  const folder = path.join(root, 'node_modules/electron');
  const name = readStamp(path.join(folder, 'path.txt'));
  if (name === undefined) return undefined;
  const program = path.join(folder, 'dist', name);
  return existsSync(program) ? program : undefined;
}

/** Fetches Electron's program, once for each version even if it fails. @param {string} root */
export async function fetchElectron(root) {
  const folder = path.join(root, 'node_modules/electron');
  const note = path.join(root, '.build/stamps/electron.txt');
  if (electronProgram(root) !== undefined || !existsSync(path.join(folder, 'install.js'))) return;
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const state = `${version} ${statSync(path.join(root, 'package-lock.json')).mtimeMs}`;
  if (readStamp(note) === state) return;
  say(`Fetching Electron ${version}, this once …`);
  const result = await runQuietly(process.execPath, [path.join(folder, 'install.js')], {
    timeoutMs: 300_000,
  });
  if (result.status !== 0) {
    say(
      `Electron ${version} could not be fetched; to try again, run ‘node node_modules/electron/install.js’`,
    );
  }
  writeStamp(note, state);
}

/** Majors a package may be behind: Electron patches its newest three, and adds one every eight weeks. */
const MAJORS_BEHIND = 1;

/** @param {string} pinned @param {string} newest stable @returns {string | undefined} why it is too old */
export function whyTooOld(pinned, newest) {
  const behind = major(newest) - major(pinned);
  if (behind <= MAJORS_BEHIND) return undefined;
  return `Electron ${pinned} is ${behind} majors behind ${newest}, and is soon given no security fixes: update it first`;
}

/** @param {string} version */
function major(version) {
  const found = /^(\d+)\.\d+\.\d+$/.exec(version)?.[1];
  if (found === undefined) throw new TypeError(`${version} is no stable version`);
  return Number(found);
}

/** @param {string} root @returns {string} the exact version in package.json */
export function pinnedElectron(root) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return manifest.devDependencies.electron;
}

/** @param {string} root @returns {Promise<string | undefined>} undefined if the registry does not answer */
export async function newestElectron(root) {
  const { program, args } = findNpm();
  const words = [...args, 'view', 'electron', 'dist-tags.latest', '--loglevel=error'];
  const { status, output } = await runQuietly(program, words, { cwd: root, timeoutMs: 30_000 });
  return status === 0 ? /\d+\.\d+\.\d+$/m.exec(output.trim())?.[0] : undefined;
}
