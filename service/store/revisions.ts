import { dateText } from '../calendar/dates.ts';
import type { Database } from './open-database.ts';
import type { Revision, RevisionPosition, RevisionQuery } from './types.ts';

export type Revisions = (
  query: RevisionQuery,
  page: { after?: RevisionPosition | undefined; limit: number },
) => { rows: Revision[]; last: RevisionPosition | undefined };

type Row = Revision & { seriesId: number };

/** The position before the first row of a run: newer than every day. */
const FIRST = { day: 9_999_999, seriesId: 0 };

/** @returns a query of revisions as `Reader.revisions`, run by run through the index `revision_by_run`. Replaced roundings are left out. */
export function openRevisions(db: Database): Revisions {
  const runs = db
    .prepare<[string, number, string], number>(
      `SELECT id FROM run WHERE dataset = ? AND id <= ? AND revised > 0 AND fetched_at >= ? ORDER BY id DESC`,
    )
    .pluck();
  // The new value is the current one, or it has been replaced since.
  const ofRun = db.prepare<object, Row>(
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

  return ({ dataset, codes, areas, since }, { after, limit }) => {
    const from = since === undefined ? '' : dateText(since);
    const filter = {
      codes: codes ? JSON.stringify(codes) : null,
      areas: areas ? JSON.stringify(areas) : null,
    };
    const found: Row[] = [];
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
