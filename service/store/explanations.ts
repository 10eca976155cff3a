import { datasetOfList } from '../datasets/index.ts';
import { byIdentity } from '../series-math/members.ts';
import type { Database } from './open-database.ts';
import type { SeriesKey } from './row-checks.ts';
import type { RunReader, StoredRun } from './runs.ts';

export type ValueVintage = {
  value: string;
  /** Row in the file, counted in the unit of the run's format (`place`: line, row, record); null if it was not stored. */
  row: number | null;
  /** If the value is a sum of several rows: all of them, `row` first; else null. */
  summedRows: number[] | null;
  firstSeen: string;
  /** null for the current value. */
  supersededAt: string | null;
  /** Whether it was a rounded value from a substitute source that the publisher's exact figure replaced. */
  isRounding: boolean;
  run: StoredRun;
};

export type Explanation = {
  /** Newest first; empty if there is no observation. */
  values: ValueVintage[];
  before: number | null;
  after: number | null;
  /** The run of the dataset's sample, if real data replaced it; its values are not kept. Else null. */
  replacedSample: StoredRun | null;
};

/** A member of a list, and its row in the file, where that is known. */
export type SeenMember = { ticker: string; name: string; sector: string; weight: string; row: number | null };

/** A current or former list of constituents, and where it came from. `count` is the number of its members; `row` that of its first. */
export type ListVintage = Omit<ValueVintage, 'value' | 'summedRows' | 'isRounding'> & {
  count: number;
  /** null if the list does not have it, or none was asked for. */
  member: SeenMember | null;
};

export type ListProvenance = Omit<Explanation, 'values'> & {
  lists: ListVintage[];
  /** Of the member that was asked for: what the newest of the earlier lists say of it, newest first. */
  earlier: { asOf: number; member: SeenMember | null }[];
};

const EARLIER_LISTS = 24;

type At = { runId: number };
type SeenRow = Omit<ValueVintage, 'run' | 'summedRows' | 'isRounding'> &
  At & { allRows: string | null; wasRounding: 0 | 1 };
type Ends = { before: number | null; after: number | null };

export function openExplanations(db: Database, runs: RunReader) {
  const seriesId = db
    .prepare<[string, string, string], number>(
      'SELECT id FROM series WHERE dataset = ? AND code = ? AND area = ?',
    )
    .pluck();
  // Run ids grow with every publish: they give the order of the values even if a clock was wrong.
  const values = db.prepare<object, SeenRow>(
    `WITH seen AS (
       SELECT value, row, fetched_at AS firstSeen, NULL AS supersededAt, run_id AS runId, 0 AS wasRounding
         FROM observation JOIN run ON run.id = run_id WHERE series_id = @id AND date = @day
       UNION ALL
       SELECT value, row, first_seen, superseded_at, run_id, was_rounding FROM revision WHERE series_id = @id AND date = @day)
     SELECT seen.*,
       (SELECT all_rows FROM summed_rows s WHERE s.run_id = seen.runId AND s.series_id = @id AND s.row = seen.row) AS allRows
     FROM seen ORDER BY runId DESC`,
  );
  const ends = db.prepare<object, Ends>(
    `SELECT (SELECT max(date) FROM observation WHERE series_id = @id AND date < @day) AS before,
       (SELECT min(date) FROM observation WHERE series_id = @id AND date > @day) AS after`,
  );
  const lists = db.prepare<[string, number], Omit<ListVintage, 'run' | 'member'> & At & { id: number }>(
    `SELECT constituent_list.id, constituent_list.count, row, fetched_at AS firstSeen, superseded_at AS supersededAt, run_id AS runId
     FROM constituent_list JOIN run ON run.id = run_id WHERE code = ? AND as_of = ? ORDER BY run_id DESC`,
  );
  const listEnds = db.prepare<object, Ends>(
    `SELECT max(as_of) FILTER (WHERE as_of < @day) AS before, min(as_of) FILTER (WHERE as_of > @day) AS after
     FROM constituent_list WHERE code = @code AND superseded_at IS NULL`,
  );

  const members = db.prepare<[number], SeenMember>(
    'SELECT ticker, name, sector, weight, row FROM constituent WHERE list_id = ? ORDER BY rank',
  );
  const earlier = db.prepare<[string, number, number], { id: number; asOf: number }>(
    `SELECT id, as_of AS asOf FROM constituent_list WHERE code = ? AND as_of < ? AND superseded_at IS NULL
     ORDER BY as_of DESC LIMIT ?`,
  );
  const memberOf = (list: number, member: string): SeenMember | null =>
    member === '' ? null : (byIdentity(members.all(list)).get(member) ?? null);

  const sample = db
    .prepare<[string, string], number>(
      `SELECT max(run.id) FROM run, dataset
       WHERE run.dataset = ? AND run.origin = 'sample' AND dataset.id = ? AND dataset.origin <> 'sample'`,
    )
    .pluck();

  function replacedSample(dataset: string) {
    return runs.one(sample.get(dataset, dataset) ?? 0) ?? null;
  }

  function withRun<T extends At>({ runId, ...seen }: T) {
    const run = runs.one(runId);
    if (!run) throw new Error(`Run ${runId} is gone, but not what it wrote`);
    return { ...seen, run };
  }

  return {
    observation({ dataset, code, area }: SeriesKey, day: number): Explanation {
      const id = seriesId.get(dataset, code, area);
      const { before = null, after = null } = id === undefined ? {} : (ends.get({ id, day }) ?? {});
      const chain = (id === undefined ? [] : values.all({ id, day })).map(
        ({ allRows, wasRounding, ...seen }) =>
          withRun({
            ...seen,
            summedRows: allRows === null ? null : (JSON.parse(allRows) as number[]),
            isRounding: wasRounding === 1,
          }),
      );
      return { values: chain, before, after, replacedSample: replacedSample(dataset) };
    },
    list(code: string, day: number, member: string = ''): ListProvenance {
      const { before = null, after = null } = listEnds.get({ code, day }) ?? {};
      return {
        lists: lists
          .all(code, day)
          .map(({ id, ...seen }) => withRun({ ...seen, member: memberOf(id, member) })),
        earlier:
          member === ''
            ? []
            : earlier
                .all(code, day, EARLIER_LISTS)
                .map(({ id, asOf }) => ({ asOf, member: memberOf(id, member) })),
        before,
        after,
        replacedSample: replacedSample(datasetOfList(code).id),
      };
    },
  };
}

/** @param place the format's word for a row of its file. @returns `line 12` or `rows 677, 690 and 702, summed`; null if not stored. */
export function seenPlace(
  { row, summedRows = null }: Pick<ValueVintage, 'row'> & Partial<Pick<ValueVintage, 'summedRows'>>,
  { place = 'line' }: { place?: string },
): string | null {
  if (row === null) return null;
  if (summedRows === null) return `${place} ${row}`;
  const last = summedRows.at(-1);
  return `${place}s ${summedRows.slice(0, -1).join(', ')} and ${last}, summed`;
}

/** A value that a series had for a day (day number), and when it was first seen: ISO 8601, UTC. */
export type ValueSeen = { day: number; value: string; seen: string };

/** @returns a query of every value that a series has had, by day and then as they were stored. Replaced sample data are not kept. */
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
