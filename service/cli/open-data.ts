import { DATA_FILE } from '../contract/names.ts';
import { dataFolder } from '../process/data-folder.ts';
import type { Reader } from '../store/types.ts';
import type { Given } from './command.ts';
import { holdsFile } from './held-file.ts';
import { tell } from './output.ts';

/**
 * Lets `use` read the data of the folder that a command line names, or gives it `undefined` where there are none yet: to
 * look at a folder makes nothing in it.
 */
export async function withData<Result>(
  given: Given,
  use: (reader: Reader | undefined, dataDir: string) => Result | Promise<Result>,
): Promise<Result> {
  const dataDir = dataFolder(given.text('data-dir'));
  if (!holdsFile(dataDir, DATA_FILE)) return use(undefined, dataDir);
  const { openReader } = await import('../store/index.ts');
  const reader = openReader(dataDir);
  try {
    if (reader.isCopy()) tell(`${dataDir} cannot be written: its data are only read.`);
    return await use(reader, dataDir);
  } finally {
    reader.close();
  }
}
