import type { Database } from './open-database.ts';
import type { SeriesKey, ValueSeen } from './types.ts';

/** @returns a query of every value that a series has had, as `Reader.valuesSeen`. */
export function openValuesSeen(db: Database): (series: SeriesKey) => ValueSeen[] {
  // Run ids grow with every publish: they give the order of the values even if a clock was wrong.
  const values = db.prepare<SeriesKey, ValueSeen>(
    `WITH one AS (SELECT id FROM series WHERE dataset = @dataset AND code = @code AND area = @area)
     SELECT day, value, seen FROM (
       SELECT date AS day, value, fetched_at AS seen, run_id
         FROM observation JOIN run ON run.id = run_id WHERE series_id = (SELECT id FROM one)
       UNION ALL
       SELECT date, value, first_seen, run_id FROM revision WHERE series_id = (SELECT id FROM one))
     ORDER BY day, run_id`,
  );
  return ({ dataset, code, area }) => values.all({ dataset, code, area });
}
