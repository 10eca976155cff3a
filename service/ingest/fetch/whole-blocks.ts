import type { Truth } from '../../store/copy/types.ts';
import { openReader } from '../../store/index.ts';
import { openIngestWriter } from '../ingest-writer.ts';

/** @returns the names of the blocks of a dataset's history that its publisher has given whole. */
export function readWhole(dataDir: string, dataset: string): ReadonlySet<string> {
  const reader = openReader(dataDir);
  try {
    return reader.wholeBlocks(dataset);
  } finally {
    reader.close();
  }
}

/** Call it after the blocks were imported. Blocks that are not noted are fetched again. */
export async function noteWhole(
  dataDir: string,
  truth: Truth | undefined,
  dataset: string,
  blocks: readonly string[],
): Promise<void> {
  const writer = openIngestWriter(dataDir, truth);
  try {
    await writer.noteWholeBlocks(dataset, blocks);
  } finally {
    writer.close();
  }
}
