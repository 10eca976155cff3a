import { closeWriting } from '../checkpoint.ts';
import { DATA_OPTIONS, dataFile } from '../data-file.ts';
import { asFailure, guarded } from '../failures.ts';
import { type FetchNote, insertWholeBlocks, noteFetch } from '../fetches.ts';
import { type Database, openDatabase } from '../open-database.ts';
import { openTeamPublish } from '../writer.ts';
import { type CopyDisagrees, type CopyState, copyState } from './open-copy.ts';
import { type Capture, type Change, openCapture } from './team-changes.ts';

export type Truth = {
  /** Stores a change for the whole team. @returns the copy's new publish. @throws Behind; CopyDisagrees: nothing is stored then. */
  publish(change: Change): Promise<CopyState>;
  /** Brings the copy to the team's newest publish. @param damage why `publish` found the copy damaged: it is made again. */
  catchUp(damage?: CopyDisagrees): Promise<void>;
};

/** Another publish was first: catch up, and stage again what is to be published. */
export class Behind extends Error {}

export type TeamWriter = ReturnType<typeof openTeamWriter>;

/** As `openWriter`, for the copy of a team: what is written is stored for the whole team first, and then here. */
export function openTeamWriter(
  dataDir: string,
  truth: Truth,
  now: () => Date = () => new Date(),
  waitMs: number = DATA_OPTIONS.waitMs,
) {
  const path = dataFile(dataDir);
  const db = openDatabase(path, { ...DATA_OPTIONS, waitMs });
  const capture = guarded(path, () => openCapture(db));
  const commit = committing(db, capture, truth);
  let current: { abandon(): void } | undefined;
  const end = () => {
    current = undefined;
  };

  function beginMany() {
    if (current) throw new Error('A publish is already open on this writer');
    const publish = openTeamPublish(db, { now, onEnd: end, onBegin: capture.begin, commit });
    current = publish;
    return publish;
  }
  /** Notes overwrite each other, so they need no newest copy: no `Behind` can come. */
  const note = async (write: () => void): Promise<void> => await beginMany().write(write);

  return {
    /** @throws Behind if the folder has no copy yet. */
    beginMany,
    noteFetch: (fetched: FetchNote): Promise<void> => note(() => noteFetch(db, fetched)),
    noteWholeBlocks: (dataset: string, blocks: readonly string[]): Promise<void> =>
      note(() => insertWholeBlocks(db, dataset, blocks)),
    close(): void {
      current?.abandon();
      closeWriting(db);
    },
  };
}

function committing(db: Database, capture: Capture, truth: Truth): () => Promise<void> {
  return async () => {
    const from = copyState(db);
    if (!from) throw new Behind('The folder has no copy of the team yet');
    const state: CopyState = await truth.publish(capture.change(from));
    try {
      db.prepare('UPDATE team_copy SET version = @version, publish_id = @publishId, notes = @notes').run(
        state,
      );
      db.exec('COMMIT');
    } catch (error) {
      // The team has it: this copy gets it by following, once it can be written.
      throw asFailure(error, db.name);
    }
  };
}
