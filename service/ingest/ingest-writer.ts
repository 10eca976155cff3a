import { Failure } from '../contract/failure.ts';
import { Behind, CopyDisagrees, openTeamWriter, type TeamWriter, type Truth } from '../store/copy/index.ts';
import { openWriter, type PublishMany, type Writer } from '../store/index.ts';

/** The writer of imports and refreshes, for this computer's data or for a team's copy with async commits. */
export type IngestWriter = Writer | TeamWriter;
export type IngestPublish = ReturnType<IngestWriter['beginMany']> | PublishMany;

/** @param truth the team's database, if the folder has a team's copy. @throws as `openWriter`. */
export function openIngestWriter(dataDir: string, truth: Truth | undefined, now?: () => Date): IngestWriter {
  return truth ? openTeamWriter(dataDir, truth, now) : openWriter(dataDir, undefined, now);
}

/** If ten publishers race, each loses nine times at most. */
const MOST_TRIES = 20;

/** Runs `stage`. If another node published first or the copy is damaged, catches up and runs it again. */
export async function stagedAgain<Result>(
  truth: Truth | undefined,
  stage: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await stage();
    } catch (error) {
      const damage = error instanceof CopyDisagrees ? error : undefined;
      if (!truth || !(damage || error instanceof Behind)) throw error;
      if (tried === MOST_TRIES)
        throw new Failure(
          'folder_in_use',
          `Other nodes of the team published before this one, ${MOST_TRIES} times in a row. Nothing was stored. Try again.`,
        );
      await truth.catchUp(damage);
    }
  }
}
