import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Path, size and time of every file under the sources. Two equal texts mean that nothing has changed. Reads no file, so it is cheap.
 * @param {string} root the folder that the sources are relative to
 * @param {string[]} sources files and folders, which may be missing
 * @returns {string} one line per file, sorted
 */
export function fingerprint(root, sources) {
  /** @type {string[]} */
  const lines = [];
  for (const source of sources) addLines(root, source, lines);
  return lines.sort().join('\n');
}

/** @param {string} root @param {string} source @param {string[]} lines */
function addLines(root, source, lines) {
  const full = path.join(root, source);
  const found = statSync(full, { throwIfNoEntry: false });
  if (found === undefined) lines.push(`${source} missing`);
  else if (found.isDirectory()) {
    for (const entry of readdirSync(full, { withFileTypes: true })) {
      addLines(root, `${source}/${entry.name}`, lines);
    }
  } else lines.push(`${source} ${found.size} ${found.mtimeMs}`);
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
