import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Lines of the files and folders that were looked at, so that those which several bundles share are looked at once. @typedef {Map<string, string[]>} Looked */

/**
 * Path, size and time of every file under the sources. Two equal texts mean that nothing has changed. Reads no file, so it is cheap.
 * @param {string} root the folder that the sources are relative to
 * @param {string[]} sources files and folders, which may be missing
 * @param {Looked} [looked] of earlier calls at the same moment
 * @returns {string} one line per file, sorted
 */
export function fingerprint(root, sources, looked = new Map()) {
  return sources
    .flatMap((source) => linesOf(root, source, looked))
    .sort()
    .join('\n');
}

/** @param {string} root @param {string} source @param {Looked} looked @returns {string[]} */
function linesOf(root, source, looked) {
  const known = looked.get(source) ?? look(root, source, looked);
  looked.set(source, known);
  return known;
}

/** @param {string} root @param {string} source @param {Looked} looked @returns {string[]} */
function look(root, source, looked) {
  const full = path.join(root, source);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found === undefined) return [`${source} missing`];
  if (!found.isDirectory()) return [`${source} ${found.size} ${found.mtimeMs}`];
  return readdirSync(full).flatMap((name) => linesOf(root, `${source}/${name}`, looked));
}

/**
 * @param {string} file
 * @returns {string | undefined} the text of a stamp; undefined where there is none
 */
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
