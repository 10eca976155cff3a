import { closedDayText, type ObservedOn, observedOnOrBefore } from '../calendar/business-days.ts';
import { dateText, WEEKDAYS, weekday } from '../calendar/dates.ts';
import { easternText } from '../calendar/freshness.ts';
import { businessDaysAfter, releaseMoment, releaseTiming } from '../calendar/releases.ts';
import type { Dataset } from './index.ts';

const DAY = 86_400_000;

const DATED_ON = {
  Saturday: 'weeks are dated by their Saturday',
  Wednesday: 'weeks are dated by their Wednesday',
  'first of month': 'months are dated by their first day',
  'bank day': 'only business days have values',
  'market day': 'only business days have values',
};

/** @returns why a day has no observation at `now` (ms since 1970 UTC); `undefined` if it may have one. */
export function whyNoObservation(
  dataset: Dataset,
  code: string,
  day: number,
  now: number,
): string | undefined {
  const { observedOn } = dataset;
  // A list can be dated on any day.
  if (dataset.kind === 'list') return undefined;
  const date = dateText(day);
  const series = dataset.series.find((one) => one.code === code);
  const from = series?.historyFrom ?? dataset.historyFrom;
  if (date < from) return `The publisher's history of ${code} begins on ${from}.`;
  const fitting = observedOnOrBefore(observedOn, day);
  if (fitting !== day) {
    return `${date} ${actualDay(observedOn, day)}; in ${dataset.id} ${DATED_ON[observedOn]}.`;
  }
  return whenDue(dataset, day + (series?.extraLagDays ?? 0), date, now);
}

function actualDay(observedOn: ObservedOn, day: number): string {
  switch (observedOn) {
    case 'first of month':
      return 'is not the first of a month';
    case 'bank day':
    case 'market day':
      return `is ${closedDayText(day)}`;
    default:
      return `is a ${WEEKDAYS[weekday(day)]}`;
  }
}

/** @returns when the observation of a day is due; `undefined` once it must be out. */
function whenDue(dataset: Dataset, day: number, date: string, now: number): string | undefined {
  const timing = releaseTiming(dataset);
  if (!timing) return undefined;
  const moment = releaseMoment(timing, day);
  if (now >= businessDaysAfter(moment, timing.latestBusinessDays)) return undefined;
  const isSure = now < moment - timing.earliestDays * DAY;
  return `${date} ${isSure ? 'is not' : 'may not be'} out yet: it is due ${easternText(moment, timing.dayIs)} (${dataset.release.text}).`;
}
