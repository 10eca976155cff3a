import type {
  AddedRow,
  ChangedList,
  ChangedSeries,
  ChangeReader,
  ReplacedObservation,
  RevisedRow,
  RunEnd,
} from './change-types.ts';
import type { Database } from './open-database.ts';

/**
 * What was held after run `@after` and has another value since: the value of then. Where a stand-in's rounding was held, and the
 * publisher's figure took its place, that figure is the old value; if it is still the current one, nothing was revised.
 */
const OLD = `
  SELECT series_id, date, value, min(superseded_by) FROM (
    SELECT series_id, date, value, superseded_by, was_rounding,
      min(run_id) OVER (PARTITION BY series_id, date) AS first_run
    FROM revision INDEXED BY revision_by_run WHERE superseded_by > @after
  ) WHERE first_run <= @after AND NOT was_rounding GROUP BY series_id, date`;

/** What has been stored by the runs of a dataset after run `@after`, and was not held before. Sample data count as nothing. */
const ADDED = `
  FROM series JOIN observation o ON o.series_id = series.id
  WHERE series.dataset = @dataset AND o.date BETWEEN @first AND @last AND o.run_id > @after
    AND NOT EXISTS (SELECT 1 FROM revision r
      WHERE r.series_id = o.series_id AND r.date = o.date AND r.run_id <= @after)`;

/** @returns queries of what the runs after a run have changed: the methods of `Reader` of the same names. */
export function openChanges(db: Database): ChangeReader {
  const last = db.prepare<[string], RunEnd>(
    `SELECT id AS run, coalesce(finished_at, fetched_at) AS at FROM run
     WHERE coalesce(finished_at, fetched_at) <= ? ORDER BY id DESC LIMIT 1`,
  );
  // The days that the runs brought: observations of other days need not be looked at.
  const datasets = db.prepare<[number], { dataset: string; first: number; last: number }>(
    `SELECT dataset, coalesce(min(run.first), -1000000) AS first, coalesce(max(run.last), 1000000) AS last
     FROM run JOIN dataset ON dataset.id = run.dataset
     WHERE run.id > ? AND run.origin <> 'sample' AND dataset.origin <> 'sample' AND added + revised > 0
     GROUP BY dataset ORDER BY dataset`,
  );
  const added = db.prepare<object, Omit<ChangedSeries, 'revised'>>(
    `SELECT series.id, dataset, code, area, count(*) AS added ${ADDED} GROUP BY series.id ORDER BY code, area`,
  );
  // Since the beginning everything is new: the stored counts say how much, without a look at each observation.
  const held = db.prepare<[string], Omit<ChangedSeries, 'revised'>>(
    'SELECT id, dataset, code, area, count AS added FROM series WHERE dataset = ? AND count > 0 ORDER BY code, area',
  );
  const addedRows = db.prepare<object, AddedRow>(
    `SELECT code, area, o.date AS day, o.value, o.run_id AS run ${ADDED} ORDER BY o.date DESC, code, area`,
  );
  const revised = db.prepare<object, RevisedRow>(
    `SELECT code, area, old.date AS day, old.value AS oldValue, o.value AS newValue, o.run_id AS run
     FROM (${OLD}) old JOIN series ON series.id = old.series_id
       JOIN observation o ON o.series_id = old.series_id AND o.date = old.date
     WHERE series.dataset = @dataset AND o.value <> old.value ORDER BY code, area, old.date DESC`,
  );
  const replaced = db.prepare<[string, string, string], ReplacedObservation & { isRounding: number }>(
    `SELECT r.date AS day, r.value AS oldValue, r.was_rounding AS isRounding,
       coalesce(
         (SELECT value FROM revision n WHERE n.series_id = r.series_id AND n.date = r.date AND n.run_id = r.superseded_by),
         (SELECT value FROM observation o WHERE o.series_id = r.series_id AND o.date = r.date)
       ) AS newValue
     FROM revision r WHERE series_id = (SELECT id FROM series WHERE dataset = ? AND code = ? AND area = ?)
     ORDER BY r.date`,
  );

  const lists = db.prepare<[number], ChangedList>(
    `SELECT l.dataset, code, as_of AS asOf, count FROM constituent_list l JOIN run ON run.id = run_id
     WHERE run_id > ? AND superseded_at IS NULL AND run.origin <> 'sample' ORDER BY run_id DESC, code`,
  );

  const ofDataset = (after: number, dataset: string) =>
    datasets.all(after).find((one) => one.dataset === dataset);

  return {
    lastRun: (until = '9999') => last.get(until) ?? { run: 0, at: '' },
    changedSeries: (after) =>
      datasets.all(after).flatMap((range) => {
        if (after === 0) return held.all(range.dataset).map((one) => ({ ...one, revised: 0 }));
        const found = new Map<string, ChangedSeries>();
        const of = ({ code, area }: Pick<ChangedSeries, 'code' | 'area'>) => {
          const key = `${code} ${area}`;
          const one = found.get(key) ?? { dataset: range.dataset, code, area, added: 0, revised: 0 };
          found.set(key, one);
          return one;
        };
        for (const row of added.all({ after, ...range })) of(row).added = row.added;
        for (const row of revised.all({ after, dataset: range.dataset })) of(row).revised += 1;
        return [...found.values()];
      }),
    changedLists: (after) => lists.all(after),
    revisedRows: (after, dataset) => (after === 0 ? [] : revised.all({ after, dataset })),
    addedRows(after, dataset) {
      const range = ofDataset(after, dataset);
      return range ? addedRows.all({ after, ...range }) : [];
    },
    replaced: ({ dataset, code, area }) =>
      replaced.all(dataset, code, area).flatMap(({ isRounding, ...row }) => (isRounding ? [] : [row])),
  };
}
