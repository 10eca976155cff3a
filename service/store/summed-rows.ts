import type { Database } from './open-database.ts';

/** The rows behind values that are sums, within the open transaction of a run. */
export type SummedRows = {
  note(series: number, row: number, rows: readonly number[]): void;
  /** Called when all observations are written: of values that were held before, nothing is kept. */
  finish(): void;
};

export function openSummedRows(db: Database, runId: number): SummedRows {
  let isUsed = false;
  return {
    note(series, row, rows) {
      isUsed = true;
      db.prepare('INSERT OR REPLACE INTO summed_rows VALUES (?, ?, ?, ?)').run(
        runId,
        series,
        row,
        JSON.stringify(rows),
      );
    },
    finish() {
      if (!isUsed) return;
      db.prepare(
        `DELETE FROM summed_rows WHERE run_id = @run AND (series_id, row) NOT IN (
           SELECT series_id, row FROM observation
           WHERE run_id = @run AND series_id IN (SELECT series_id FROM summed_rows WHERE run_id = @run))`,
      ).run({ run: runId });
    },
  };
}
