import { existsSync } from 'node:fs';

/**
 * @param begin of the path, with what parts it from the stamp.
 * @returns a path that is free: `BEGIN2026-11-22T10-20-30ZEND` (no colon may stand in names), or with `-2` and so on before its end.
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
