import { closeWriting } from '../checkpoint.ts';
import { DATA_OPTIONS, dataFile } from '../data-file.ts';
import { asFailure, guarded } from '../failures.ts';
import { noteFetch } from '../fetches.ts';
import { type Database, openDatabase } from '../open-database.ts';
import { openTeamPublish, type TeamPublish } from '../publish.ts';
import type { FetchNote } from '../types.ts';
import { insertWholeBlocks } from '../whole-blocks.ts';
import { type Capture, openCapture } from './capture.ts';
import { copyState } from './open-copy.ts';
import { Behind, type CopyState, type Truth } from './types.ts';

/** As `Writer`, on the copy of a team: what is written is stored for the whole team first, and then here. */
export type TeamWriter = ReturnType<typeof openTeamWriter>;

/** As `openWriter`, for the copy of a team. @throws as `openWriter`. */
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

  /** Notes overwrite each other, so they need no newest copy: no `Behind` can come. */
  async function note(write: () => void): Promise<void> {
    if (current) throw new Error('A publish is open on this writer: note the fetch after its commit');
    const publish = openTeamPublish(db, { now, onEnd: end, onBegin: capture.begin, commit });
    current = publish;
    await publish.write(write);
  }

  return {
    /** @throws Behind if the folder has no copy yet. */
    beginMany(): TeamPublish {
      if (current) throw new Error('A publish is already open on this writer');
      const publish = openTeamPublish(db, { now, onEnd: end, onBegin: capture.begin, commit });
      current = publish;
      return publish;
    },
    noteFetch: (fetched: FetchNote): Promise<void> => note(() => noteFetch(db, fetched)),
    noteWholeBlocks: (dataset: string, blocks: readonly string[]): Promise<void> =>
      note(() => insertWholeBlocks(db, dataset, blocks)),
    close(): void {
      current?.abandon();
      closeWriting(db);
    },
  };
}

/** @returns what commits the open transaction: in the truth, then here. */
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
