import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newDraftFolder } from '../process/drafts.ts';
import { Behind, type CopyState, takeForTeam } from '../store/copy/index.ts';
import type { TeamDatabase } from './connect.ts';
import { type PublishOptions, publish } from './publish.ts';
import { awaitTeam, expectEmptyTeam, expectTeam } from './set-up.ts';

/** Moves the data of a desktop into an empty team, without samples. The folder stays. @returns the new version, and how many runs came. */
export async function moveIn(
  database: TeamDatabase,
  dataDir: string,
  options: PublishOptions,
  say: (line: string) => void = () => undefined,
): Promise<CopyState & { runs: number }> {
  const head = await awaitTeam(database, say, options.patienceMs);
  expectEmptyTeam(head);
  const folder = newDraftFolder(path.join(tmpdir(), 'almanac-team'));
  try {
    const taken = takeForTeam(dataDir, path.join(folder, 'data.sqlite'), head);
    try {
      const { notes } = await publish(database, { ...taken.notes, from: head }, options);
      const state = await publish(database, { ...taken.data, from: { ...head, notes } }, options);
      return { ...state, runs: taken.data.runs.length };
    } catch (error) {
      // Somebody else has published the first data meanwhile.
      if (error instanceof Behind) expectEmptyTeam(await expectTeam(database));
      throw error;
    } finally {
      taken.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
