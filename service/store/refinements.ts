import type { Database } from './open-database.ts';
import { defineIsWithin } from './same-number.ts';
import type { SeenDays } from './seen-days.ts';

/**
 * Marks, of what a publisher's own run has replaced, the values that were a stand-in's rounding of the figure that took their place.
 * Where the publisher has said the same number, the value that stays counts as its own from now on: its next figure is a revision.
 * @param brought the series of the run that held something before, with the days that it brought.
 * @returns how many values were such roundings.
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
