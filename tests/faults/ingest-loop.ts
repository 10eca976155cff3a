import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { importFiles } from '../../service/ingest/index.ts';
import { writeVersion } from './ingest-versions.ts';

/**
 * A separate process that imports version after version of a file until it is killed: `FOLDER FIRST_VERSION`.
 * Prints the version that is being read ('r'), committed ('c') and done ('d').
 */
const [folder = '', first = ''] = process.argv.slice(2);
const say = (text: string) => void writeSync(1, `${text}\n`);
for (let version = Number(first); ; version++) {
  const file = join(folder, `version-${version}.csv`);
  writeFileSync(file, writeVersion(version));
  await importFiles({
    dataDir: join(folder, 'data'),
    files: [file],
    // Every version changes all values of series that are never revised, so jumps must be allowed.
    allowJumps: true,
    now: () => new Date('2026-11-20T18:00:00Z'),
    onProgress: ({ phase, rows }) => {
      if (phase === 'recognise') say(`r ${version}`);
      if (phase === 'publish') say(`c ${version} ${rows}`);
    },
  });
  say(`d ${version}`);
}
