import { findDataset } from '../contract/catalogue/index.ts';
import { dateText, daysFromCivil, weekday } from '../contract/dates.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Tells whether a day can be a day of the dataset: `undefined` for yes, else a sentence that says why not. */
export type DayRule = (day: number) => string | undefined;

/**
 * @returns the rule of a dataset's days. Only what its publisher never breaks: Saturdays of weekly claims, Wednesdays of
 * the H.4.1, the first of a month; and nothing is observed after `today`.
 */
export function dayRule(dataset: string, today: number): DayRule {
  const observedOn = findDataset(dataset)?.observedOn;
  const future = (day: number) =>
    `${dateText(day)} is in the future; today is ${dateText(today)}, and nothing later can be known.`;
  switch (observedOn) {
    case 'Saturday':
    case 'Wednesday': {
      const wanted = WEEKDAYS.indexOf(observedOn);
      return (day) => {
        if (day > today) return future(day);
        const found = weekday(day);
        return found === wanted
          ? undefined
          : `${dateText(day)} is a ${WEEKDAYS[found]}; the weeks of ${dataset} are dated by their ${observedOn}.`;
      };
    }
    case 'first of month':
      return firstOfMonth(dataset, today, future);
    default:
      return (day) => (day > today ? future(day) : undefined);
  }
}

function firstOfMonth(dataset: string, today: number, future: (day: number) => string): DayRule {
  return (day) => {
    if (day > today) return future(day);
    const text = dateText(day);
    if (text.endsWith('-01')) return undefined;
    const first = dateText(daysFromCivil(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 1));
    return `${text} is not the first of a month; the months of ${dataset} are dated by their first day, here ${first}.`;
  };
}
