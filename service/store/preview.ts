import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { compareWithHeld } from './compare-with-held.ts';
import type { PublishPreview } from './comparison-types.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { guarded } from './failures.ts';
import { openHeldLargest } from './held-largest.ts';
import { openPublishMany } from './publish.ts';
import { openReader } from './reader.ts';
import { isWithin, sameNumber } from './same-number.ts';
import type { PublishedRun, RunStart } from './types.ts';

/**
 * Opens a publish that never changes the data of the folder. Its rows go into a temporary database with the same layout, which is
 * compared with the data file and deleted when the preview is closed. The data file is not locked meanwhile.
 * @throws the Failures of `openReader`.
 */
export function openPreview(dataDir: string): PublishPreview {
  const path = dataFile(dataDir);
  const isHeld = existsSync(path);
  // Migrates an older layout, and throws a Failure if the file cannot be read.
  if (isHeld) openReader(dataDir).close();
  // An empty name is a temporary database: in memory, in an unnamed file if it grows large, deleted when closed.
  const db = new Sqlite('');
  return guarded(path, () => {
    for (const { sql } of DATA_OPTIONS.migrations) db.exec(sql);
    const roundings = createRoundings();
    const many = openPublishMany(
      db,
      () => new Date(),
      () => undefined,
    );
    return {
      many: { ...many, run: (start) => roundings.add(start, many.run(start)) },
      compare: (longestGap, most) =>
        guarded(path, () => {
          many.commit('');
          db.prepare('ATTACH ? AS held').run(isHeld ? path : ':memory:');
          if (!isHeld) makeEmptyTables(db);
          // A transaction reads one state of the data file, whatever is published meanwhile. With WAL it blocks no writer.
          roundings.define(db);
          return db.transaction(() => compareWithHeld(db, longestGap, most)).deferred();
        }),
      heldLargest(series, enough) {
        const origin = db.prepare('SELECT origin FROM held.dataset WHERE id = ?').pluck().get(series.dataset);
        if (origin === 'sample') return undefined;
        return guarded(path, () => openHeldLargest(db, 'held', 0)(series, enough));
      },
      close() {
        many.abandon();
        db.close();
      },
    };
  });
}

/** Creates the compared tables without rows, for a folder that has no data file yet. */
function makeEmptyTables(db: Database): void {
  for (const table of [
    'run',
    'dataset',
    'series',
    'observation',
    'revision',
    'constituent_list',
    'constituent',
  ]) {
    db.exec(`CREATE TABLE held.${table} AS SELECT * FROM main.${table} WHERE 0`);
  }
}

/** Knows which values of a preview count as roundings of others. That is complete only after all runs were started. */
function createRoundings() {
  const defersTo = new Set<string>();
  let refines = false;
  return {
    /** Remembers the options of a run. @returns the run. */
    add(start: RunStart, run: PublishedRun): PublishedRun {
      for (const source of start.defersTo ?? []) defersTo.add(source);
      refines ||= start.refines ?? false;
      return run;
    },
    /**
     * Defines the SQL function `effect(stored value, its rounding, source of its run, new value, its rounding)`. It returns
     * 'unchanged'; 'refined' for a rounded value that the publisher's exact figure would replace; or 'revised'.
     */
    define(db: Database): void {
      const isOf = (rounding: unknown, one: string, other: string) =>
        rounding !== null && isWithin(one, other, String(rounding));
      db.function('effect', (heldValue, heldRounding, source, newValue, newRounding) => {
        const [held, value] = [String(heldValue), String(newValue)];
        if (sameNumber(held, value)) return 'unchanged';
        if (defersTo.has(String(source)) && isOf(newRounding, held, value)) return 'unchanged';
        return refines && isOf(heldRounding, held, value) ? 'refined' : 'revised';
      });
    },
  };
}
