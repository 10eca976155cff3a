import { statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';

/**
 * @returns whether a data folder has the file `name`; false if there is no such folder.
 * @throws Failure 'folder_unusable' where the path cannot be a folder: a file stands there, or the name is too long.
 */
export function holdsFile(dataDir: string, name: string): boolean {
  try {
    statSync(path.join(dataDir, name));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    if (code === 'ENOENT') return false;
    throw new Failure(
      'folder_unusable',
      `The data folder ${cut(dataDir)} ${WHY[code] ?? `cannot be read (${code})`}. Name a folder with --data-dir.`,
      {},
      { cause: error },
    );
  }
}

/** The rest of a sentence about the folder. */
const WHY: Readonly<Record<string, string>> = {
  ENOTDIR: 'is no folder: a file stands there, or on the way to it',
  EACCES: 'may not be read by this user',
  ENAMETOOLONG: 'has too long a name',
};

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
