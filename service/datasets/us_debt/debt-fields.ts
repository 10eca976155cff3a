import { dayNumber } from '../../calendar/dates.ts';
import { DOWNLOAD_AGAIN, isPlainNumber, refuseDate, refuseValue } from '../../sources/cells.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { RowTarget } from '../../sources/types.ts';

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

const CENTS = /\.\d\d$/;
/** A spreadsheet keeps 15 digits, so it loses the last cent of amounts with this many digits before the point. */
const LONG_AMOUNT = /^\d{14,}\.\d(\d)$/;
/** If there are fewer amounts, all may end in 0 by chance. */
const FEWEST_LONG = 10;

/** Finds amounts that a spreadsheet has rounded although they have two decimals: the last cent of all large ones is 0. */
export type LostCents = ReturnType<typeof createLostCents>;

/** @returns an empty check for one file. */
export function createLostCents() {
  let count = 0;
  let hasCents = false;
  return {
    add(amounts: readonly (string | undefined)[]): void {
      for (const amount of amounts) {
        const [, last] = LONG_AMOUNT.exec(amount ?? '') ?? [];
        if (last !== undefined) count++;
        if (last !== undefined && last !== '0') hasCents = true;
      }
    },
    /** @throws Failure where the cents of the whole file were lost. */
    check(file: string): void {
      if (hasCents || count < FEWEST_LONG) return;
      throw fileFailure(
        file,
        `has ${count} amounts of ten trillions and more, and all of them end in 0: a spreadsheet keeps 15 digits only and has rounded their cents away. ${DOWNLOAD_AGAIN}`,
      );
    },
  };
}

/** A column of amounts: its name in the file, and the number of its series in the target. */
export type AmountColumn = { name: string; series: number };

/**
 * Opens the series of the columns that a file has.
 * @param names the name of each amount's column, in the order of `AMOUNT_FIELDS`; `undefined` where the file lacks it.
 */
export function openAmounts(
  target: RowTarget,
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
 * Puts one day into the target. A zero, empty or `null` amount is missing: before 2005 FiscalData has the parts only at some
 * month-ends, and older downloads write `0.00` on the other days.
 */
export function addDay(
  file: string,
  target: RowTarget,
  columns: readonly (AmountColumn | undefined)[],
  row: { date: string; dateName: string; amounts: readonly (string | undefined)[]; line: number },
): void {
  const day = dayNumber(row.date);
  if (day === undefined) refuseDate(file, row.line, row.dateName, row.date, 'YYYY-MM-DD');
  for (const [at, column] of columns.entries()) {
    const amount = row.amounts[at];
    if (!column || amount === undefined || isMissing(amount)) continue;
    if (!isPlainNumber(amount)) refuseValue(file, row.line, column.name, amount);
    if (!CENTS.test(amount)) {
      throw rowFailure(
        file,
        row.line,
        column.name,
        `${quote(amount)} has not the two decimals of every amount of FiscalData: a spreadsheet drops zeros at the end, and all digits after the fifteenth. ${DOWNLOAD_AGAIN}`,
      );
    }
    target.observation(column.series, day, amount, row.line);
  }
}

function isMissing(amount: string): boolean {
  return amount === '' || amount === 'null' || /^0(\.0+)?$/.test(amount);
}
