import type { Database } from './open-database.ts';
import type { SeenDays } from './seen-days.ts';
import type { AbsentDays, SeriesKey } from './types.ts';

/** A series of a run whose rows were written. `seen`: the days of the run; `first` and `last` of them. */
export type BroughtSeries = { id: number; key: SeriesKey; seen: SeenDays; first: number; last: number };

/**
 * Finds the days that the store has and the run did not contain.
 * @param longestGap in days, as in `PublishedRun.absentDays`.
 * @param where the attached database to read, and the id of the run if its rows are in that database (else 0).
 * @returns the series that lack days.
 */
export function findAbsentDays(
  db: Database,
  brought: readonly BroughtSeries[],
  longestGap: number,
  where: { schema: 'main' | 'held'; runId: number },
): AbsentDays[] {
  const { schema, runId } = where;
  const countIn = db
    .prepare<[number, number, number], number>(
      `SELECT count(*) FROM ${schema}.observation WHERE series_id = ? AND date >= ? AND date <= ?`,
    )
    .pluck();
  const daysIn = db
    .prepare<[number, number, number], [day: number, isNew: number]>(
      `SELECT date, run_id = ${runId} AND NOT EXISTS (
         SELECT 1 FROM ${schema}.revision r WHERE r.series_id = o.series_id AND r.date = o.date)
       FROM ${schema}.observation o WHERE series_id = ? AND date >= ? AND date <= ? ORDER BY date`,
    )
    .raw();
  const after = db
    .prepare<[number, number], number>(
      `SELECT date FROM ${schema}.observation WHERE series_id = ? AND date > ? ORDER BY date`,
    )
    .pluck();
  return brought.flatMap(({ id, key, seen, first, last }) => {
    const newer = after.all(id, last);
    // `main` contains all days of the run: if the counts are equal, it has no other days in this range.
    if (schema === 'main' && countIn.get(id, first, last) === seen.count()) {
      return newer.length === 0 ? [] : [{ ...key, days: [], held: seen.count(), within: [], newer }];
    }
    const absent: number[] = [];
    const within: number[] = [];
    let held = 0;
    let before = first;
    let between: number[] = [];
    for (const [day, isNew] of daysIn.all(id, first, last)) {
      if (!seen.has(day)) {
        between.push(day);
        within.push(day);
        continue;
      }
      held += 1 - isNew;
      if (day - before <= longestGap) absent.push(...between);
      before = day;
      between = [];
    }
    if (within.length + newer.length === 0) return [];
    return [{ ...key, days: absent, held: held + absent.length, within, newer }];
  });
}
