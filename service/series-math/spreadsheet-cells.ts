import { isValueText } from './decimal-text.ts';

/** What spreadsheets make of the cells of a file: formulas, numbers, dates. */

/**
 * A spreadsheet reads a cell that begins like this as a formula, whoever wrote it: a publisher, an imported file, a person.
 * It skips a tab or a carriage return and reads what follows.
 */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * @returns `text` as a cell that stays text: with a space before it where a spreadsheet would read a formula. A number such as
 * `-0.5` is not a formula and stays a number.
 */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !isValueText(text) ? ` ${text}` : text;
}

/** @returns `text` as a cell of a CSV (RFC 4180): in double quotes where it holds the separator, a quote or a line break. */
export function csvCell(text: string, separator = ','): string {
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Excel keeps 15 significant digits of a number and turns the others into zeros (Microsoft, 'Excel specifications and limits'). */
const EXCEL_DIGITS = 15;

/** @returns whether Excel can hold the number that a value text writes without changing a digit of it. */
export function isExactInExcel(value: string): boolean {
  const digits = value.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  return digits.replace(/0+$/, '').length <= EXCEL_DIGITS;
}

/** @returns how many decimals a value text has. */
export function decimalsOf(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

/** @returns the serial number of a day in Excel's 1900 date system; none before 1900-03-01, where Excel counts a leap day that never was. */
export function excelSerial(day: number): number | undefined {
  const serial = day + 25569;
  return serial >= 61 ? serial : undefined;
}
