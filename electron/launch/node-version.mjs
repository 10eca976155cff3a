import { existsSync, readFileSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { npmInstall, removeLeftovers } from './packages.mjs';
import { sayWhile } from './say.mjs';

/**
 * Compares versions: below 0 if a is older, above 0 if it is newer. Ignores text after a hyphen. @param
 * {string} a such as ‘22.12.0’ @param {string} b @returns {number}
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

/** @param {string} root @param {string} version Node's; ‘20.20.2’ is too old */
export function isNewEnough(root, version) {
  return compareVersions(version, oldestNode(root)) >= 0;
}

/**
 * Names the npm package with `bin/node` and, except on Windows, `include/node`. @param {string} platform as
 * `process.platform` @param {string} arch
 */
export function nodePackage(platform, arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** Finds the pinned Node if it is installed here. @param {string} root @returns {string | undefined} */
export function installedNode(root) {
  const manifest = path.join(packageFolder(root), 'package.json');
  const program = nodeProgram(root);
  if (!existsSync(manifest) || !existsSync(program)) return undefined;
  return JSON.parse(readFileSync(manifest, 'utf8')).version === pinnedVersion(root) ? program : undefined;
}

/** Installs the pinned Node into `.build/node`. @param {string} root @returns {Promise<string>} its path */
export async function bringNode(root) {
  return withLock(path.join(root, '.build/launch.lock'), async () => {
    const present = installedNode(root);
    if (present !== undefined) return present;
    await removeLeftovers(root);
    const version = pinnedVersion(root);
    const what = `${nodePackage(process.platform, process.arch)}@${version}`;
    const making = path.join(root, `.build/making-node-${process.pid}`);
    const why = `Node ${process.versions.node} is older than ${oldestNode(root)}`;
    await sayWhile(`${why}: bringing Node ${version} into .build/node`, () =>
      npmInstall(making, ['install', '--no-save', what], `Node ${version}`),
    );
    // Replace the old Node only with a complete installation.
    await rm(path.join(root, '.build/node'), { recursive: true, force: true });
    renameSync(making, path.join(root, '.build/node'));
    return nodeProgram(root);
  });
}

/** @param {string} root */
function packageFolder(root) {
  return path.join(root, '.build/node/node_modules', nodePackage(process.platform, process.arch));
}

/** @param {string} root */
function nodeProgram(root) {
  return path.join(packageFolder(root), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** @param {string} root @returns {string} the version to install */
function pinnedVersion(root) {
  return packageFile(root).almanac.node;
}

/** @param {string} root @returns {string} the oldest Node to run on; npm warns of older ones too */
function oldestNode(root) {
  return packageFile(root).engines.node.replace('>=', '');
}

/** @param {string} root */
function packageFile(root) {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
}
