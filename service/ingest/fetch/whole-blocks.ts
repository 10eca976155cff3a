import { openReader, openWriter } from '../../store/index.ts';

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
export function noteWhole(dataDir: string, dataset: string, blocks: readonly string[]): void {
  const writer = openWriter(dataDir);
  try {
    writer.noteWholeBlocks(dataset, blocks);
  } finally {
    writer.close();
  }
}
