import type { Origin } from '../contract/catalog.ts';
import type { Database } from './open-database.ts';
import type { DatasetHolding, SeriesHolding } from './types.ts';

export type Holdings = { all(): DatasetHolding[]; origin(dataset: string): Origin | undefined };

type DatasetRow = { dataset: string; origin: Origin; updatedAt: string };

/** @returns queries of what the store holds of each dataset. */
export function openHoldings(db: Database): Holdings {
  const datasets = db.prepare<[], DatasetRow>(
    'SELECT id AS dataset, origin, updated_at AS updatedAt FROM dataset ORDER BY id',
  );
  const series = db.prepare<[string], SeriesHolding>(
    `SELECT code, area, count, first, last,
       (SELECT source FROM observation JOIN run ON run.id = run_id
        WHERE series_id = series.id AND date = series.last) AS newestFrom
     FROM series WHERE dataset = ? AND count > 0 ORDER BY code, area`,
  );
  const lists = db.prepare<[string], SeriesHolding>(
    `SELECT code, '' AS area, count, first, last FROM (
       SELECT code, count, min(as_of) OVER (PARTITION BY code) AS first, as_of AS last,
         max(as_of) OVER (PARTITION BY code) AS newest
       FROM constituent_list WHERE dataset = ? AND superseded_at IS NULL)
     WHERE last = newest ORDER BY code`,
  );
  const origin = db.prepare<[string], Origin>('SELECT origin FROM dataset WHERE id = ?').pluck();
  return {
    all: () =>
      datasets.all().map((row) => {
        const held = [...series.all(row.dataset), ...lists.all(row.dataset)];
        return {
          ...row,
          count: held.reduce((sum, { count }) => sum + count, 0),
          first: held.length > 0 ? Math.min(...held.map(({ first }) => first)) : null,
          last: held.length > 0 ? Math.max(...held.map(({ last }) => last)) : null,
          series: held,
        };
      }),
    origin: (dataset) => origin.get(dataset),
  };
}
