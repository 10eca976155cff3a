import { dateText, dayNumber } from '../calendar/dates.ts';
import type { ServiceCalls } from '../contract/control.ts';
import type { AskedSeries, SeenObservation } from '../contract/explanation.ts';
import { Failure } from '../contract/failure.ts';
import { findDataset, findSeries } from '../datasets/index.ts';
import { whyNoObservation } from '../datasets/observation-days.ts';
import { isStateCode } from '../datasets/states.ts';
import type { CallHandlers } from '../process/rpc.ts';
import { type Reader, type SeenValue, type SeriesKey, seenPlace } from '../store/index.ts';

export type ExplanationReader = Pick<Reader, 'explain' | 'revisions' | 'run'>;

/** How many of the newest revisions of a series the call 'revisions' returns. */
const REVISIONS_LISTED = 10;

/**
 * @returns the handlers of 'explain' and 'revisions', which say where values come from. They throw Failure 'wrong_usage' if the series
 * does not exist, its state is missing or the date is not valid.
 */
export function explanationCalls(reader: ExplanationReader, now: () => Date) {
  return {
    async explain(asked) {
      const key = keyOf(asked);
      const day = dayNumber(asked.date);
      if (day === undefined)
        throw wrong(`'${asked.date}' is no day: dates are written YYYY-MM-DD, like 2025-03-06.`);
      const spread = findSeries(key.dataset, key.code)?.spread;
      if (spread)
        throw wrong(`${key.code} is computed here, of ${spread.long} and ${spread.short}: ask for those.`);
      const { values, before, after, replacedSample } = reader.explain(key, day);
      const [current = null, ...replaced] = await Promise.all(
        values.map((seen) => seenObservation(seen, asked.series)),
      );
      const dataset = findDataset(asked.dataset);
      const reason =
        current || !dataset ? undefined : whyNoObservation(dataset, asked.series, day, now().getTime());
      return {
        ...asked,
        current,
        replaced,
        reason: reason ?? null,
        before: dateOrNull(before),
        after: dateOrNull(after),
        replaced_sample_of: replacedSample?.fetchedAt ?? null,
      };
    },
    revisions(asked) {
      const { dataset, code, area } = keyOf(asked);
      const spread = findSeries(dataset, code)?.spread;
      const { rows } = reader.revisions(
        { dataset, codes: spread ? [spread.long, spread.short] : [code], areas: [area] },
        { limit: REVISIONS_LISTED },
      );
      return {
        ...asked,
        revisions: rows.map((row) => ({
          date: dateText(row.day),
          old_value: row.oldValue,
          new_value: row.newValue,
          first_seen: row.firstSeen,
          superseded_at: row.supersededAt,
          new_location: reader.run(row.newRun)?.location ?? '',
        })),
      };
    },
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}

function keyOf({ dataset: id, series: code, area }: AskedSeries): SeriesKey {
  const dataset = findDataset(id);
  const series = findSeries(id, code);
  if (!dataset || dataset.kind === 'list' || !series)
    throw wrong(`There is no series ${id}.${code} with a history.`);

  if (dataset.byState ? !isStateCode(area) : area !== '')
    throw wrong(
      dataset.byState ? `${id} has a value for each state: say which.` : `${id} has no states: leave it out.`,
    );
  return { dataset: id, code, area };
}

/** Loads the formats when the first value is explained, because only the ingest thread needs them otherwise. */
async function seenObservation(seen: SeenValue, code: string): Promise<SeenObservation> {
  const { FORMATS } = await import('../sources/index.ts');
  const { value, firstSeen, supersededAt, isRounding, run } = seen;
  const format = FORMATS.find(({ id }) => id === run.source);
  return {
    value,
    place: [seenPlace(seen, format ?? {}), format?.reading?.(code, value)].filter(Boolean).join(', ') || null,
    first_seen: firstSeen,
    superseded_at: supersededAt,
    is_rounding: isRounding,
    run: {
      id: run.id,
      kind: run.kind,
      origin: run.origin,
      source_title: format?.title ?? run.source,
      location: run.location,
      sha256: run.sha256,
      fetched_at: run.fetchedAt,
    },
  };
}

function dateOrNull(day: number | null): string | null {
  return day === null ? null : dateText(day);
}

function wrong(message: string): Failure {
  return new Failure('wrong_usage', message);
}
