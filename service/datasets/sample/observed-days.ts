import { type ObservedOn, observedOnOrBefore } from '../../calendar/business-days.ts';
import { dayNumber } from '../../calendar/dates.ts';
import { newestReleased } from '../../calendar/releases.ts';
import type { ObservationsDefinition } from '../types.ts';

/**
 * The days on which a series has observations, ascending: from the start of its publisher's history, or `notBefore` where that
 * is later, to the newest day that can have been released.
 * @param now milliseconds since 1970-01-01 UTC.
 */
export function observedDays(
  dataset: ObservationsDefinition,
  code: string,
  now: number,
  notBefore = '0001-01-01',
): number[] {
  const series = dataset.series.find((one) => one.code === code);
  if (!series) throw new Error(`${dataset.id}/${code} is not in the catalogue`);
  const starts = [series.historyFrom ?? dataset.historyFrom, notBefore].map((date) => dayNumber(date) ?? 0);
  const newest = newestReleased(dataset, code, now);
  return daysBetween(dataset.observedOn, Math.max(...starts), newest);
}

function daysBetween(kind: ObservedOn, from: number, to: number): number[] {
  const days: number[] = [];
  for (let day = observedOnOrBefore(kind, to); day >= from; day = observedOnOrBefore(kind, day - 1))
    days.push(day);
  return days.reverse();
}
