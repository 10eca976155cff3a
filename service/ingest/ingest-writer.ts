import { Behind, openTeamWriter, type TeamWriter, type Truth } from '../store/copy/index.ts';
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

/** Runs `stage`, which stages a file and publishes it; where another publish was first, catches up and runs it again. */
export async function stagedAgain<Result>(
  truth: Truth | undefined,
  stage: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await stage();
    } catch (error) {
      if (!truth || !(error instanceof Behind) || tried === MOST_TRIES) throw error;
      await truth.catchUp();
    }
  }
}
