import { closeWriting } from './checkpoint.ts';
import { expectNoCopy } from './copy/open-copy.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { guarded } from './failures.ts';
import { noteFetch } from './fetches.ts';
import { openDatabase } from './open-database.ts';
import { openPublish, openPublishMany, openUndo } from './publish.ts';
import type { Writer } from './types.ts';
import { noteWholeBlocks } from './whole-blocks.ts';

/**
 * Opens the data of a folder for publishing; creates the folder and the file if they are missing.
 * @param waitMs milliseconds that `begin` waits for another writer.
 * @param now clock for the end time of runs.
 * @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version', 'folder_in_use', and 'team_refused' if the
 *   folder has the copy of a team's data, which only `openTeamWriter` writes.
 */
export function openWriter(
  dataDir: string,
  waitMs: number = DATA_OPTIONS.waitMs,
  now: () => Date = () => new Date(),
): Writer {
  const path = dataFile(dataDir);
  const db = openDatabase(path, { ...DATA_OPTIONS, waitMs });
  try {
    guarded(path, () => expectNoCopy(db));
  } catch (error) {
    db.close();
    throw error;
  }
  let current: { abandon(): void } | undefined;
  const end = () => {
    current = undefined;
  };
  return {
    begin(run) {
      if (current) throw new Error('A publish is already open on this writer');
      const publish = openPublish(db, run, now, end);
      current = publish;
      return publish;
    },
    beginMany() {
      if (current) throw new Error('A publish is already open on this writer');
      const publish = openPublishMany(db, now, end);
      current = publish;
      return publish;
    },
    beginUndo(run) {
      if (current) throw new Error('A publish is already open on this writer');
      const undo = openUndo(db, run, now, end);
      current = undo;
      return undo;
    },
    noteFetch(note) {
      if (current) throw new Error('A publish is open on this writer: note the fetch after its commit');
      guarded(path, () => noteFetch(db, note));
    },
    noteWholeBlocks(dataset, blocks) {
      if (current) throw new Error('A publish is open on this writer: note blocks after its commit');
      guarded(path, () => noteWholeBlocks(db, dataset, blocks));
    },
    close() {
      current?.abandon();
      closeWriting(db);
    },
  };
}
