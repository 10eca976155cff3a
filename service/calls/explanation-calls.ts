import type { EndpointHandlers } from '../api/index.ts';
import { dateText, dayNumber } from '../calendar/dates.ts';
import type {
  AskedSeries,
  ExplainedMember,
  ExplainedRun,
  SeenList,
  SeenObservation,
} from '../contract/explanation.ts';
import { Failure } from '../contract/failure.ts';
import { datasetOfList, findDataset, findSeries } from '../datasets/index.ts';
import { whyNoObservation } from '../datasets/observation-days.ts';
import { isStateCode } from '../datasets/states.ts';
import {
  type ListVintage,
  type Reader,
  type SeenMember,
  type SeriesKey,
  type StoredRun,
  seenPlace,
  type ValueVintage,
} from '../store/index.ts';

export type ExplanationReader = Pick<
  Reader,
  'constituentCodes' | 'explain' | 'explainList' | 'revisions' | 'run'
>;

const REVISIONS_LISTED = 10;

/** The handlers of 'explain', 'explain-list' and 'revisions'. @throws Failure 'wrong_usage' for bad input */
export function explanationCalls(reader: ExplanationReader, now: () => Date) {
  return {
    async explain(asked) {
      const key = keyOf(asked);
      const day = dayOf(asked.date);
      const spread = findSeries(key.dataset, key.code)?.spread;
      if (spread)
        throw wrong(`${key.code} is calculated here from ${spread.long} and ${spread.short}: ask for those.`);
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
    async 'explain-list'(asked) {
      const { series, member } = asked;
      if (!reader.constituentCodes(datasetOfList(series).id).includes(series))
        throw wrong(`There is no list of ${series}.`);
      const { lists, earlier, before, after, replacedSample } = reader.explainList(
        series,
        dayOf(asked.date),
        member,
      );
      const [current = null, ...replaced] = await Promise.all(lists.map(seenList));
      return {
        ...asked,
        current,
        replaced,
        earlier: earlier.map(({ asOf, member: was }) => ({
          date: dateText(asOf),
          // The place is missing, because finding it needs that list's format: request that list instead.
          member: was && explainedMember(was, null),
        })),
        before: dateOrNull(before),
        after: dateOrNull(after),
        replaced_sample_of: replacedSample?.fetchedAt ?? null,
      };
    },
    async revisions(asked) {
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
  } satisfies Partial<EndpointHandlers>;
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

/** Loads the formats with the first explained value, because otherwise only the ingest thread needs them. */
async function formatOf({ source }: StoredRun) {
  const { FILE_FORMATS } = await import('../sources/index.ts');
  return FILE_FORMATS.find(({ id }) => id === source);
}

async function seenObservation(seen: ValueVintage, code: string): Promise<SeenObservation> {
  const { value, firstSeen, supersededAt, isRounding, run } = seen;
  const format = await formatOf(run);
  return {
    value,
    place: [seenPlace(seen, format ?? {}), format?.reading?.(code, value)].filter(Boolean).join(', ') || null,
    first_seen: firstSeen,
    superseded_at: supersededAt,
    is_rounding: isRounding,
    run: explainedRun(run, format?.title),
  };
}

async function seenList(seen: ListVintage): Promise<SeenList> {
  const { count, member, firstSeen, supersededAt, run } = seen;
  const format = await formatOf(run);
  return {
    count,
    place: seenPlace(seen, format ?? {}),
    member: member && explainedMember(member, seenPlace(member, format ?? {})),
    first_seen: firstSeen,
    superseded_at: supersededAt,
    run: explainedRun(run, format?.title),
  };
}

function explainedMember(
  { ticker, name, sector, weight }: SeenMember,
  place: string | null,
): ExplainedMember {
  return { ticker, name, sector, weight, place };
}

function explainedRun(run: StoredRun, title = run.source): ExplainedRun {
  const { id, kind, origin, location, sha256, fetchedAt } = run;
  if (kind === 'undone') throw new Error(`Run ${id} was undone, but data of it are still here`);
  return { id, kind, origin, source_title: title, location, sha256, fetched_at: fetchedAt };
}

function dayOf(date: string): number {
  const day = dayNumber(date);
  if (day === undefined)
    throw wrong(`'${date}' is not a day: dates are written YYYY-MM-DD, like 2025-03-06.`);
  return day;
}

function dateOrNull(day: number | null): string | null {
  return day === null ? null : dateText(day);
}

function wrong(message: string): Failure {
  return new Failure('wrong_usage', message);
}
