import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { maskSecrets } from '../process/mask.ts';
import { tell } from './output.ts';

/** Says in one line that Almanac itself failed and where the details are; `ALMANAC_DEBUG=1` shows them at once. */
export function reportBug(error: unknown): void {
  const details = maskSecrets(inspect(error));
  if (process.env.ALMANAC_DEBUG === '1') {
    tell(details);
    return;
  }
  // All accounts can write to this folder: use a random name, so that nobody can have put a link there, and never overwrite.
  const file = path.join(tmpdir(), `almanac-error-${process.pid}-${randomBytes(6).toString('hex')}.txt`);
  try {
    writeFileSync(file, `${new Date().toISOString()}\n${details}\n`, { mode: 0o600, flag: 'wx' });
    tell(`almanac: an error in Almanac itself; the details are in ${file}`);
  } catch {
    tell('almanac: an error in Almanac itself; run it again with ALMANAC_DEBUG=1 to see the details');
  }
}
