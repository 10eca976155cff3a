import { existsSync } from 'node:fs';

/**
 * @param begin path and separator before the time stamp. @param end the file extension.
 * @returns a path that does not exist yet: `BEGIN2026-11-22T10-20-30ZEND`, or with `-2`, `-3`… before END. It has no colons, which
 * Windows does not allow in file names.
 */
export function freeStampedName(begin: string, now: Date, end = ''): string {
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  let path = `${begin}${stamp}${end}`;
  for (let n = 2; existsSync(path); n++) path = `${begin}${stamp}-${n}${end}`;
  return path;
}
