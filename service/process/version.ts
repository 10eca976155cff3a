import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version in the nearest `package.json` of Almanac above this file, in a bundle too. */
export function almanacVersion(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const version = versionIn(folder);
    if (version !== undefined) return version;
    if (path.dirname(folder) === folder) throw new Error('No package.json of Almanac above the program');
  }
}

function versionIn(folder: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const { name, version } = JSON.parse(text) as { name?: string; version?: string };
  return name === 'almanac' ? version : undefined;
}
