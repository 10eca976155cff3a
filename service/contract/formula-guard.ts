import { isValueText } from './values.ts';

/**
 * A spreadsheet takes a cell that begins so for a formula, whoever wrote it: a publisher, a file that was imported, a person.
 * Tab and carriage return count as the beginning of what stands behind them.
 */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * @returns `text` as a cell that stays a text: with a space before it where a spreadsheet would read a formula. Numbers such as
 * `-0.5` are none, and stay numbers.
 */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !isValueText(text) ? ` ${text}` : text;
}
