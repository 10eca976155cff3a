import { dateText, dayNumber, daysFromCivil, WEEKDAYS, weekday } from '../calendar/dates.ts';
import { latestDay, today } from '../calendar/today.ts';
import { type DatasetId, findDataset, findSeries } from '../datasets/index.ts';
import type { FileFormat } from '../sources/index.ts';

/** @returns why a day cannot be a day of the dataset, as a sentence; `undefined` where it can. */
export type DayRule = (day: number) => string | undefined;

/**
 * @returns the rule of a dataset's days. Only what its publisher never breaks: Saturdays of weekly claims, Wednesdays of
 * the H.4.1, the first of a month, no weekend in yields and the debt (holidays do have values); and nothing is observed after
 * today. A list may have the day of the person who dates it, who may be in any time zone.
 */
export function dayRule(dataset: DatasetId, now: Date): DayRule {
  const wrongDay = publisherRule(dataset);
  const latest = findDataset(dataset).kind === 'list' ? latestDay(now) : today(now);
  return (day) =>
    day > latest
      ? `${dateText(day)} is in the future; today is ${dateText(today(now))}, and nothing later can be known.`
      : wrongDay(day);
}

function publisherRule(dataset: DatasetId): DayRule {
  const { kind, observedOn } = findDataset(dataset);
  // A list can have any date.
  if (kind === 'list') return () => undefined;
  switch (observedOn) {
    case 'Saturday':
    case 'Wednesday':
      return (day) => {
        const found = WEEKDAYS[weekday(day)];
        return found === observedOn
          ? undefined
          : `${dateText(day)} is a ${found}; the weeks of ${dataset} are dated by their ${observedOn}.`;
      };
    case 'first of month':
      return firstOfMonth(dataset);
    case 'bank day':
    case 'market day':
      return (day) => {
        const found = WEEKDAYS[weekday(day)];
        return found === 'Saturday' || found === 'Sunday'
          ? `${dateText(day)} is a ${found}; ${dataset} has values on Monday to Friday only.`
          : undefined;
      };
  }
}

function firstOfMonth(dataset: string): DayRule {
  return (day) => {
    const text = dateText(day);
    if (text.endsWith('-01')) return undefined;
    const first = dateText(daysFromCivil(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 1));
    return `${text} is not the first of a month; the months of ${dataset} are dated by their first day, here ${first}.`;
  };
}

/**
 * @param role of the file's format: FRED has some series from an earlier day than their publisher, and a file of the user's may have
 *   rows of either.
 * @returns the first day on which a series can have a value in such a file.
 */
export function firstDay(id: DatasetId, code: string, role: FileFormat['role']): number {
  const dataset = findDataset(id);
  const { historyFrom, publisherIds = [] } = findSeries(id, code) ?? {};
  const own = historyFrom ?? (dataset.kind === 'list' ? undefined : dataset.historyFrom);
  const earlier = publisherIds.flatMap(({ system, from }) =>
    role === undefined && system === 'FRED' ? [] : (from ?? []),
  );
  const [first = ''] = [...earlier, own ?? ''].sort();
  return dayNumber(first) ?? Number.NEGATIVE_INFINITY;
}
