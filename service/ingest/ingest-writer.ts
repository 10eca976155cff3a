import { Failure } from '../contract/failure.ts';
import { Behind, CopyDisagrees, openTeamWriter, type TeamWriter, type Truth } from '../store/copy/index.ts';
import { openWriter, type PublishMany, type Writer } from '../store/index.ts';

/** What imports and refreshes write with: this computer's own data, or the copy of a team, where a commit answers later. */
export type IngestWriter = Writer | TeamWriter;
export type IngestPublish = ReturnType<IngestWriter['beginMany']> | PublishMany;

/** @param truth of the team whose copy the folder has. @throws as `openWriter`. */
export function openIngestWriter(dataDir: string, truth: Truth | undefined, now?: () => Date): IngestWriter {
  return truth ? openTeamWriter(dataDir, truth, now) : openWriter(dataDir, undefined, now);
}

/** Ten publishers that race lose nine times at most. */
const MOST_TRIES = 20;

/** Runs `stage`, which stages a file and publishes it; where another publish was first, or the copy is damaged, catches up and runs it again. */
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
