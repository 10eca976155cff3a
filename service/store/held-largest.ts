import type { Database } from './open-database.ts';
import type { SeriesKey } from './types.ts';

/**
 * @param schema the attached database to read. @param runId its run whose own values are ignored; 0: none.
 * @returns a function as `PublishedRun.heldLargest`. It compares sizes as floating-point numbers and returns the stored text.
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
  // Usually one of the first rows is large enough; the rest is then not read.
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
