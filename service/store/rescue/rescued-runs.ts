import type { Database } from '../open-database.ts';
import type { FoundList } from './row-shapes.ts';
import type { FoundSeries, StagedRows } from './staged-rows.ts';

/** Source of runs for rows whose original run could not be read. */
export const RESCUE_SOURCE = 'rescue';

/** One dataset to rescue. */
export type DatasetRescue = {
  dataset: string;
  series: readonly FoundSeries[];
  /** Name of the damaged file. */
  file: string;
  now: Date;
};

export type RescuedRuns = ReturnType<typeof openRescuedRuns>;

const RUN_COLUMNS = 'kind, dataset, origin, source, location, sha256, fetched_at';

/** Copies the runs that wrote any of the rows found. A run that an earlier rescue has already copied is used again. */
export function openRescuedRuns(
  db: Database,
  stage: StagedRows,
  lists: readonly FoundList[],
  { dataset, series, file, now }: DatasetRescue,
) {
  const used = new Set(
    db
      .prepare<[{ series: string }], number>(
        `WITH mine AS (SELECT * FROM found WHERE series IN (SELECT value FROM json_each(@series)))
         SELECT run FROM mine
         UNION SELECT r.run FROM found_revision r JOIN mine USING (series, date)
         UNION SELECT r.superseded_by FROM found_revision r JOIN mine USING (series, date)`,
      )
      .pluck()
      .all({ series: JSON.stringify(series.map(({ id }) => id)) }),
  );
  for (const { run, supersededBy } of lists)
    for (const id of [run, supersededBy]) if (id !== null) used.add(id);
  const known = db
    .prepare<object, number>(
      `SELECT id FROM run WHERE kind = @kind AND dataset = @dataset AND source = @source AND location = @location
         AND sha256 = @sha256 AND fetched_at = @fetchedAt`,
    )
    .pluck();
  const insert = db.prepare(
    `INSERT INTO run(${RUN_COLUMNS}, added, revised, unchanged, finished_at, rows, first, last, gone, refined)
     VALUES (@kind, @dataset, @origin, @source, @location, @sha256, @fetchedAt, @added, @revised, @unchanged, @finishedAt,
       @rows, @first, @last, @gone, @refined)`,
  );
  const here = new Map<number, number>();
  for (const old of [...used].sort((a, b) => a - b)) {
    const run = stage.runs.get(old);
    if (run?.dataset !== dataset || run.origin === 'sample') continue;
    here.set(old, known.get(run) ?? Number(insert.run(run).lastInsertRowid));
  }
  const newest = [...here.keys()].at(-1);
  const said =
    stage.origins.get(dataset) ?? (newest === undefined ? undefined : stage.runs.get(newest)?.origin);
  const origin = said === undefined || said === 'sample' ? 'file' : said;
  const rescue = Number(
    db
      .prepare(`INSERT INTO run(${RUN_COLUMNS}) VALUES ('rescue', ?, ?, ?, ?, '', ?)`)
      .run(dataset, origin, RESCUE_SOURCE, file, now.toISOString()).lastInsertRowid,
  );
  return {
    /** @returns the id in the store of a run of the damaged file; undefined if that run could not be read. */
    here: (old: number): number | undefined => here.get(old),
    /** Id of the run of the rescue itself, used for rows whose run could not be read. It is higher than all ids of runs that were read. */
    rescue,
    origin,
    /** Writes the counts and the end time of the run of the rescue. */
    end: (added: number, read: number): void =>
      void db
        .prepare('UPDATE run SET added = ?, unchanged = ?, rows = ?, finished_at = ? WHERE id = ?')
        .run(added, read - added, read, now.toISOString(), rescue),
  };
}
