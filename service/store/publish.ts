import { guarded } from './failures.ts';
import { notingDamage } from './integrity.ts';
import type { Database } from './open-database.ts';
import { openRunWrites, type RunWrites } from './run-writes.ts';
import { expectSameFile } from './same-file.ts';
import type { Publish, PublishedRun, PublishMany, RunStart } from './types.ts';

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
  const runs: RunWrites[] = [];
  return {
    run(start) {
      const writes = transaction.step(() => openRunWrites(db, start));
      runs.push(writes);
      return runInSteps(writes, transaction);
    },
    commit: (sha256) => transaction.commit(() => runs.map((writes) => writes.finish(now(), sha256))),
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
    abandon,
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
