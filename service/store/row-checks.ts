import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { isValueText } from '../series-math/decimal-text.ts';
import type { SeriesKey } from './types.ts';

/** The first and last valid day: years 0001 to 9999, as day numbers. */
export const FIRST_DAY = -719162;
export const LAST_DAY = 2932896;
/** Valid codes and areas: they need no escaping in JSON, CSV or addresses. */
export const PLAIN_CODE = /^[A-Za-z0-9_.-]+$/;

/** @throws Failure 'invalid_file' if the code or area of a series has other characters than `PLAIN` allows. */
export function checkKey(key: SeriesKey): void {
  if (PLAIN_CODE.test(key.code) && (key.area === '' || PLAIN_CODE.test(key.area))) return;
  throw new Failure(
    'invalid_file',
    `${JSON.stringify(seriesLabel(key))} is not a series code: only letters, digits and _ . - may stand in it.`,
  );
}

/** @throws Failure 'invalid_file' with the `row` if the day or the value text is invalid. */
export function checkRow(key: SeriesKey, day: number, value: string, row: number): void {
  if (!Number.isInteger(day) || day < FIRST_DAY || day > LAST_DAY) {
    throw new Failure(
      'invalid_file',
      `Row ${row} of ${seriesLabel(key)} has no date from 0001-01-01 to 9999-12-31.`,
      { line: row },
    );
  }
  if (!isValueText(value)) {
    throw new Failure(
      'invalid_file',
      `Row ${row} gives ${seriesLabel(key)} on ${dateText(day)} as ${JSON.stringify(value)}, which is not a plain decimal number.`,
      { line: row },
    );
  }
}

/** @returns the name of a series in messages: `CODE` or `CODE (AREA)`. */
export function seriesLabel({ code, area }: SeriesKey): string {
  return area === '' ? code : `${code} (${area})`;
}
