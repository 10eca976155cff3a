import type { Database } from './open-database.ts';
import { packedRows, type RawRows, type RowSource, unpacked } from './pages.ts';
import type { SelectedSeries } from './series-index.ts';

/** The observations as this store knew them at an instant. */
export type RowsAsOf = RowSource & {
  /** Number of rows of a series from one day to another, both included. */
  count(series: SelectedSeries, from: number, to: number): number;
  /** First and last day of a series; `undefined` if it had no rows. */
  edges(series: SelectedSeries): { first: number; last: number } | undefined;
};

/**
 * Leaves out the values of runs after that instant. Where such a run replaced a value, the newest earlier value in
 * `revision` is used. Values are ordered by run id, not time: even with a clock that was set back, each date has one value.
 * Both SELECTs are in the order of their primary keys, so a page reads only the rows it needs.
 */
const KNOWN = `
  WITH late AS MATERIALIZED (SELECT id FROM run WHERE dataset = @dataset AND fetched_at > @asOf)
  SELECT date, value FROM observation
    WHERE series_id = @id AND date >= @from AND date <= @to AND run_id NOT IN late
  UNION ALL
  SELECT date, value FROM revision r
    WHERE series_id = @id AND date >= @from AND date <= @to AND run_id NOT IN late
      AND run_id = (SELECT max(run_id) FROM revision n
        WHERE n.series_id = r.series_id AND n.date = r.date AND n.run_id NOT IN late)
      AND (SELECT run_id FROM observation o WHERE o.series_id = r.series_id AND o.date = r.date) IN late`;

/** The result for an instant before the first run. */
const NOTHING: RowsAsOf = {
  read: () => undefined,
  follows: () => false,
  count: () => 0,
  edges: () => undefined,
};

/**
 * @returns a function for the rows of a dataset as of an instant (as in `SeriesSelection`). It returns `undefined` if nothing was published
 * after it, because the current rows are then the same.
 */
export function openRowsAsOf(db: Database): (dataset: string, asOf: string) => RowsAsOf | undefined {
  const isLate = db
    .prepare<[string, string], number>('SELECT 1 FROM run WHERE dataset = ? AND fetched_at > ? LIMIT 1')
    .pluck();
  const isEarly = db
    .prepare<[string, string], number>('SELECT 1 FROM run WHERE dataset = ? AND fetched_at <= ? LIMIT 1')
    .pluck();
  const rowsOf = db.prepare<object, RawRows>(packedRows('min(date)', `(${KNOWN} ORDER BY date)`)).raw();
  const counted = db.prepare<object, number>(`SELECT count(*) FROM (${KNOWN})`).pluck();
  const rowFollows = db.prepare<object, number>(`SELECT 1 FROM (${KNOWN}) LIMIT 1`).pluck();
  // Both SELECTs are in the order of their keys: finding the first or last row only skips hidden rows.
  const firstRow = db.prepare<object, number>(`SELECT date FROM (${KNOWN} ORDER BY date) LIMIT 1`).pluck();
  const lastRow = db
    .prepare<object, number>(`SELECT date FROM (${KNOWN} ORDER BY date DESC) LIMIT 1`)
    .pluck();

  return (dataset, asOf) => {
    if (isLate.get(dataset, asOf) !== 1) return undefined;
    if (isEarly.get(dataset, asOf) !== 1) return NOTHING;
    const range = (series: SelectedSeries, from: number, to: number) => ({
      dataset,
      asOf,
      id: series.id,
      from,
      to,
    });
    return {
      read: ({ series, from, to }) => unpacked(rowsOf.get(range(series, from, to))),
      follows: ({ series, from, to }) => rowFollows.get(range(series, from, to)) === 1,
      count: (series, from, to) => Number(counted.get(range(series, from, to))),
      edges: (series) => {
        const whole = range(series, series.first, series.last);
        const first = firstRow.get(whole);
        const last = lastRow.get(whole);
        return first === undefined || last === undefined ? undefined : { first, last };
      },
    };
  };
}
