import { closeWriting } from './checkpoint.ts';
import { expectNoCopy } from './copy/open-copy.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { expectSameFile } from './database-files.ts';
import { guarded } from './failures.ts';
import { type FetchNote, noteFetch, noteWholeBlocks } from './fetches.ts';
import { notingDamage } from './integrity.ts';
import { type Database, openDatabase } from './open-database.ts';
import { openRunWrites, type PublishedRun, type RunWrites } from './run-writes.ts';
import type { RunResult, RunStart } from './runs.ts';
import { type UndoneRun, undoImport } from './undo-import.ts';

/** A connection for publishing. It can have one open publish at a time. */
export type Writer = ReturnType<typeof openWriter>;

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
) {
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
  function begun<Open extends { abandon(): void }>(open: () => Open): Open {
    if (current) throw new Error('A publish is already open on this writer');
    const publish = open();
    current = publish;
    return publish;
  }
  return {
    /** Takes the write lock; waits up to 10 s for another writer. @throws Failure 'folder_in_use' after that. */
    begin: (run: RunStart): Publish => begun(() => openPublish(db, run, now, end)),
    /** As `begin`, for a file with several datasets. */
    beginMany: (): PublishMany => begun(() => openPublishMany(db, now, end)),
    /**
     * Undoes the import that a run belongs to.
     * @throws Failure 'wrong_usage' if something was published since, or there is nothing to undo.
     */
    beginUndo: (run: number): Undo => begun(() => openUndo(db, run, now, end)),
    /** Records the result of a fetch. Call it after the fetched data were published: a note must never be ahead of the data. */
    noteFetch(note: FetchNote): void {
      if (current) throw new Error('A publish is open on this writer: note the fetch after its commit');
      guarded(path, () => noteFetch(db, note));
    },
    /** Records that blocks of a dataset's history were fetched completely. Call it after their data were published. The fetching code chooses the names. */
    noteWholeBlocks(dataset: string, blocks: readonly string[]): void {
      if (current) throw new Error('A publish is open on this writer: note blocks after its commit');
      guarded(path, () => noteWholeBlocks(db, dataset, blocks));
    },
    close(): void {
      current?.abandon();
      closeWriting(db);
    },
  };
}

/**
 * An open publish, which is stored completely or not at all. A day that a series has twice counts once if both values are the
 * same number; otherwise it is a Failure. If a call throws, the publish is abandoned.
 */
export type Publish = ReturnType<typeof openPublish>;

/** Opens a publish on a connection without an open transaction. `onEnd` is called once, when the publish is committed or abandoned. */
export function openPublish(db: Database, start: RunStart, now: () => Date, onEnd: () => void) {
  const transaction = beginTransaction(db, onEnd);
  const writes = transaction.step(() => openRunWrites(db, start));
  return {
    ...runInSteps(writes, transaction),
    /** Writes the run, the counts and the data version, and commits. A run with data that are no sample replaces the sample data of its dataset. */
    commit: (): RunResult => transaction.commit(() => writes.finish(now())),
    /** Leaves the store as it was. Safe to call twice and after a failed call. */
    abandon: transaction.abandon,
  };
}

/** Several runs, one for each dataset of a file, in one transaction: all are stored or none. */
export type PublishMany = ReturnType<typeof openPublishMany>;

/** As `openPublish`, for several runs in one transaction. */
export function openPublishMany(db: Database, now: () => Date, onEnd: () => void) {
  return publishMany(db, beginTransaction(db, onEnd), now);
}

function publishMany(db: Database, transaction: OpenTransaction, now: () => Date) {
  const runs = openRuns(db, transaction);
  return {
    run: runs.open,
    /**
     * As `Publish.commit`, for all runs. Results come in the order in which the runs were opened.
     * @param sha256 hex SHA-256 of the file that all runs came from; it is known only after the file was read.
     */
    commit: (sha256: string): RunResult[] => transaction.commit(() => runs.finish(now(), sha256)),
    /** Leaves the store as it was. Safe to call twice and after a failed call. */
    abandon: transaction.abandon,
  };
}

/** An import that was undone, and the sample data that it had replaced, in one transaction. */
export type Undo = PublishMany & { undone: readonly UndoneRun[] };

/** As `openPublishMany`, after the import of `run` was undone. */
function openUndo(db: Database, run: number, now: () => Date, onEnd: () => void): Undo {
  const transaction = beginTransaction(db, onEnd);
  const undone = transaction.step(() => undoImport(db, run, now()));
  return { undone, ...publishMany(db, transaction, now) };
}

/** Opens a publish whose rows go to the truth of a team before they are committed here. @param commit ends the SQLite transaction. */
export function openTeamPublish(
  db: Database,
  team: { now: () => Date; onBegin: () => void; onEnd: () => void; commit: () => Promise<void> },
) {
  const transaction = beginTransaction(db, team.onEnd);
  transaction.step(team.onBegin);
  const runs = openRuns(db, transaction);
  return {
    run: runs.open,
    /** As `PublishMany.commit`; it answers once the team has stored the runs. @throws Behind if another publish was first. */
    commit: (sha256: string): Promise<RunResult[]> =>
      transaction.commitLater(() => runs.finish(team.now(), sha256), team.commit),
    /** Writes something that is no run, and commits. */
    write: (work: () => void): Promise<void> => transaction.commitLater(work, team.commit),
    abandon: transaction.abandon,
  };
}

type OpenTransaction = ReturnType<typeof beginTransaction>;

function beginTransaction(db: Database, onEnd: () => void) {
  const path = db.name;
  let isOpen = true;

  function abandon(): void {
    if (!isOpen) return;
    isOpen = false;
    // After some errors, as a full disk, SQLite has already rolled back.
    if (db.inTransaction) db.exec('ROLLBACK');
    onEnd();
  }

  /** @throws Error if the transaction has ended. */
  function check(): void {
    if (!isOpen) throw new Error('This publish has ended');
  }

  /** Runs one step. If it throws, the whole transaction is rolled back. */
  function step<T>(work: () => T): T {
    check();
    try {
      return notingDamage(path, () => guarded(path, work));
    } catch (error) {
      abandon();
      throw error;
    }
  }

  step(() => db.exec('BEGIN IMMEDIATE'));
  return {
    check,
    step,
    /** Runs the last step, and commits. */
    commit: <T>(work: () => T): T =>
      step(() => {
        const result = work();
        expectSameFile(db);
        db.exec('COMMIT');
        isOpen = false;
        onEnd();
        return result;
      }),
    /** As `commit`, where another one commits, later. */
    async commitLater<T>(work: () => T, commit: () => Promise<void>): Promise<T> {
      const result = step(() => {
        const worked = work();
        expectSameFile(db);
        return worked;
      });
      try {
        await commit();
      } catch (error) {
        abandon();
        throw error;
      }
      isOpen = false;
      onEnd();
      return result;
    },
    abandon,
  };
}

/** @returns the runs of one transaction: `finish` writes their ends, in the order in which they were opened. */
function openRuns(db: Database, transaction: OpenTransaction) {
  const opened: RunWrites[] = [];
  return {
    open(start: RunStart): PublishedRun {
      const writes = transaction.step(() => openRunWrites(db, start));
      opened.push(writes);
      return runInSteps(writes, transaction);
    },
    finish: (now: Date, sha256: string): RunResult[] => opened.map((writes) => writes.finish(now, sha256)),
  };
}

/** @returns the run with every call as a step of the transaction. */
function runInSteps(writes: RunWrites, { check, step }: OpenTransaction): PublishedRun {
  return {
    series: (key) => step(() => writes.series(key)),
    // Called for every row: it creates no closure unless there is an error.
    observation(series, day, value, row, rounding) {
      check();
      try {
        writes.observation(series, day, value, row, rounding);
      } catch (error) {
        step(() => {
          throw error;
        });
      }
    },
    summed: (series, row, rows) => step(() => writes.summed(series, row, rows)),
    heldLargest: (series, enough) => step(() => writes.heldLargest(series, enough)),
    changes: () => step(() => writes.changes()),
    lists: () => step(() => writes.lists()),
    absentDays: (longestGap) => step(() => writes.absentDays(longestGap)),
    constituents: (code, asOf, rows, row) => step(() => writes.constituents(code, asOf, rows, row)),
  };
}
