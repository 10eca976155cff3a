import type { Database } from './open-database.ts';

/** Deletes all rows of a dataset that holds sample data, revisions too. The series keep their ids, with no rows. */
export function removeSample(db: Database, dataset: string): void {
  for (const table of ['observation', 'revision', 'stretch']) {
    db.prepare(`DELETE FROM ${table} WHERE series_id IN (SELECT id FROM series WHERE dataset = ?)`).run(
      dataset,
    );
  }
  db.prepare('UPDATE series SET count = 0, first = NULL, last = NULL WHERE dataset = ?').run(dataset);
  db.prepare('DELETE FROM constituent_list WHERE dataset = ?').run(dataset);
}
