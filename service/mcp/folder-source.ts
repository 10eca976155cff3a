import { existsSync } from 'node:fs';
import path from 'node:path';
import { fillWithSample } from '../calls/index.ts';
import { DATA_FILE } from '../contract/names.ts';
import { withSpreads } from '../derived/index.ts';
import { hasLostData } from '../process/incidents.ts';
import { openReader } from '../store/index.ts';
import type { AssistantSource } from './types.ts';

/**
 * Reads a data folder beside whatever else uses it. The folder is not locked, so that an assistant that runs all day is in nobody's
 * way, and the file is opened for each call, so that a restore or a reset is seen and not hindered.
 * @param teamCopy finds the folder of the copy of the team whose data Almanac shows in place of its own; it is asked for each call, since
 * a person can begin or cease to follow a team. Absent or undefined: the folder's own data are shown.
 * @returns `read` of an `AssistantSource`. An empty folder whose own data are shown is filled with sample data first, as by the app: not where
 * data were lost.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version', 'folder_in_use', and those of `teamCopy`.
 */
export async function folderSource(
  dataDir: string,
  teamCopy: () => Promise<string | undefined> = async () => undefined,
): Promise<AssistantSource['read']> {
  if (!existsSync(path.join(dataDir, DATA_FILE)) && !hasLostData(dataDir) && (await teamCopy()) === undefined)
    await fillWithSample({ dataDir, now: () => new Date() });
  const read: AssistantSource['read'] = async (use) => {
    const reader = withSpreads(openReader((await teamCopy()) ?? dataDir));
    try {
      return await use(reader);
    } finally {
      reader.close();
    }
  };
  // A folder that cannot be read is told now, and not with the first question.
  await read(async () => undefined);
  return read;
}
