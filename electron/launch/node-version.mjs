import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { findNpm } from './npm.mjs';
import { runQuietly } from './run-child.mjs';
import { SetUpFailure, sayWhile } from './say.mjs';

/** The oldest Node that Vite, Vitest, Electron's package and better-sqlite3 all run on. */
export const OLDEST_NODE = '22.12.0';

/**
 * @param {string} a a version such as ‘22.12.0’, with or without a leading v; what follows a hyphen is left out
 * @param {string} b
 * @returns {number} below 0 where a is older than b, 0 where they are the same, above 0 where a is newer
 */
export function compareVersions(a, b) {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let place = 0; place < 3; place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @param {string} version */
function numbersOf(version) {
  return (version.replace(/^v/, '').split('-')[0] ?? '').split('.').map(Number);
}

/** @param {string} version of a Node; ‘20.20.2’ is too old */
export function isNewEnough(version) {
  return compareVersions(version, OLDEST_NODE) >= 0;
}

/** @param {string} version of a Node @returns {boolean} whether it runs TypeScript files without a flag */
export function isTypeStripping(version) {
  const isOf23 = compareVersions(version, '23.0.0') >= 0;
  return compareVersions(version, isOf23 ? '23.6.0' : '22.18.0') >= 0;
}

/**
 * The npm package that holds Node for a platform: `bin/node` and, but on Windows, `include/node`.
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 */
export function nodePackage(platform, arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * @param {string} root the project's folder
 * @returns {string | undefined} the Node that an earlier start brought, if it has the version that package.json names
 */
export function broughtNode(root) {
  const folder = packageFolder(root);
  try {
    if (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version !== pinnedVersion(root)) {
      return undefined;
    }
    return readFileSync(path.join(root, '.build/node/program'), 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Installs the pinned Node into `.build/node`, through npm and its registry as every other package.
 * @param {string} root
 * @returns {Promise<string>} the path of the program
 */
export async function bringNode(root) {
  const prefix = path.join(root, '.build/node');
  return withLock(path.join(root, '.build/launch.lock'), async () => {
    const present = broughtNode(root);
    if (present !== undefined) return present;
    const version = pinnedVersion(root);
    const what = `${nodePackage(process.platform, process.arch)}@${version}`;
    mkdirSync(prefix, { recursive: true });
    // With its own package.json npm does not take the project's folder instead.
    writeFileSync(path.join(prefix, 'package.json'), '{ "private": true }\n');
    const why = `Node ${process.versions.node} is older than ${OLDEST_NODE}`;
    await sayWhile(`${why}: bringing Node ${version} into .build/node`, async () => {
      const npm = findNpm();
      const args = [
        'install',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        '--prefix',
        prefix,
        what,
      ];
      const { status, output } = await runQuietly(npm.program, [...npm.args, ...args], { cwd: prefix });
      if (status !== 0) {
        throw new SetUpFailure(
          `could not bring Node ${version} (npm package ${what}); install Node ${OLDEST_NODE} or newer, or look at what npm says:\n${output.trim()}`,
        );
      }
    });
    const program = path.join(packageFolder(root), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    // Written last: only a whole installation counts.
    writeFileSync(path.join(prefix, 'program'), program);
    return program;
  });
}

/** @param {string} root */
function packageFolder(root) {
  return path.join(root, '.build/node/node_modules', nodePackage(process.platform, process.arch));
}

/** @param {string} root @returns {string} */
function pinnedVersion(root) {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).almanac.node;
}
