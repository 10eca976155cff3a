import { dateText } from '../../service/calendar/dates.ts';
import { weekdayAt } from '../weekdays.ts';

/** The days of each series in version 0; every version has one more. */
export const BASE_DAYS = 1000;
const FIRST_WEEKDAY = 10_700;
const SERIES = [
  ['us_debt', 'total_public_debt_outstanding'],
  ['yields', 'US2Y'],
  ['yields', 'US10Y'],
] as const;

/** @returns a file in which every value is the number of the version, so that a mixture of versions shows. */
export function writeVersion(version: number): string {
  const rows = SERIES.flatMap(([dataset, code]) =>
    Array.from(
      { length: BASE_DAYS + version },
      (_, at) => `${dataset},${code},${dateText(weekdayAt(FIRST_WEEKDAY + at))},${version}`,
    ),
  );
  return `dataset,series,date,value\n${rows.join('\n')}\n`;
}

/** @returns the number of observations in a version. */
export function rowsOfVersion(version: number): number {
  return SERIES.length * (BASE_DAYS + version);
}
