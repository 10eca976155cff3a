import type { DatasetFreshness, Origin } from '../contract/catalog.ts';
import { assertNever } from '../contract/failure.ts';
import { easternTime } from './business-days.ts';
import { dateText, weekday } from './dates.ts';
import { fileLagDaysOf, type Released, type ReleaseTiming, releaseState } from './releases.ts';

/** Stored data. `last`: a series' newest day; `newestFrom`: the format id of that observation's file. */
export type HeldDays = {
  origin: Origin;
  series: readonly { code: string; last: number; newestFrom?: string }[];
};

/** Shown instead of a date if the publisher has no schedule. */
const UNSCHEDULED = 'when the index changes';

/** @returns whether stored data are up to date at `now` (ms since 1970 UTC); `null` for sample or no data. */
export function freshnessOf(dataset: Released, holding: HeldDays, now: number): DatasetFreshness | null {
  if (holding.origin === 'sample' || holding.series.length === 0) return null;
  const formats = new Set(holding.series.flatMap(({ newestFrom }) => newestFrom ?? []));
  const lagDays = fileLagDaysOf(dataset, formats);
  const found = releaseState(dataset, lastDays(holding), now, lagDays);
  return {
    state: found.state,
    days_late: found.daysLate,
    expected_last_date: found.expectedLast === null ? null : dateText(found.expectedLast),
    next_release: found.nextRelease === null ? null : new Date(found.nextRelease).toISOString(),
    next_release_text: momentText(found.nextRelease, found.dayIs),
    behind: found.behind,
  };
}

/** @param now milliseconds since 1970-01-01 UTC. @returns the next release, whatever data are stored. */
export function nextReleaseOf(dataset: Released, now: number): { next: string | null; next_text: string } {
  const { nextRelease, dayIs } = releaseState(dataset, new Map(), now);
  return {
    next: nextRelease === null ? null : new Date(nextRelease).toISOString(),
    next_text: momentText(nextRelease, dayIs),
  };
}

function momentText(moment: number | null, dayIs: ReleaseTiming['dayIs']): string {
  return moment === null ? UNSCHEDULED : easternText(moment, dayIs);
}

/** @returns each series code's newest day in any state, since one late state does not make a release late. */
export function lastDays({ series }: Pick<HeldDays, 'series'>): Map<string, number> {
  const last = new Map<string, number>();
  for (const one of series) last.set(one.code, Math.max(one.last, last.get(one.code) ?? one.last));
  return last;
}

type ListHolding = { code: string; lists?: readonly { asOf: number; count: number }[] };

/** @returns the newest list of each index and fund. A list is as fresh as its own day. */
export function newestLists({ series }: { series: readonly ListHolding[] }) {
  return series.flatMap(({ code, lists: [newest] = [] }) =>
    newest ? [{ code, as_of: dateText(newest.asOf), members: newest.count }] : [],
  );
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** @returns 'Thu 2026-12-03, 08:30 ET'; for an uncertain day 'about Tue 2026-12-01' or 'in the week to …'. */
export function easternText(moment: number, dayIs: ReleaseTiming['dayIs']): string {
  const { day, minutes } = easternTime(moment);
  const date = `${WEEKDAYS[weekday(day)]} ${dateText(day)}`;
  if (dayIs !== 'exact') return `${dayIs} ${date}`;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${date}, ${clock.join(':')} ET`;
}

/** @returns 'Current', 'Due', 'Late 3 days', 'No schedule'; '' for `null`. */
export function freshnessText(freshness: Pick<DatasetFreshness, 'state' | 'days_late'> | null): string {
  if (freshness === null) return '';
  switch (freshness.state) {
    case 'current':
      return 'Current';
    case 'due':
      return 'Due';
    case 'late':
      return `Late ${daysText(freshness.days_late)}`;
    case 'unscheduled':
      return 'No schedule';
    default:
      return assertNever(freshness.state);
  }
}

/** @returns '1 day', '1,326 days'. */
export function daysText(days: number): string {
  return `${new Intl.NumberFormat('en-US').format(days)} ${days === 1 ? 'day' : 'days'}`;
}
