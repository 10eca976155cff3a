import { expectNoCopy } from './copy/open-copy.ts';
import { closeWriting, DATA_OPTIONS, dataFile } from './data-file.ts';
import { expectSameFile } from './database-files.ts';
import { guarded } from './failures.ts';
import { notingDamage } from './integrity.ts';
import { type Database, openDatabase, orClosed } from './open-database.ts';
import {
  openRunWrites,
  type PublishedRun,
  type RunWrites,
  type UndoneRun,
  undoImport,
} from './run-writes.ts';
import { type FetchNote, noteFetch, noteWholeBlocks, type RunResult, type RunStart } from './runs.ts';

/** A writer can have one open publish at a time. */
export type Writer = ReturnType<typeof openWriter>;

/** Opens a folder's data for publishing. @throws Failure 'team_refused' for the copy of a team's data. */
export function openWriter(
  dataDir: string,
  waitMs: number = DATA_OPTIONS.waitMs,
  now: () => Date = () => new Date(),
) {
  const path = dataFile(dataDir);
  const db = openDatabase(path, { ...DATA_OPTIONS, waitMs });
  orClosed(db, () => guarded(path, () => expectNoCopy(db)));
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
  function note(write: () => void): void {
    if (current) throw new Error('A publish is open on this writer: note what was fetched after its commit');
    guarded(path, write);
  }
  return {
    /** Waits up to 10 s for another writer. @throws Failure 'folder_in_use' after that. */
    begin: (run: RunStart): Publish => begun(() => openPublish(db, run, now, end)),
    beginMany: (): PublishMany => begun(() => openPublishMany(db, now, end)),
    /** @throws Failure 'wrong_usage' if something was published since, or there is nothing to undo. */
    beginUndo: (run: number): Undo => begun(() => openUndo(db, run, now, end)),
    /** Call it after the fetched data were published: a note must never be ahead of the data. */
    noteFetch: (fetched: FetchNote): void => note(() => noteFetch(db, fetched)),
    /** Call it after the data of the blocks were published. The fetching code chooses the names. */
    noteWholeBlocks: (dataset: string, blocks: readonly string[]): void =>
      note(() => noteWholeBlocks(db, dataset, blocks)),
    close(): void {
      current?.abandon();
      closeWriting(db);
    },
  };
}

/** All or nothing is stored. A repeated day counts once if its values are the same number. */
export type Publish = ReturnType<typeof openPublish>;

/** `onEnd` is called once, when the publish is committed or abandoned. */
export function openPublish(db: Database, start: RunStart, now: () => Date, onEnd: () => void) {
  const transaction = beginTransaction(db, onEnd);
  const writes = transaction.step(() => openRunWrites(db, start));
  return {
    ...runInSteps(writes, transaction),
    /** A run with real data replaces the sample data of its dataset. */
    commit: (): RunResult => transaction.commit(() => writes.finish(now())),
    /** Safe to call twice and after a failed call. */
    abandon: transaction.abandon,
  };
}

/** Several runs, one for each dataset of a file, in one transaction: all are stored or none. */
export type PublishMany = ReturnType<typeof openPublishMany>;

export function openPublishMany(db: Database, now: () => Date, onEnd: () => void) {
  return publishMany(db, beginTransaction(db, onEnd), now);
}

function publishMany(db: Database, transaction: OpenTransaction, now: () => Date) {
  const runs = openRuns(db, transaction);
  return {
    run: runs.open,
    /** @param sha256 of the file, known after it was read. @returns results in the order of the runs. */
    commit: (sha256: string): RunResult[] => transaction.commit(() => runs.finish(now(), sha256)),
    /** Safe to call twice and after a failed call. */
    abandon: transaction.abandon,
  };
}

/** An undo of an import, and the sample data that it had replaced, in one transaction. */
export type Undo = PublishMany & { undone: readonly UndoneRun[] };

function openUndo(db: Database, run: number, now: () => Date, onEnd: () => void): Undo {
  const transaction = beginTransaction(db, onEnd);
  const undone = transaction.step(() => undoImport(db, run, now()));
  return { undone, ...publishMany(db, transaction, now) };
}

/** Publishes to the team's database before the copy. @param commit ends the SQLite transaction. */
export function openTeamPublish(
  db: Database,
  team: { now: () => Date; onBegin: () => void; onEnd: () => void; commit: () => Promise<void> },
) {
  const transaction = beginTransaction(db, team.onEnd);
  transaction.step(team.onBegin);
  const runs = openRuns(db, transaction);
  return {
    run: runs.open,
    /** @throws Behind if another publish was first. */
    commit: (sha256: string): Promise<RunResult[]> =>
      transaction.commitLater(() => runs.finish(team.now(), sha256), team.commit),
    /** Writes changes that do not belong to a run, and commits. */
    write: (work: () => void): Promise<void> => transaction.commitLater(work, team.commit),
    abandon: transaction.abandon,
  };
}

type OpenTransaction = ReturnType<typeof beginTransaction>;

function beginTransaction(db: Database, onEnd: () => void) {
  const path = db.name;
  let isOpen = true;

  function end(): void {
    isOpen = false;
    onEnd();
  }

  function abandon(): void {
    if (!isOpen) return;
    end();
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (db.inTransaction) db.exec('ROLLBACK');
  }

  function check(): void {
    if (!isOpen) throw new Error('This publish has ended');
  }

  /** If a step throws, the whole transaction is rolled back. */
  function step<T>(work: () => T): T {
    check();
    try {
      return notingDamage(path, () => guarded(path, work));
    } catch (error) {
      abandon();
      throw error;
    }
  }

  const lastStep = <T>(work: () => T): T => {
    const result = work();
    expectSameFile(db);
    return result;
  };

  step(() => db.exec('BEGIN IMMEDIATE'));
  return {
    check,
    step,
    commit: <T>(work: () => T): T =>
      step(() => {
        const result = lastStep(work);
        db.exec('COMMIT');
        end();
        return result;
      }),
    async commitLater<T>(work: () => T, commit: () => Promise<void>): Promise<T> {
      const result = step(() => lastStep(work));
      try {
        await commit();
      } catch (error) {
        abandon();
        throw error;
      }
      end();
      return result;
    },
    abandon,
  };
}

/** `finish` ends the runs in the order in which they were opened. */
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

/** Every call is a step of the transaction. */
function runInSteps(writes: RunWrites, { check, step }: OpenTransaction): PublishedRun {
  return {
    series: (key) => step(() => writes.series(key)),
    // Called for every row, so it creates a closure only for an error.
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
