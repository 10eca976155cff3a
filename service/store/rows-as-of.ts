import { dateText } from '../calendar/dates.ts';
import type { Database } from './open-database.ts';
import type { EstimateDay } from './pages.ts';
import { packedRows, type RawRows, type RowSource, unpacked } from './row-source.ts';
import type { SelectedSeries } from './series-index.ts';

/** The observations as they were known here at the end of a day, UTC. */
export type RowsAsOf = RowSource & {
  /** Rows of a series from a day to another, both included. */
  count(series: SelectedSeries, from: number, to: number): number;
  /** First and last day of a series; `undefined` where it had none. */
  edges(series: SelectedSeries): { first: number; last: number } | undefined;
};

/**
 * Runs after the end of the day hide what they wrote; where a value then took another's place, the newest revision that was
 * seen by then stands instead. A chain is told by the numbers of its runs, so that a clock that was set back cannot show two
 * values of one date. Both halves come by date out of their keys: a page costs what it passes over, not the table.
 */
const KNOWN = `
  WITH late AS MATERIALIZED (SELECT id FROM run WHERE dataset = @dataset AND fetched_at >= @end)
  SELECT date, value FROM observation
    WHERE series_id = @id AND date >= @from AND date <= @to AND run_id NOT IN late
  UNION ALL
  SELECT date, value FROM revision r
    WHERE series_id = @id AND date >= @from AND date <= @to AND run_id NOT IN late
      AND run_id = (SELECT max(run_id) FROM revision n
        WHERE n.series_id = r.series_id AND n.date = r.date AND n.run_id NOT IN late)
      AND (SELECT run_id FROM observation o WHERE o.series_id = r.series_id AND o.date = r.date) IN late`;

/** Where nothing had been published by then. */
const NOTHING: RowsAsOf = {
  read: () => undefined,
  follows: () => false,
  count: () => 0,
  edges: () => undefined,
};

/** @returns an estimate whose pieces double: of many days of now there may be none as of then. */
export function growing(estimate: EstimateDay): EstimateDay {
  let factor = 0.5;
  return (ranges, rows) => {
    factor *= 2;
    return estimate(ranges, rows * factor);
  };
}

/**
 * @param asOf day number.
 * @returns `undefined` where nothing was published after the end of the day: what is known now was known then.
 */
export function openRowsAsOf(db: Database): (dataset: string, asOf: number) => RowsAsOf | undefined {
  const isLate = db
    .prepare<[string, string], number>('SELECT 1 FROM run WHERE dataset = ? AND fetched_at >= ? LIMIT 1')
    .pluck();
  const isEarly = db
    .prepare<[string, string], number>('SELECT 1 FROM run WHERE dataset = ? AND fetched_at < ? LIMIT 1')
    .pluck();
  const rowsOf = db.prepare<object, RawRows>(packedRows('min(date)', `(${KNOWN} ORDER BY date)`)).raw();
  const counted = db.prepare<object, number>(`SELECT count(*) FROM (${KNOWN})`).pluck();
  const rowFollows = db.prepare<object, number>(`SELECT 1 FROM (${KNOWN}) LIMIT 1`).pluck();
  // Both halves are in the order of their keys, so that either end costs no more than what is hidden before it.
  const firstRow = db.prepare<object, number>(`SELECT date FROM (${KNOWN} ORDER BY date) LIMIT 1`).pluck();
  const lastRow = db
    .prepare<object, number>(`SELECT date FROM (${KNOWN} ORDER BY date DESC) LIMIT 1`)
    .pluck();

  return (dataset, asOf) => {
    const end = dateText(asOf + 1);
    if (isLate.get(dataset, end) !== 1) return undefined;
    if (isEarly.get(dataset, end) !== 1) return NOTHING;
    const range = (series: SelectedSeries, from: number, to: number) => ({
      dataset,
      end,
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
