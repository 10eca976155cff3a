import { DATA_FILE } from '../contract/names.ts';
import { dataFolder } from '../process/data-folder.ts';
import type { Reader } from '../store/index.ts';
import type { Given } from './command.ts';
import { holdsFile } from './held-file.ts';
import { tell } from './output.ts';

/**
 * Calls `use` with a reader of the data folder that the command line names, or with `undefined` if it holds no data yet. Creates no
 * files.
 */
export async function withData<Result>(
  given: Given,
  use: (reader: Reader | undefined, dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = dataFolder(given.text('data-dir'));
  if (!holdsFile(dataDir, DATA_FILE)) return use(undefined, dataDir);
  const [{ openReader }, { withSpreads }] = await Promise.all([
    import('../store/index.ts'),
    import('../derived/index.ts'),
  ]);
  const reader = withSpreads(openReader(dataDir));
  try {
    if (reader.isCopy()) tell(`${dataDir} cannot be written: its data are only read.`);
    return await use(reader, dataDir);
  } finally {
    reader.close();
  }
}
