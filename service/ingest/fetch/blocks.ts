import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { newDraft } from '../../process/drafts.ts';
import type { Publication } from '../../sources/ways.ts';

/** How long a block can be used: parts of one whole should be of about the same time. */
const GOOD_MS = 60 * 60_000;

/** Keeps the finished parts of a whole, so that an interrupted refresh can continue with the part that is missing. */
export type Blocks = {
  /** @returns the kept copy, or `undefined` where there is none of the last hour. */
  find(block: Publication): Promise<{ path: string; bytes: number; sha256: string } | undefined>;
  keep(block: Publication, file: string): Promise<void>;
  /** Removes all parts, once the whole was imported or was found to be wrong. */
  drop(): Promise<void>;
};

/** Opens `fetch/blocks/DATASET` of a data folder; nothing is made until a block is kept. */
export function openBlocks(dataDir: string, dataset: string, now: () => Date): Blocks {
  const folder = path.join(dataDir, 'fetch', 'blocks', dataset);
  // The key is not part of the name: the data are the same with any key.
  const fileOf = ({ url, form, json }: Publication) =>
    path.join(
      folder,
      createHash('sha256')
        .update(JSON.stringify([url, form, json]))
        .digest('hex'),
    );
  return {
    async find(block) {
      const file = fileOf(block);
      const stats = await stat(file).catch(absent);
      const age = stats === undefined ? GOOD_MS : now().getTime() - stats.mtimeMs;
      if (!stats || age >= GOOD_MS || age < -GOOD_MS) return undefined;
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      return { path: file, bytes: stats.size, sha256 };
    },
    async keep(block, file) {
      await mkdir(folder, { recursive: true });
      const target = fileOf(block);
      const draft = newDraft(target);
      await copyFile(file, draft);
      await utimes(draft, now(), now());
      await rename(draft, target);
    },
    async drop() {
      await rm(folder, { recursive: true, force: true });
      for (const parent of [path.dirname(folder), path.join(dataDir, 'fetch')]) {
        const others = await readdir(parent).catch(absent);
        if (others?.length === 0) await rm(parent, { recursive: true, force: true });
      }
    },
  };
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
