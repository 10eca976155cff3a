import type { ObservedOn } from '../../service/calendar/business-days.ts';
import { observedOnOrBefore } from '../../service/calendar/business-days.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';

/**
 * @param days of all observations of a series, ascending. Days before the publisher's own history came from elsewhere, and its calendar
 * says nothing of them.
 * @returns the gaps in words: '1 missing month: 2025-02'; 'No missing business days since 1990-01-02' where the series is older.
 */
export function gapsOfSeries(choice: SeriesChoice, days: Int32Array): string {
  const { dataset, series } = entryOf(choice);
  const from = series.historyFrom ?? ('historyFrom' in dataset ? dataset.historyFrom : '');
  const first = dayNumber(from) ?? 0;
  const own = days.filter((day) => day >= first);
  const since = own.length < days.length ? ` since ${from}` : '';
  return gapsText(dataset.observedOn, gapsOf(dataset.observedOn, own), since);
}

/** Successive dates without an observation, from the first to the last. */
type DateGap = { from: number; to: number; count: number };

/**
 * @param days of all observations of a series, ascending.
 * @returns the dates between the first and the last of them that the dataset's calendar has and the series lacks. Weekends and
 * federal holidays are not gaps of a daily series.
 */
export function gapsOf(kind: ObservedOn, days: Int32Array): DateGap[] {
  const gaps: DateGap[] = [];
  for (let i = 1; i < days.length; i++) {
    const before = days[i - 1] as number;
    let gap: DateGap | undefined;
    for (let day = dateBefore(kind, days[i] as number); day > before; day = dateBefore(kind, day)) {
      gap = gap ? { from: day, to: gap.to, count: gap.count + 1 } : { from: day, to: day, count: 1 };
    }
    if (gap) gaps.push(gap);
  }
  return gaps;
}

function dateBefore(kind: ObservedOn, day: number): number {
  return observedOnOrBefore(kind, day - 1);
}

const NAMES: Readonly<Record<ObservedOn, string>> = {
  Saturday: 'week',
  Wednesday: 'week',
  'first of month': 'month',
  'bank day': 'business day',
  'market day': 'business day',
};
/** At most this many gaps are named. */
const MOST_NAMED = 12;

/** @returns '3 missing weeks: 2013-10-05, 2014-01-04 to 2014-01-11', or 'No missing weeks'. */
export function gapsText(kind: ObservedOn, gaps: readonly DateGap[], since = ''): string {
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const name = NAMES[kind];
  if (count === 0) return `No missing ${name}s${since}`;
  const named = gaps.slice(-MOST_NAMED).map(({ from, to, count }) => {
    const [first, last] = [from, to].map((day) => dayText(kind, day));
    return count === 1 ? first : `${first} to ${last}`;
  });
  const rest = gaps.length - named.length;
  const before = rest > 0 ? `${rest} earlier ${rest === 1 ? 'stretch' : 'stretches'}, ` : '';
  return `${count} missing ${name}${count === 1 ? '' : 's'}${since}: ${before}${named.join(', ')}`;
}

function dayText(kind: ObservedOn, day: number): string {
  return kind === 'first of month' ? dateText(day).slice(0, 7) : dateText(day);
}
