import type { Database } from './open-database.ts';
import { defineIsWithin } from './same-number.ts';
import type { SeenDays } from './seen-days.ts';

/**
 * After a run with the publisher's exact figures: marks those replaced values that were a substitute source's rounding of the
 * new figure, so that they do not count as revisions. A stored value that the publisher confirmed exactly is no longer a rounding.
 * @param brought the series of the run that had rows before, with the days that the run contains.
 * @returns the number of replaced values that were roundings.
 */
export function markRoundings(
  db: Database,
  runId: number,
  brought: readonly { id: number; seen: SeenDays }[],
): number {
  defineIsWithin(db);
  const { changes } = db
    .prepare(
      `UPDATE revision SET was_rounding = 1 WHERE superseded_by = ? AND rounding IS NOT NULL AND is_within(value,
         (SELECT value FROM observation o WHERE o.series_id = revision.series_id AND o.date = revision.date), rounding)`,
    )
    .run(runId);
  const rounded = db
    .prepare<[number], number>('SELECT date FROM observation WHERE series_id = ? AND rounding IS NOT NULL')
    .pluck();
  const confirm = db.prepare('UPDATE observation SET rounding = NULL WHERE series_id = ? AND date = ?');
  for (const { id, seen } of brought) {
    for (const day of rounded.all(id)) if (seen.has(day)) confirm.run(id, day);
  }
  return changes;
}
