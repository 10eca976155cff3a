import { existsSync } from 'node:fs';
import Sqlite, { type Database } from 'better-sqlite3';
import { compareWithHeld } from './compare-with-held.ts';
import type { Preview } from './comparison-types.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { guarded } from './failures.ts';
import { openHeldLargest } from './held-largest.ts';
import { openPublishMany } from './publish.ts';
import { openReader } from './reader.ts';
import { isWithin, sameNumber } from './same-number.ts';
import type { PublishedRun, RunStart } from './types.ts';

/**
 * Opens a publish that never reaches the data of the folder: it goes into a temporary database with the same rules, which
 * is compared with what is held, and is gone when the preview is closed. No lock of the data file is held meanwhile.
 * @throws Failure as `openReader`.
 */
export function openPreview(dataDir: string): Preview {
  const path = dataFile(dataDir);
  const isHeld = existsSync(path);
  // Brings an older layout up to date, and says what is wrong with a file that cannot be read.
  if (isHeld) openReader(dataDir).close();
  // An empty name: SQLite keeps it in memory, spills to a file without a name, and removes it.
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
      many: { ...many, run: (start) => roundings.watch(start, many.run(start)) },
      compare: (longestGap, most) =>
        guarded(path, () => {
          many.commit('');
          db.prepare('ATTACH ? AS held').run(isHeld ? path : ':memory:');
          if (!isHeld) makeEmptyTables(db);
          // One state of what is held, whatever is published meanwhile; a read in WAL keeps nobody from writing.
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

/** Where nothing is held yet: the tables that are compared, without rows. */
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

/** Which values of a preview are roundings of others. It is known only at the end, when all runs are there to be compared. */
type Roundings = {
  /** Remembers how a run started. @returns the run. */
  watch(start: RunStart, run: PublishedRun): PublishedRun;
  /**
   * Lets SQL ask `fate(held value, its rounding, source of its run, new value, its rounding)` of a value that is held: 'stands', it
   * would stay; 'refined', it is a rounding that the publisher's own figure would replace; 'revised'.
   */
  define(db: Database): void;
};

function createRoundings(): Roundings {
  const defersTo = new Set<string>();
  let refines = false;
  return {
    watch(start, run) {
      for (const source of start.defersTo ?? []) defersTo.add(source);
      refines ||= start.refines ?? false;
      return run;
    },
    define(db) {
      const isOf = (rounding: unknown, one: string, other: string) =>
        rounding !== null && isWithin(one, other, String(rounding));
      db.function('fate', (heldValue, heldRounding, source, newValue, newRounding) => {
        const [held, value] = [String(heldValue), String(newValue)];
        if (sameNumber(held, value)) return 'stands';
        if (defersTo.has(String(source)) && isOf(newRounding, held, value)) return 'stands';
        return refines && isOf(heldRounding, held, value) ? 'refined' : 'revised';
      });
    },
  };
}
