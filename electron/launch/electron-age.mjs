import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findNpm } from './npm.mjs';
import { runQuietly } from './run-child.mjs';

/** Electron fixes security holes only in its newest three major versions, and there is a new one every eight weeks. */
const MAJORS_BEHIND = 1;

/**
 * @param {string} pinned Electron's version in package.json
 * @param {string} newest the newest stable one
 * @returns {string | undefined} why no package for others may be made with the pinned version; undefined where one may
 */
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

/** @param {string} root @returns {string} exact */
export function pinnedElectron(root) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return manifest.devDependencies.electron;
}

/** @param {string} root @returns {Promise<string | undefined>} undefined where the registry does not answer */
export async function newestElectron(root) {
  const { program, args } = findNpm();
  const words = [...args, 'view', 'electron', 'dist-tags.latest', '--loglevel=error'];
  const { status, output } = await runQuietly(program, words, { cwd: root, timeoutMs: 30_000 });
  return status === 0 ? /\d+\.\d+\.\d+$/m.exec(output.trim())?.[0] : undefined;
}
