import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUploads } from '../../service/app/exports.ts';
import { makeWorkFolder } from '../../service/ingest/work-folders.ts';
import { newDraft } from '../../service/process/drafts.ts';
import { writeWholeFile } from '../../service/process/whole-file.ts';
import { changeSettingsFile } from '../../service/settings/index.ts';
import { backUp, restore } from '../../service/store/back-ups.ts';
import { writeCompleteFile } from '../../service/tables/complete-file.ts';

/** A process that makes drafts of one kind until it is killed: `draft-loop.ts KIND FOLDER`. */

const [, , kind = '', folder = ''] = process.argv;
const large = Buffer.alloc(4 << 20);

async function* slowly(): AsyncGenerator<Uint8Array, void> {
  yield large;
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

const WAYS: Readonly<Record<string, () => unknown>> = {
  'small file': () => writeWholeFile(join(folder, 'incidents.json'), large),
  settings: () => changeSettingsFile(folder, { a: Math.random() }),
  'back-up': () => backUp(folder, new Date(), 1),
  restore: async () => {
    const [name = ''] = readdirSync(join(folder, 'backups')).filter((one) => /^data-2.*\.sqlite$/.test(one));
    await restore(folder, join(folder, 'backups', name), name, new Date());
  },
  refresh: async () => {
    writeFileSync(join(makeWorkFolder(folder), 'fetched.csv'), large);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
  export: () => writeCompleteFile(join(folder, 'a.csv'), slowly()),
  upload: () => createUploads().take('a.csv', slowly()),
  /** Keeps one draft while the process runs. */
  living: async () => {
    mkdirSync(newDraft(join(folder, 'living')));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
};

process.send?.('begun');
for (;;) {
  await WAYS[kind]?.();
  // The pause lets the parent see the folder between two drafts, too.
  await new Promise(setImmediate);
}
