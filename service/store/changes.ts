import { dateText } from '../calendar/dates.ts';
import { datasetOfList } from '../datasets/index.ts';
import { byIdentity } from '../series-math/members.ts';
import { column, type Database } from './open-database.ts';
import type { SeriesKey } from './row-checks.ts';
import { runOf, type StoredRun } from './runs.ts';

/** A run and when it ended: ISO 8601, UTC. Run 0 at '' stands for the time before all runs. */
type RunEnd = { run: number; at: string };

/** `added`: observations that are new since a run. `revised`: observations whose value changed since. */
export type ChangedSeries = SeriesKey & { added: number; revised: number };
/** An observation that did not exist before. `run` stored its current value. */
type AddedRow = { code: string; area: string; day: number; value: string; run: number };
/** An observation whose value has changed. `run` stored the new value. */
export type RevisedRow = Omit<AddedRow, 'value'> & { oldValue: string; newValue: string };
type ReplacedObservation = { day: number; oldValue: string; newValue: string };
/** A list of constituents that is new or has replaced another list; `asOf` is a day number. */
type ChangedList = { dataset: string; code: string; asOf: number; count: number };

/** The value that each observation had after run `@after`, if it changed since. Skips replaced roundings. */
const OLD = `
  SELECT series_id, date, value, min(superseded_by) FROM (
    SELECT series_id, date, value, superseded_by, was_rounding,
      min(run_id) OVER (PARTITION BY series_id, date) AS first_run
    FROM revision INDEXED BY revision_by_run WHERE superseded_by > @after
  ) WHERE first_run <= @after AND NOT was_rounding GROUP BY series_id, date`;

/** Observations of a dataset that are new since run `@after`. */
const ADDED = `
  FROM series JOIN observation o ON o.series_id = series.id
  WHERE series.dataset = @dataset AND o.date BETWEEN @first AND @last AND o.run_id > @after
    AND NOT EXISTS (SELECT 1 FROM revision r
      WHERE r.series_id = o.series_id AND r.date = o.date AND r.run_id <= @after)`;

/** @returns queries of the changes that were made after a given run. */
export function openChanges(db: Database) {
  type Range = { dataset: string; first: number; last: number };
  /** The range of days that the runs wrote, so that `ADDED` need not read observations outside it. */
  const datasets = db.prepare<[number], Range>(
    `SELECT dataset, coalesce(min(run.first), -1000000) AS first, coalesce(max(run.last), 1000000) AS last
     FROM run JOIN dataset ON dataset.id = run.dataset
     WHERE run.id > ? AND run.origin <> 'sample' AND dataset.origin <> 'sample' AND added + revised > 0
     GROUP BY dataset ORDER BY dataset`,
  );
  const added = db.prepare<object, Omit<ChangedSeries, 'revised'>>(
    `SELECT series.id, dataset, code, area, count(*) AS added ${ADDED} GROUP BY series.id ORDER BY code, area`,
  );
  // Since run 0 every observation is new, so the stored counts suffice.
  const held = db.prepare<[string], ChangedSeries>(
    `SELECT id, dataset, code, area, count AS added, 0 AS revised FROM series
     WHERE dataset = ? AND count > 0 ORDER BY code, area`,
  );
  const revised = db.prepare<object, RevisedRow>(
    `SELECT code, area, old.date AS day, old.value AS oldValue, o.value AS newValue, o.run_id AS run
     FROM (${OLD}) old JOIN series ON series.id = old.series_id
       JOIN observation o ON o.series_id = old.series_id AND o.date = old.date
     WHERE series.dataset = @dataset AND o.value <> old.value ORDER BY code, area, old.date DESC`,
  );

  function changedIn(range: Range, after: number): ChangedSeries[] {
    const found = new Map<string, ChangedSeries>();
    const countsOf = ({ code, area }: Pick<ChangedSeries, 'code' | 'area'>) => {
      const key = `${code} ${area}`;
      const one = found.get(key) ?? { dataset: range.dataset, code, area, added: 0, revised: 0 };
      found.set(key, one);
      return one;
    };
    for (const row of added.all({ after, ...range })) countsOf(row).added = row.added;
    for (const row of revised.all({ after, dataset: range.dataset })) countsOf(row).revised += 1;
    return [...found.values()];
  }

  return {
    /** @returns the newest run that had ended by `until` (ISO 8601, UTC); by default the newest of all. */
    lastRun: (until = '9999'): RunEnd =>
      db
        .prepare<[string], RunEnd>(
          `SELECT id AS run, coalesce(finished_at, fetched_at) AS at FROM run
           WHERE coalesce(finished_at, fetched_at) <= ? ORDER BY id DESC LIMIT 1`,
        )
        .get(until) ?? { run: 0, at: '' },
    /** Counts each observation once, as added or revised. Replaced roundings are not revisions. */
    changedSeries: (after: number): ChangedSeries[] =>
      datasets
        .all(after)
        .flatMap((range) => (after === 0 ? held.all(range.dataset) : changedIn(range, after))),
    changedLists: (after: number): ChangedList[] =>
      db
        .prepare<[number], ChangedList>(
          `SELECT l.dataset, code, as_of AS asOf, count FROM constituent_list l JOIN run ON run.id = run_id
           WHERE run_id > ? AND superseded_at IS NULL AND run.origin <> 'sample' ORDER BY run_id DESC, code`,
        )
        .all(after),
    revisedRows: (after: number, dataset: string): RevisedRow[] =>
      after === 0 ? [] : revised.all({ after, dataset }),
    addedRows(after: number, dataset: string): AddedRow[] {
      const range = datasets.all(after).find((one) => one.dataset === dataset);
      if (!range) return [];
      const rows = `SELECT code, area, o.date AS day, o.value, o.run_id AS run ${ADDED} ORDER BY o.date DESC, code, area`;
      return db.prepare<object, AddedRow>(rows).all({ after, ...range });
    },
    /** All revisions of a series, by day. Replaced roundings are left out. */
    replaced: ({ dataset, code, area }: SeriesKey): ReplacedObservation[] =>
      db
        .prepare<object, ReplacedObservation>(
          `SELECT r.date AS day, r.value AS oldValue, coalesce(
             (SELECT value FROM revision n WHERE n.series_id = r.series_id AND n.date = r.date AND n.run_id = r.superseded_by),
             (SELECT value FROM observation o WHERE o.series_id = r.series_id AND o.date = r.date)) AS newValue
           FROM revision r WHERE NOT r.was_rounding
             AND series_id = (SELECT id FROM series WHERE dataset = @dataset AND code = @code AND area = @area)
           ORDER BY r.date`,
        )
        .all({ dataset, code, area }),
  };
}

export type RevisionQuery = {
  dataset: string;
  /** Absent: all series. */
  codes?: readonly string[] | undefined;
  areas?: readonly string[] | undefined;
  /** Day number, UTC: only revisions that were stored on that day or later. */
  since?: number | undefined;
};

export type RevisionPosition = { run: number; day: number; seriesId: number };

/** A value that was replaced by another. Times are ISO 8601, UTC; `day` is a day number. */
export type Revision = {
  code: string;
  area: string;
  day: number;
  oldValue: string;
  newValue: string;
  firstSeen: string;
  supersededAt: string;
  /** Id of the run that wrote the old value, and of the run that wrote the new value. */
  oldRun: number;
  newRun: number;
};

type RevisionRow = Revision & { seriesId: number };

/** The position before the first row of a run: a day later than any. */
const FIRST = { day: 9_999_999, seriesId: 0 };

/** @returns a query of pages of revisions, newest run first. Replaced roundings are left out. */
export function openRevisions(db: Database) {
  const runs = column<number, [string, number, string]>(
    db,
    `SELECT id FROM run WHERE dataset = ? AND id <= ? AND revised > 0 AND fetched_at >= ? ORDER BY id DESC`,
  );
  // The run's value is in `observation` if it is still current, otherwise in `revision`.
  const ofRun = db.prepare<object, RevisionRow>(
    `SELECT code, area, r.date AS day, r.value AS oldValue,
       coalesce(
         (SELECT value FROM observation o WHERE o.series_id = r.series_id AND o.date = r.date AND o.run_id = @run),
         (SELECT value FROM revision n WHERE n.series_id = r.series_id AND n.date = r.date AND n.run_id = @run)
       ) AS newValue,
       first_seen AS firstSeen, superseded_at AS supersededAt, r.run_id AS oldRun, @run AS newRun, r.series_id AS seriesId
     FROM revision r INDEXED BY revision_by_run JOIN series ON series.id = r.series_id
     WHERE superseded_by = @run AND NOT r.was_rounding AND r.date <= @day AND (r.date < @day OR r.series_id > @seriesId)
       AND (@codes IS NULL OR code IN (SELECT value FROM json_each(@codes)))
       AND (@areas IS NULL OR area IN (SELECT value FROM json_each(@areas)))
     ORDER BY r.date DESC, r.series_id LIMIT @limit`,
  );

  /** Rows: newest run first, then newest day, then series id. `last` is `undefined` on the final page. */
  return (
    { dataset, codes, areas, since }: RevisionQuery,
    { after, limit }: { after?: RevisionPosition | undefined; limit: number },
  ): { rows: Revision[]; last: RevisionPosition | undefined } => {
    const from = since === undefined ? '' : dateText(since);
    const filter = {
      codes: codes ? JSON.stringify(codes) : null,
      areas: areas ? JSON.stringify(areas) : null,
    };
    const found: RevisionRow[] = [];
    for (const run of runs.all(dataset, after?.run ?? Number.MAX_SAFE_INTEGER, from)) {
      if (found.length === limit) break;
      const { day, seriesId } = run === after?.run ? after : FIRST;
      found.push(...ofRun.all({ ...filter, run, day, seriesId, limit: limit - found.length }));
    }
    const end = found.at(-1);
    return {
      rows: found.map(({ seriesId: _, ...row }) => row),
      last:
        end && found.length === limit ? { run: end.newRun, day: end.day, seriesId: end.seriesId } : undefined,
    };
  };
}

export type ValueVintage = {
  value: string;
  /** Row in the file, in the unit of the run's format (`place`: line, row, record); null if not stored. */
  row: number | null;
  /** If the value is a sum of several rows: all these rows, `row` first. Otherwise null. */
  summedRows: number[] | null;
  firstSeen: string;
  /** null for the current value. */
  supersededAt: string | null;
  /** Whether it is a substitute source's rounding, which the publisher's exact figure replaced. */
  isRounding: boolean;
  run: StoredRun;
};

export type Explanation = {
  /** Newest first; empty if there is no observation. */
  values: ValueVintage[];
  before: number | null;
  after: number | null;
  /** The run that wrote the dataset's sample, if real data replaced the sample; otherwise null. */
  replacedSample: StoredRun | null;
};

/** A member of a list, and its row in the file; null if that is not known. */
export type SeenMember = { ticker: string; name: string; sector: string; weight: string; row: number | null };

/** A list of constituents, current or former, and its run. `row`: the row of its first member. */
export type ListVintage = Omit<ValueVintage, 'value' | 'summedRows' | 'isRounding'> & {
  count: number;
  /** null if the list does not have the member, or no member was asked for. */
  member: SeenMember | null;
};

export type ListProvenance = Omit<Explanation, 'values'> & {
  lists: ListVintage[];
  /** The requested member in the 24 newest earlier lists, newest first. */
  earlier: { asOf: number; member: SeenMember | null }[];
};

const EARLIER_LISTS = 24;

type At = { runId: number };
type SeenRow = Omit<ValueVintage, 'run' | 'summedRows' | 'isRounding'> &
  At & { allRows: string | null; wasRounding: 0 | 1 };
type Ends = { before: number | null; after: number | null };
const NO_ENDS: Ends = { before: null, after: null };

/** @returns the current and earlier values of an observation, each with the run that wrote it. */
export function explainObservation(
  db: Database,
  { dataset, code, area }: SeriesKey,
  day: number,
): Explanation {
  const series = 'SELECT id FROM series WHERE dataset = ? AND code = ? AND area = ?';
  const id = column<number, [string, string, string]>(db, series).get(dataset, code, area) ?? 0;
  // Run ids grow with every publish, so they order the values correctly even if a clock was wrong.
  const seen = db
    .prepare<object, SeenRow>(
      `WITH seen AS (
         SELECT value, row, fetched_at AS firstSeen, NULL AS supersededAt, run_id AS runId, 0 AS wasRounding
           FROM observation JOIN run ON run.id = run_id WHERE series_id = @id AND date = @day
         UNION ALL
         SELECT value, row, first_seen, superseded_at, run_id, was_rounding FROM revision WHERE series_id = @id AND date = @day)
       SELECT seen.*,
         (SELECT all_rows FROM summed_rows s WHERE s.run_id = seen.runId AND s.series_id = @id AND s.row = seen.row) AS allRows
       FROM seen ORDER BY runId DESC`,
    )
    .all({ id, day });
  const ends = db
    .prepare<object, Ends>(
      `SELECT (SELECT max(date) FROM observation WHERE series_id = @id AND date < @day) AS before,
         (SELECT min(date) FROM observation WHERE series_id = @id AND date > @day) AS after`,
    )
    .get({ id, day });
  const values = seen.map(({ allRows, wasRounding, ...row }) =>
    withRun(db, {
      ...row,
      summedRows: allRows === null ? null : (JSON.parse(allRows) as number[]),
      isRounding: wasRounding === 1,
    }),
  );
  return { values, ...NO_ENDS, ...ends, replacedSample: replacedSample(db, dataset) };
}

/** Explains the list of a day and the lists that it replaced. @param member a key of `byIdentity`, or ''. */
export function explainList(db: Database, code: string, day: number, member: string = ''): ListProvenance {
  const members = db.prepare<[number], SeenMember>(
    'SELECT ticker, name, sector, weight, row FROM constituent WHERE list_id = ? ORDER BY rank',
  );
  const memberOf = (list: number): SeenMember | null =>
    member === '' ? null : (byIdentity(members.all(list)).get(member) ?? null);
  const lists = db
    .prepare<[string, number], Omit<ListVintage, 'run' | 'member'> & At & { id: number }>(
      `SELECT constituent_list.id, constituent_list.count, row, fetched_at AS firstSeen, superseded_at AS supersededAt, run_id AS runId
       FROM constituent_list JOIN run ON run.id = run_id WHERE code = ? AND as_of = ? ORDER BY run_id DESC`,
    )
    .all(code, day);
  const earlier = db
    .prepare<[string, number, number], { id: number; asOf: number }>(
      `SELECT id, as_of AS asOf FROM constituent_list WHERE code = ? AND as_of < ? AND superseded_at IS NULL
       ORDER BY as_of DESC LIMIT ?`,
    )
    .all(code, day, member === '' ? 0 : EARLIER_LISTS);
  const ends = db
    .prepare<object, Ends>(
      `SELECT max(as_of) FILTER (WHERE as_of < @day) AS before, min(as_of) FILTER (WHERE as_of > @day) AS after
       FROM constituent_list WHERE code = @code AND superseded_at IS NULL`,
    )
    .get({ code, day });
  return {
    lists: lists.map(({ id, ...seen }) => withRun(db, { ...seen, member: memberOf(id) })),
    earlier: earlier.map(({ id, asOf }) => ({ asOf, member: memberOf(id) })),
    ...NO_ENDS,
    ...ends,
    replacedSample: replacedSample(db, datasetOfList(code).id),
  };
}

function withRun<T extends At>(db: Database, { runId, ...seen }: T) {
  const run = runOf(db, runId);
  if (!run) throw new Error(`Run ${runId} is gone, but not what it wrote`);
  return { ...seen, run };
}

function replacedSample(db: Database, dataset: string): StoredRun | null {
  const sample = column<number, [string, string]>(
    db,
    `SELECT max(run.id) FROM run, dataset
     WHERE run.dataset = ? AND run.origin = 'sample' AND dataset.id = ? AND dataset.origin <> 'sample'`,
  );
  return runOf(db, sample.get(dataset, dataset) ?? 0) ?? null;
}

/** @param place a word for a row. @returns `line 12`, or `rows 677, 690 and 702, summed`; null if unknown. */
export function seenPlace(
  { row, summedRows = null }: Pick<ValueVintage, 'row'> & Partial<Pick<ValueVintage, 'summedRows'>>,
  { place = 'line' }: { place?: string },
): string | null {
  if (row === null) return null;
  if (summedRows === null) return `${place} ${row}`;
  const last = summedRows.at(-1);
  return `${place}s ${summedRows.slice(0, -1).join(', ')} and ${last}, summed`;
}

/** A value of a series for a day (day number), and when it was first seen: ISO 8601, UTC. */
export type ValueSeen = { day: number; value: string; seen: string };

/** @returns every value of a series, by day, oldest first. Values of replaced samples are not kept. */
export function valuesSeen(db: Database, { dataset, code, area }: SeriesKey): ValueSeen[] {
  // Run ids grow with every publish, so they order the values correctly even if a clock was wrong.
  const values = db.prepare<object, ValueSeen>(
    `WITH one AS (SELECT id FROM series WHERE dataset = @dataset AND code = @code AND area = @area)
     SELECT day, value, seen FROM (
       SELECT date AS day, value, fetched_at AS seen, run_id
         FROM observation JOIN run ON run.id = run_id WHERE series_id = (SELECT id FROM one)
       UNION ALL
       SELECT date, value, first_seen, run_id FROM revision WHERE series_id = (SELECT id FROM one))
     ORDER BY day, run_id`,
  );
  return values.all({ dataset, code, area });
}
