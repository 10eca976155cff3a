import { dayNumber, SHORT_MONTHS } from '../calendar/dates.ts';
import { quote, rowFailure } from './row-failure.ts';

/** Reads single cells: dates and numbers as publishers write them, never as floating-point numbers. */

const GROUPED = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
const PLAIN = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const MINUS_ZERO = /^-(0+(\.0*)?)$/;
const LEADING_ZEROS = /^(-?)0+(\d+(?:\.\d+)?)$/;
const EXPONENT = /^-?\d+(\.\d+)?e[+-]?\d+$/i;
/** The forms that a spreadsheet gives to `2000-01-03`: `1/3/2000`, `3-Jan-00`, `36528`. */
const SPREADSHEET_DATE = /^(\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2}-[A-Z][a-z]{2}-\d{2,4}|[1-6]\d{4})$/;
/** Advice on a file that a spreadsheet has opened and saved. */
export const DOWNLOAD_AGAIN =
  'Download the file again, and import it as it came, without saving it in a spreadsheet.';

/** @returns the day number of `MM/DD/YYYY` or `M/D/YYYY`. */
export function usDay(text: string): number | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return civilDay(year, month, day);
}

/** @returns the day number of `Dec 06, 2024`, `06/Dec/2024` or `06-Dec-2024` (funds of other countries). */
export function monthNameDay(text: string): number | undefined {
  const found =
    /^(?<month>[A-Z][a-z]{2})[a-z]* (?<day>\d{1,2}), (?<year>\d{4})$/.exec(text) ??
    /^(?<day>\d{1,2})([/-])(?<month>[A-Z][a-z]{2})\2(?<year>\d{4})$/.exec(text);
  const { month = '', day, year } = found?.groups ?? {};
  return civilDay(year, String(SHORT_MONTHS.indexOf(month) + 1), day);
}

function civilDay(year = '', month = '', day = ''): number | undefined {
  return dayNumber(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** @returns the number as plain decimal text, without thousands separators: `41,700.44` → `41700.44`. */
export function plainNumber(text: string): string | undefined {
  if (isPlainNumber(text)) return text;
  return GROUPED.test(text) ? text.replaceAll(',', '') : undefined;
}

/** @returns whether a publisher would write it so: no leading zeros (`007.50`), no signed zero (`-0`). */
export function isPlainNumber(text: string): boolean {
  return PLAIN.test(text) && !MINUS_ZERO.test(text);
}

/**
 * @param right the right form, as the rest of a sentence.
 * @param what the content of a right cell.
 * @returns a sentence on text that `isPlainNumber` and `plainNumber` refuse.
 */
export function notNumber(
  text: string,
  right = 'plain digits with an optional decimal point are right.',
  what = 'a number',
): string {
  const [, zero] = MINUS_ZERO.exec(text) ?? [];
  if (zero !== undefined)
    return `${quote(text)} is not how a publisher writes a number: zero has no sign, so ${zero.replace(/^0+(?=0)/, '')} is right.`;
  const [, sign, digits] = LEADING_ZEROS.exec(text) ?? [];
  if (digits !== undefined)
    return `${quote(text)} is not how a publisher writes a number: it begins with zeros, and ${sign}${digits} is right.`;
  if (EXPONENT.test(text))
    return `${quote(text)} is not ${what}: a spreadsheet has shortened it, and its last digits are lost. ${DOWNLOAD_AGAIN}`;
  return `${quote(text)} is not ${what}; ${right}`;
}

/** @param missing the file's mark for a missing value. @throws Failure that says how to write a value. */
export function refuseValue(
  file: string,
  line: number,
  column: string,
  text: string,
  missing?: string,
): never {
  const right =
    missing && `plain digits with an optional decimal point, or ${missing} where it is missing, are right.`;
  const sentence =
    text === '' ? 'the value is empty; leave out the row of a missing observation.' : notNumber(text, right);
  throw rowFailure(file, line, column, sentence);
}

/** @throws Failure that says how to write a date. */
export function refuseDate(file: string, line: number, column: string, text: string, form: string): never {
  const isRewritten = SPREADSHEET_DATE.test(text) && !form.includes('/');
  const hint = isRewritten ? ` A spreadsheet seems to have rewritten the dates. ${DOWNLOAD_AGAIN}` : '';
  const sentence = `${quote(text)} is not a date; a real day written ${form} is right.${hint}`;
  throw rowFailure(file, line, column, sentence);
}
