import { STRETCH_DAYS } from '../offsets.ts';

/**
 * Most of what a publish writes are values. Noting the key of each one by a trigger costs five times as much as writing it, so those
 * that its runs wrote are found by their run: a value is in a stretch whose count the publish wrote too (which is noted), and a value
 * that is replaced goes to `revision`, which has an index by the run that replaced it.
 */
export type RowsOfRuns = {
  /** Updates that need a note all the same: those after which the row does not name a run of this publish, or nothing is in `revision`. */
  notedUpdates: string;
  /** FROM and WHERE of the rows, as `t`, that the runs wrote. */
  from(noted: (table: string) => string, runs: string): string;
  /** Which column of `t` says so. */
  run: string;
  /** SELECT of the keys of rows that were there before and that the runs replaced; without it none. */
  replaced?(runs: string): string;
};

/** By table. `runs` is a list for SQL, as `1, 2`. */
export const ROWS_OF_RUNS: Readonly<Record<string, RowsOfRuns>> = {
  observation: {
    notedUpdates: 'NEW.run_id IS OLD.run_id OR NEW.value IS OLD.value',
    from: (noted, runs) =>
      `FROM ${noted('stretch')} s CROSS JOIN main.observation t ON t.series_id = s.series_id
         AND t.date >= s.stretch * ${STRETCH_DAYS} AND t.date < (s.stretch + 1) * ${STRETCH_DAYS}
       WHERE t.run_id IN (${runs})`,
    run: 'run_id',
    replaced: (runs) => `SELECT series_id, date FROM revision WHERE superseded_by IN (${runs})`,
  },
  revision: {
    notedUpdates: 'true',
    from: (_, runs) => `FROM main.revision t WHERE t.superseded_by IN (${runs})`,
    run: 'superseded_by',
  },
};
