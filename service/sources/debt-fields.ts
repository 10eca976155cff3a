import { isoDay, isPlainNumber, refuseDate, refuseValue } from './cells.ts';
import type { Target } from './types.ts';

/** The fields of FiscalData's 'Debt to the Penny', by name in JSON and by label in CSV. */
export const DATE_FIELD = { field: 'record_date', label: 'Record Date' };
export const AMOUNT_FIELDS = [
  { code: 'debt_held_by_public', field: 'debt_held_public_amt', label: 'Debt Held by the Public' },
  { code: 'intragovernmental_holdings', field: 'intragov_hold_amt', label: 'Intragovernmental Holdings' },
  {
    code: 'total_public_debt_outstanding',
    field: 'tot_pub_debt_out_amt',
    label: 'Total Public Debt Outstanding',
  },
] as const;

/** Where the amounts of a file stand: the column's name as the file writes it, and its number in the target. */
export type AmountColumn = { name: string; series: number };

/**
 * Opens the series of the columns that a file has.
 * @param names the name of each amount's column, in the order of `AMOUNT_FIELDS`; `undefined` where the file lacks it.
 */
export function openAmounts(
  target: Target,
  date: string,
  names: readonly (string | undefined)[],
): (AmountColumn | undefined)[] {
  return AMOUNT_FIELDS.map(({ code }, at) => {
    const name = names[at];
    return name === undefined
      ? undefined
      : { name, series: target.series('us_debt', code, '', { date, value: name }) };
  });
}

/**
 * Puts one day into the target. A zero, empty or `null` amount is a missing one: FiscalData has no components before 2005
 * but at some month-ends, and older downloads write `0.00` for that.
 */
export function addDay(
  file: string,
  target: Target,
  columns: readonly (AmountColumn | undefined)[],
  row: { date: string; dateName: string; amounts: readonly (string | undefined)[]; line: number },
): void {
  const day = isoDay(row.date);
  if (day === undefined) refuseDate(file, row.line, row.dateName, row.date, 'YYYY-MM-DD');
  for (const [at, column] of columns.entries()) {
    const amount = row.amounts[at];
    if (!column || amount === undefined || isMissing(amount)) continue;
    if (!isPlainNumber(amount)) refuseValue(file, row.line, column.name, amount);
    target.observation(column.series, day, amount, row.line);
  }
}

function isMissing(amount: string): boolean {
  return amount === '' || amount === 'null' || /^0+(\.0+)?$/.test(amount);
}
