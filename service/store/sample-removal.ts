import type { Database } from './open-database.ts';

/** Takes every row of a dataset's sample out, revisions too. Series rows stay, empty. */
export function removeSample(db: Database, dataset: string): void {
  for (const table of ['observation', 'revision', 'stretch']) {
    db.prepare(`DELETE FROM ${table} WHERE series_id IN (SELECT id FROM series WHERE dataset = ?)`).run(
      dataset,
    );
  }
  db.prepare('UPDATE series SET count = 0, first = NULL, last = NULL WHERE dataset = ?').run(dataset);
  db.prepare('DELETE FROM constituent_list WHERE dataset = ?').run(dataset);
}
