import type { Database } from './open-database.ts';
import type { SeenDays } from './seen-days.ts';
import type { AbsentDays, SeriesKey } from './types.ts';

/** A series that a run has brought, its rows written. */
export type BroughtSeries = { id: number; key: SeriesKey; seen: SeenDays; first: number; last: number };

/**
 * Looks for days that the store holds and the run did not bring.
 * @param where the database on the connection whose observations are looked at, and the run in it, whose new rows were not held.
 * @param longestGap days of the run that are further apart than this have a hole between them: `days` has none of it.
 * @returns series that lack days, with how many are held in the stretches that the run covers.
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
    // In the run's own database all that was seen is there: then one count says whether there is more.
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
