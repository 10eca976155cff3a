import type { EndpointHandlers } from '../api/index.ts';
import { easternInstant, easternTime } from '../calendar/business-days.ts';
import { dateText } from '../calendar/dates.ts';
import { easternText, lastDays } from '../calendar/freshness.ts';
import {
  expectedLast,
  nextObserved,
  type Released,
  type ReleaseTiming,
  releaseMoment,
  releaseTiming,
} from '../calendar/releases.ts';
import type { CalendarRelease, DatasetNews, Headline, SeriesNews } from '../contract/brief.ts';
import { Failure } from '../contract/failure.ts';
import { DATASETS, type Dataset, findDataset, findSeries } from '../datasets/index.ts';
import { shortTitle } from '../datasets/series-choice.ts';
import { STATES } from '../datasets/states.ts';
import { largestFirst, releaseNote } from '../series-math/brief.ts';
import { printDecimal, sumOf } from '../series-math/exact-decimal.ts';
import type { TimeSeries } from '../series-math/types.ts';
import type { ChangedSeries, Reader, RevisedRow, SeriesColumn } from '../store/index.ts';

export type BriefReader = Pick<
  Reader,
  | 'addedRows'
  | 'changedLists'
  | 'changedSeries'
  | 'columns'
  | 'holdings'
  | 'lastRun'
  | 'replaced'
  | 'revisedRows'
  | 'run'
>;

/** How many revisions of a series are listed: for all datasets, and for one requested dataset. */
const REVISIONS_LISTED = 3;
const REVISIONS_OF_DATASET = 200;
/** A monthly series' newest two observations lie within this many days, unless a month is missing. */
const NEWEST_DAYS = 40;
const WHOLE = { from: -1_000_000, to: 10_000_000 };

/** The handlers of 'changes', 'headlines', 'calendar'. @throws Failure 'wrong_usage' for a wrong dataset. */
export function briefCalls(reader: BriefReader, now: () => Date) {
  return {
    async changes({ since_run, since, dataset, rows }) {
      if (dataset !== '' && !findDataset(dataset))
        throw new Failure('wrong_usage', `There is no dataset ${dataset}.`);
      const end = reader.lastRun();
      // After a restore, the newest run may be older than the run that was read last.
      const asked = since === '' ? Math.min(Number(since_run), end.run) : reader.lastRun(since).run;
      const changed = asked === end.run ? [] : reader.changedSeries(asked);
      const lists = asked === end.run ? [] : reader.changedLists(asked);
      const newest = new Map(
        changed.length > 0 ? reader.holdings().map((one) => [one.dataset, one.last ?? WHOLE.to]) : [],
      );
      const wanted = DATASETS.filter(({ id }) => dataset === '' || id === dataset);
      return {
        since_run: asked,
        since: since || (reader.run(asked)?.finishedAt ?? ''),
        run: end.run,
        at: end.at,
        datasets: wanted.flatMap((one): DatasetNews[] => {
          const own = changed.filter((each) => each.dataset === one.id);
          const held = lists.filter((each) => each.dataset === one.id);
          if (own.length + held.length === 0) return [];
          return [
            {
              dataset: one.id,
              new: own.reduce((sum, { added }) => sum + added, 0),
              revised: own.reduce((sum, { revised }) => sum + revised, 0),
              series: newsOf(
                one,
                own,
                asked,
                { isWhole: dataset !== '', hasRows: rows !== '' },
                newest.get(one.id) ?? WHOLE.to,
              ),
              lists: held.map(({ code, asOf, count }) => ({ series: code, as_of: dateText(asOf), count })),
            },
          ];
        }),
      };
    },
    headlines: async () => ({ headlines: headlineValues(reader) }),
    async calendar({ days }) {
      const at = now().getTime();
      const holdings = reader.holdings();
      const releases = DATASETS.flatMap((dataset): CalendarRelease[] => {
        const holding = holdings.find((one) => one.dataset === dataset.id);
        const last = holding && holding.origin !== 'sample' ? lastDays(holding) : new Map<string, number>();
        const newest = Math.max(...last.values());
        return upcomingReleases(dataset, at, Number(days)).map(({ moment, day, dayIs }) => ({
          dataset: dataset.id,
          at: new Date(moment).toISOString(),
          text: easternText(moment, dayIs),
          is_about: dayIs !== 'exact',
          date: dateText(day),
          is_here: newest >= day,
        }));
      });
      return {
        from: dateText(easternTime(at).day),
        days: Number(days),
        releases: releases.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
      };
    },
  } satisfies Partial<EndpointHandlers>;

  /** @param how `isWhole`: notes and more revisions; `hasRows`: all changed rows. @param last newest day */
  function newsOf(
    dataset: Dataset,
    changed: readonly ChangedSeries[],
    after: number,
    { isWhole, hasRows }: { isWhole: boolean; hasRows: boolean },
    last: number,
  ): SeriesNews[] {
    const keyOf = ({ code, area }: { code: string; area: string }) => `${code} ${area}`;
    const hasRevisions = changed.some(({ revised }) => revised > 0);
    const revised = Map.groupBy(hasRevisions ? reader.revisedRows(after, dataset.id) : [], keyOf);
    const added = Map.groupBy(hasRows ? reader.addedRows(after, dataset.id) : [], keyOf);
    // A series without a note needs only its newest two observations.
    const recent = Map.groupBy(
      reader.columns({
        dataset: dataset.id,
        codes: changed.map(({ code }) => code),
        ...WHOLE,
        from: last - NEWEST_DAYS,
      }),
      keyOf,
    );
    const order = new Map(dataset.series.map(({ code }, at) => [code, code === dataset.headline ? -1 : at]));
    const sorted = changed.toSorted((a, b) => (order.get(a.code) ?? 0) - (order.get(b.code) ?? 0));
    return sorted.map((one, place): SeriesNews => {
      const listed = isWhole ? REVISIONS_OF_DATASET : REVISIONS_LISTED;
      const rows = revised.get(keyOf(one)) ?? [];
      const hasNote = !dataset.byState && (isWhole || place === 0);
      const newest = recent.get(keyOf(one))?.[0];
      // A late state has no observations in the recent days.
      const column =
        hasNote || !newest?.days.length
          ? reader.columns({ dataset: dataset.id, codes: [one.code], areas: [one.area], ...WHOLE })[0]
          : newest;
      const at = (column?.days.length ?? 0) - 1;
      const dated = (place: number) =>
        column && place >= 0
          ? { date: dateText(column.days[place] as number), value: column.values[place] as string }
          : null;
      return {
        series: one.code,
        area: one.area,
        new: one.added,
        revised: one.revised,
        newest: dated(at),
        before: dated(at - 1),
        revisions: largestFirst(rows)
          .slice(0, hasRows ? rows.length : listed)
          .map(({ day, oldValue, newValue, run }) => ({
            date: dateText(day),
            old_value: oldValue,
            new_value: newValue,
            run,
          })),
        added: (added.get(keyOf(one)) ?? []).map(({ day, value, run }) => ({
          date: dateText(day),
          value,
          run,
        })),
        note: hasNote && column ? noteOf(dataset, one, column, rows) : null,
      };
    });
  }

  function noteOf(
    dataset: Dataset,
    { code, area }: ChangedSeries,
    column: SeriesColumn,
    rows: readonly RevisedRow[],
  ) {
    const series = findSeries(dataset.id, code);
    if (!series) return null;
    return releaseNote(
      {
        title: shortTitle({ dataset: dataset.id, code, area }),
        unit: series.unitShort,
        every: series.frequency,
        isLevel: dataset.isLevel,
      },
      {
        series: column,
        revised: new Map(rows.map(({ day, oldValue }) => [day, oldValue])),
        known: reader.replaced({ dataset: dataset.id, code, area }),
      },
      column.days.length - 1,
    );
  }
}

/** How many days a headline's observations go back: 26 to 90 observations, enough for a small chart. */
const DAYS = { Daily: 120, Weekly: 500, Monthly: 1900 };
const DAYS_OF_STATES = 26 * 7;

/** @returns the last observations of each dataset's headline, summed over any states. Lists have none. */
function headlineValues(reader: Pick<Reader, 'columns' | 'holdings'>): Headline[] {
  const holdings = reader.holdings();
  return DATASETS.filter(({ kind }) => kind === 'observations').map((dataset) => {
    const holding = holdings.find((one) => one.dataset === dataset.id);
    const last = holding && lastDays(holding).get(dataset.headline);
    const values = last === undefined ? [] : lastValues(reader, dataset, last);
    return {
      id: `${dataset.id}.${dataset.headline}`,
      observations: values.map(({ day, value }) => ({ date: dateText(day), value })),
    };
  });
}

function lastValues(reader: Pick<Reader, 'columns'>, dataset: Dataset, last: number) {
  const { id, headline, byState } = dataset;
  const frequency = findSeries(id, headline)?.frequency ?? 'Monthly';
  const columns = reader.columns({
    dataset: id,
    codes: [headline],
    from: last - (byState ? DAYS_OF_STATES : DAYS[frequency]),
    to: last,
  });
  if (byState) return sumOfAreas(columns, Object.keys(STATES).length);
  const [{ days, values } = { days: [], values: [] }] = columns;
  return Array.from(days, (day, at) => ({ day, value: values[at] as string }));
}

/** A publisher's release: its time (milliseconds since 1970-01-01 UTC), and its observation's day number. */
type Upcoming = { moment: number; day: number; dayIs: ReleaseTiming['dayIs'] };

/** @param now ms since 1970-01-01 UTC. @returns the releases from the start of today, Eastern time. */
function upcomingReleases(dataset: Released, now: number, days: number): Upcoming[] {
  const timing = releaseTiming(dataset);
  if (!timing) return [];
  const today = easternTime(now).day;
  const end = easternInstant(today + days + 1, 0);
  const found: Upcoming[] = [];
  let day = expectedLast(timing, easternInstant(today, 0) - 1);
  for (;;) {
    day = nextObserved(timing, day);
    const moment = releaseMoment(timing, day);
    if (moment >= end) return found;
    found.push({ moment, day, dayIs: timing.dayIs });
  }
}

/** @returns the exact sum over the areas on each day on which all have a value. @param areas their number */
export function sumOfAreas(columns: readonly TimeSeries[], areas: number): { day: number; value: string }[] {
  const texts = new Map<number, string[]>();
  for (const { days, values } of columns)
    for (const [at, day] of days.entries()) {
      const ofDay = texts.get(day);
      if (ofDay) ofDay.push(values[at] as string);
      else texts.set(day, [values[at] as string]);
    }
  return [...texts]
    .filter(([, ofDay]) => ofDay.length === areas)
    .toSorted(([a], [b]) => a - b)
    .map(([day, ofDay]) => {
      const { scaled, places } = sumOf(ofDay);
      return { day, value: printDecimal(scaled, places) };
    });
}
