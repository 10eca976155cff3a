import { dateText } from '../calendar/dates.ts';
import type { StoredRun } from '../store/index.ts';
import type { ExplainedObservation, Seen } from './explained.ts';

/** @returns an explanation as JSON, with names in the style of the API. */
export function explanationJson({
  dataset,
  code,
  area,
  day,
  unit,
  seen,
  ...found
}: ExplainedObservation): object {
  const [newest, ...older] = seen;
  return {
    dataset: dataset.id,
    series: code,
    ...(area === '' ? {} : { state: area }),
    date: dateText(day),
    unit: unit === '' ? null : unit,
    current: newest ? seenJson(newest, code) : null,
    replaced: older.map((one) => seenJson(one, code)),
    reason: found.reason ?? null,
    nearest: { before: dateOrNull(found.before), after: dateOrNull(found.after) },
    replaced_sample: found.replacedSample && { made_at: found.replacedSample.fetchedAt },
  };
}

function seenJson(seen: Seen, code: string): object {
  const { row, firstSeen, supersededAt, run, format } = seen;
  return {
    ...('count' in seen ? { rows: seen.count } : { value: seen.value }),
    place: row === null ? null : { [format.place]: row },
    ...('value' in seen
      ? {
          summed: seen.summedRows,
          rounding: seen.isRounding,
          reading: format.reading?.(code, seen.value) ?? null,
        }
      : {}),
    first_seen: firstSeen,
    superseded_at: supersededAt,
    run: runJson(run, format.title),
  };
}

function runJson(run: StoredRun, title: string): object {
  return {
    id: run.id,
    kind: run.kind,
    origin: run.origin,
    source: run.source,
    source_title: title,
    location: run.location,
    sha256: run.sha256,
    fetched_at: run.fetchedAt,
    finished_at: run.finishedAt,
    rows: run.rows,
    added: run.added,
    revised: run.revised,
    unchanged: run.unchanged,
    first_date: dateOrNull(run.first),
    last_date: dateOrNull(run.last),
  };
}

function dateOrNull(day: number | null): string | null {
  return day === null ? null : dateText(day);
}
