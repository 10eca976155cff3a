import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../../contract/failure.ts';
import { commandLine } from '../../process/command-line.ts';
import { newDraft } from '../../process/drafts.ts';
import { closeWriting } from '../checkpoint.ts';
import { DATA_OPTIONS, dataFile } from '../data-file.ts';
import { asFailure, guarded } from '../failures.ts';
import { type Database, openDatabase } from '../open-database.ts';
import { overwrite } from '../overwrite.ts';
import { expectSameFile } from '../same-file.ts';
import { applyFrames } from './apply.ts';
import { findBadRun } from './run-hashes.ts';
import { copiedTables } from './tables.ts';
import {
  type CopiedTable,
  type CopyCell,
  CopyDisagrees,
  type CopyFrame,
  type CopyHead,
  type CopyState,
} from './types.ts';

/** Gives the rows that are newer than a version, and the publish that a copy has with them. */
export type Pulled = { head: CopyHead; frames: AsyncIterable<CopyFrame> };

/** The copy of a team's data in a data folder. */
export type Copy = {
  readonly tables: readonly CopiedTable[];
  /** Of the file: how many steps have made it. */
  readonly layout: number;
  /** Which publish the copy has; `undefined` where the file is empty and no copy yet. */
  state(): CopyState | undefined;
  fileId(): string;
  /** As `state`, with what ETags are made of. */
  head(): CopyHead | undefined;
  /**
   * Writes what was pulled after `from`, in one transaction.
   * @returns how many rows came; `undefined` if another process has changed the copy meanwhile: then nothing was written.
   * @throws CopyDisagrees; Failure 'folder_in_use', 'folder_unusable', 'broken_data_file'.
   */
  apply(from: CopyState | undefined, pulled: Pulled): Promise<number | undefined>;
  /** Makes the copy anew beside the file, and puts it in its place in one transaction. @returns how many rows came. @throws as `apply`. */
  rebuild(pulled: Pulled): Promise<number>;
  /** @returns what is wrong with what a run wrote, in words; `undefined` if nothing is. Reads the whole file, by a connection of its own. */
  findBadRun(): Promise<string | undefined>;
  /** Reads one state of the file while `use` runs. `rows`: all rows of a table, in the order of its key. */
  snapshot<Result>(
    use: (snapshot: {
      state: CopyState | undefined;
      dataVersion: number;
      rows(table: CopiedTable): Iterable<readonly CopyCell[]>;
    }) => Promise<Result>,
  ): Promise<Result>;
  close(): void;
};

const STATE = 'SELECT team_id AS teamId, version, publish_id AS publishId, notes FROM team_copy';
const HEAD = `SELECT team_id AS teamId, version, publish_id AS publishId, notes, data_version AS dataVersion, file_id AS fileId
  FROM team_copy CROSS JOIN data_state`;

/** In place of the publish's id while a copy is made anew. */
const UNFINISHED = 'being made anew';

/** @returns whether a copy was to be made anew, and is not yet. */
export function isUnfinished({ publishId }: CopyState): boolean {
  return publishId.startsWith(UNFINISHED);
}

/** @returns which publish of a team a file has; `undefined` if it is no copy. */
export function copyState(db: Database): CopyState | undefined {
  return db.prepare<[], CopyState>(STATE).get();
}

/** @throws Failure 'team_refused' if the file is the copy of a team: what is written to it alone would be lost. */
export function expectNoCopy(db: Database): void {
  if (!copyState(db)) return;
  throw new Failure(
    'team_refused',
    `${db.name} is a copy of a team's data and takes changes from the team only. Name the team: --team ADDRESS. Or choose another data folder.`,
    { file: db.name },
  );
}

/**
 * Opens the data file of a folder as the copy of a team; makes an empty one where there is none.
 * @param waitMs how long a write waits for another writer of the file.
 * @throws Failure 'team_refused' if the file has data that came from no team; those of `openWriter`.
 */
export function openCopy(dataDir: string, waitMs: number = DATA_OPTIONS.waitMs): Copy {
  const path = dataFile(dataDir);
  const db = openForCopying(path, waitMs);
  let tables: readonly CopiedTable[];
  try {
    tables = guarded(path, () => {
      expectNoOwnData(db);
      return copiedTables(db);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw asFailure(error, path);
    }
  };
  return {
    tables,
    layout: DATA_OPTIONS.migrations.length,
    state: () => guarded(path, () => copyState(db)),
    fileId: () => guarded(path, () => String(db.prepare('SELECT file_id FROM data_state').pluck().get())),
    head: () => guarded(path, () => db.prepare<[], CopyHead>(HEAD).get()),
    apply: (from, pulled) => guard(() => applyIn(db, from, pulled)),
    rebuild: ({ head, frames }) =>
      guard(async () => {
        const part = newDraft(path);
        try {
          const made = openForCopying(part, DATA_OPTIONS.waitMs);
          let rows: number | undefined;
          try {
            rows = await applyIn(made, undefined, { head, frames });
            made.pragma('journal_mode = DELETE');
          } finally {
            made.close();
          }
          // Other processes leave the copy alone now, and one that finds it so later makes it anew.
          markUnfinished(db);
          await overwrite(part, path, (file) => copyState(file)?.publishId);
          return rows ?? 0;
        } finally {
          removePart(part);
        }
      }),
    findBadRun: () =>
      guard(async () => {
        const reading = openForCopying(path, waitMs);
        try {
          reading.exec('BEGIN');
          return await findBadRun(reading);
        } finally {
          reading.close();
        }
      }),
    async snapshot(use) {
      return await guard(async () => {
        db.exec('BEGIN');
        try {
          return await use({
            state: copyState(db),
            dataVersion: Number(db.prepare('SELECT data_version FROM data_state').pluck().get()),
            rows: ({ name, columns, key }) =>
              db
                .prepare<[], CopyCell[]>(
                  `SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`,
                )
                .raw()
                .iterate(),
          });
        } finally {
          db.exec('ROLLBACK');
        }
      });
    },
    close: () => closeWriting(db),
  };
}

/** What is damaged in the file is no reason to leave it as it is. */
function markUnfinished(db: Database): void {
  try {
    db.prepare('UPDATE team_copy SET publish_id = ?').run(`${UNFINISHED} ${randomUUID()}`);
  } catch (error) {
    const failure = asFailure(error, db.name);
    if (!(failure instanceof Failure && failure.code === 'broken_data_file')) throw error;
  }
}

function openForCopying(path: string, waitMs: number): Database {
  const db = openDatabase(path, { ...DATA_OPTIONS, waitMs });
  // Rows are replaced as they come: a list that was superseded keeps its members.
  db.pragma('foreign_keys = OFF');
  return db;
}

function expectNoOwnData(db: Database): void {
  if (copyState(db) || db.prepare('SELECT EXISTS(SELECT 1 FROM run)').pluck().get() === 0) return;
  throw new Failure(
    'team_refused',
    `${db.name} has data of this computer. The copy of a team's data needs a folder of its own: choose an empty one with --data-dir. To bring these data into an empty team: ${commandLine`team import ${dirname(db.name)} --team ADDRESS`}`,
    { file: db.name },
  );
}

async function applyIn(
  db: Database,
  from: CopyState | undefined,
  { head, frames }: Pulled,
): Promise<number | undefined> {
  db.exec('BEGIN IMMEDIATE');
  try {
    if (!isSame(copyState(db), from)) {
      db.exec('ROLLBACK');
      return undefined;
    }
    const { rows } = await applyFrames(db, frames, head);
    expectSameFile(db);
    db.exec('COMMIT');
    return rows;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'))
      throw new CopyDisagrees(error.message, { cause: error });
    throw error;
  }
}

function isSame(a: CopyState | undefined, b: CopyState | undefined): boolean {
  return (
    a?.teamId === b?.teamId &&
    a?.publishId === b?.publishId &&
    a?.version === b?.version &&
    a?.notes === b?.notes
  );
}

function removePart(part: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(part + suffix, { force: true });
}
