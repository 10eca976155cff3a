import type { Database } from './open-database.ts';
import type { SeriesKey } from './types.ts';

/**
 * @param schema the database on the connection that is asked, and the run in it whose own values do not count (0: none).
 * @returns as `PublishedRun.heldLargest`. Sizes are compared as floating-point numbers; the value is given as its text.
 */
export function openHeldLargest(
  db: Database,
  schema: 'main' | 'held',
  runId: number,
): (series: SeriesKey, enough: number) => string | undefined {
  const id = db
    .prepare<[string, string, string], number>(
      `SELECT id FROM ${schema}.series WHERE dataset = ? AND code = ? AND area = ?`,
    )
    .pluck();
  const all = `SELECT value, abs(CAST(value AS REAL)) AS size FROM (
    SELECT value, run_id FROM ${schema}.observation WHERE series_id = @id
    UNION ALL SELECT value, run_id FROM ${schema}.revision WHERE series_id = @id) WHERE run_id <> ${runId}`;
  // Mostly the first rows are enough: then no more are read.
  const enoughOf = db
    .prepare<object, string>(`SELECT value FROM (${all}) WHERE size > @enough LIMIT 1`)
    .pluck();
  const largestOf = db
    .prepare<object, string>(`SELECT value FROM (${all}) WHERE size > 0 ORDER BY size DESC LIMIT 1`)
    .pluck();
  return ({ dataset, code, area }, enough) => {
    const found = id.get(dataset, code, area);
    if (found === undefined) return undefined;
    return enoughOf.get({ id: found, enough }) ?? largestOf.get({ id: found });
  };
}
