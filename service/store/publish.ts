import { guarded } from './failures.ts';
import { notingDamage } from './integrity.ts';
import type { Database } from './open-database.ts';
import { openRunWrites, type RunWrites } from './run-writes.ts';
import { expectSameFile } from './same-file.ts';
import type { Publish, PublishedRun, PublishMany, RunResult, RunStart, Undo } from './types.ts';
import { undoImport } from './undo-import.ts';

/**
 * Opens a publish on a connection without an open transaction. `onEnd` is called once, when the publish is committed or abandoned.
 * If a call throws, the publish is abandoned.
 */
export function openPublish(db: Database, start: RunStart, now: () => Date, onEnd: () => void): Publish {
  const transaction = beginTransaction(db, onEnd);
  const writes = transaction.step(() => openRunWrites(db, start));
  return {
    ...runInSteps(writes, transaction),
    commit: () => transaction.commit(() => writes.finish(now())),
    abandon: transaction.abandon,
  };
}

/** As `openPublish`, for several runs in one transaction. */
export function openPublishMany(db: Database, now: () => Date, onEnd: () => void): PublishMany {
  const transaction = beginTransaction(db, onEnd);
  const runs = openRuns(db, transaction);
  return {
    run: runs.open,
    commit: (sha256) => transaction.commit(() => runs.finish(now(), sha256)),
    abandon: transaction.abandon,
  };
}

/** As `openPublishMany`, after the import of `run` was undone. */
export function openUndo(db: Database, run: number, now: () => Date, onEnd: () => void): Undo {
  const transaction = beginTransaction(db, onEnd);
  const undone = transaction.step(() => undoImport(db, run, now()));
  const runs = openRuns(db, transaction);
  return {
    undone,
    run: runs.open,
    commit: (sha256) => transaction.commit(() => runs.finish(now(), sha256)),
    abandon: transaction.abandon,
  };
}

/** As `PublishMany`, of a team: `commit` answers once the team has stored it. @throws Behind if another publish was first. */
export type TeamPublish = Omit<PublishMany, 'commit'> & {
  commit(sha256: string): Promise<RunResult[]>;
  /** Writes something that is no run, and commits. */
  write(work: () => void): Promise<void>;
};

/** Opens a publish whose rows go to the truth of a team before they are committed here. @param commit ends the SQLite transaction. */
export function openTeamPublish(
  db: Database,
  team: { now: () => Date; onBegin: () => void; onEnd: () => void; commit: () => Promise<void> },
): TeamPublish {
  const transaction = beginTransaction(db, team.onEnd);
  transaction.step(team.onBegin);
  const runs = openRuns(db, transaction);
  return {
    run: runs.open,
    commit: (sha256) => transaction.commitLater(() => runs.finish(team.now(), sha256), team.commit),
    write: (work) => transaction.commitLater(work, team.commit),
    abandon: transaction.abandon,
  };
}

type Transaction = {
  /** @throws Error if the transaction has ended. */
  check(): void;
  /** Runs one step. If it throws, the whole transaction is rolled back. */
  step<T>(work: () => T): T;
  /** Runs the last step, and commits. */
  commit<T>(work: () => T): T;
  /** As `commit`, where another one commits, later. */
  commitLater<T>(work: () => T, commit: () => Promise<void>): Promise<T>;
  abandon(): void;
};

function beginTransaction(db: Database, onEnd: () => void): Transaction {
  const path = db.name;
  let isOpen = true;

  function abandon(): void {
    if (!isOpen) return;
    isOpen = false;
    // After some errors, as a full disk, SQLite has already rolled back.
    if (db.inTransaction) db.exec('ROLLBACK');
    onEnd();
  }

  function check(): void {
    if (!isOpen) throw new Error('This publish has ended');
  }

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
    commit: (work) =>
      step(() => {
        const result = work();
        expectSameFile(db);
        db.exec('COMMIT');
        isOpen = false;
        onEnd();
        return result;
      }),
    async commitLater(work, commit) {
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
function openRuns(db: Database, transaction: Transaction) {
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
function runInSteps(writes: RunWrites, { check, step }: Transaction): PublishedRun {
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
