import { isValueText } from './decimal-text.ts';

/** How spreadsheets read the cells of a file: as formulas, numbers, dates. */

/** The start of a cell that a spreadsheet reads as a formula. It skips a tab or a carriage return. */
const FORMULA = /^[=+\-@\t\r]/;

/** @returns `text` as a cell that stays text: a formula gets a space in front, `-0.5` does not. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !isValueText(text) ? ` ${text}` : text;
}

/** @returns `text` as a CSV cell (RFC 4180): quoted if it contains the separator, a quote or a line break. */
export function csvCell(text: string, separator = ','): string {
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Excel keeps 15 significant digits and zeroes the rest (Microsoft, 'Excel specifications and limits'). */
const EXCEL_DIGITS = 15;

/** @returns whether Excel can store the number of a value text without changing any digit. */
export function isExactInExcel(value: string): boolean {
  const digits = value.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length <= EXCEL_DIGITS;
}

export function decimalsOf(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** The serial number of 1970-01-01 in Excel's 1900 date system. */
export const EXCEL_EPOCH = 25_569;

/**
 * @returns a day's serial number in Excel's 1900 date system; `undefined` before 1900-03-01, because Excel
 * counts a 29 February 1900 that never existed.
 */
export function excelSerial(day: number): number | undefined {
  const serial = day + EXCEL_EPOCH;
  return serial >= 61 ? serial : undefined;
}
