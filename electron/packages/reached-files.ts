import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IS_TEXT = /\.(c|m)?js$|\.css$|\.html$/;

/**
 * The files of a built folder that the entries need. The folder also has chunks of the build before, for programs that still run from
 * them, and entries that a package does not need.
 * @param entries files of the folder itself
 * @returns sorted paths relative to the folder: the entries, and every file whose name occurs in a reached file
 * @throws the file system's error where an entry is missing.
 */
export function reachedFiles(folder: string, entries: readonly string[]): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const others = new Set(all.filter((file) => file.includes('/')));
  const reached = new Set(entries);
  for (const file of reached) {
    const bytes = readFileSync(path.join(folder, file));
    if (!IS_TEXT.test(file)) continue;
    const text = bytes.toString('utf8');
    for (const other of others) {
      if (!text.includes(path.posix.basename(other))) continue;
      reached.add(other);
      others.delete(other);
    }
  }
  return [...reached].toSorted();
}
