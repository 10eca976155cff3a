import { isFederalHoliday, observedOnOrBefore } from '../calendar/business-days.ts';
import { dateText, WEEKDAYS, weekday } from '../calendar/dates.ts';
import { newestReleased } from '../calendar/releases.ts';
import type { Dataset } from './index.ts';

const DATED_ON = {
  Saturday: 'weeks are dated by their Saturday',
  Wednesday: 'weeks are dated by their Wednesday',
  'first of month': 'months are dated by their first day',
  'business day': 'there are values of business days only',
};

/**
 * Says why a series can have no observation of a day, as far as the dataset's rules tell.
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns a sentence, or `undefined` where an observation could be expected.
 */
export function whyNoObservation(
  dataset: Dataset,
  code: string,
  day: number,
  now: number,
): string | undefined {
  const { observedOn, release } = dataset;
  // A list can be of any day.
  if (dataset.kind === 'list') return undefined;
  const date = dateText(day);
  const series = dataset.series.find((one) => one.code === code);
  const from = series?.historyFrom ?? dataset.historyFrom;
  if (date < from) return `The publisher's history of ${code} begins on ${from}.`;
  const fitting = observedOnOrBefore(observedOn, day);
  if (fitting !== day) {
    const name =
      isFederalHoliday(day) && observedOn === 'business day' ? 'federal holiday' : WEEKDAYS[weekday(day)];
    const what = observedOn === 'first of month' ? 'is not the first of a month' : `is a ${name}`;
    return `${date} ${what}; in ${dataset.id} ${DATED_ON[observedOn]}.`;
  }
  if (day > newestReleased(dataset, code, now)) {
    const due = release.day(day + (series?.extraLagDays ?? 0));
    return `${date} is not out yet: it is due about ${dateText(due)} (${release.text}).`;
  }
  return undefined;
}
