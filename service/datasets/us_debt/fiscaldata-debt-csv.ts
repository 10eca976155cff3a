import { checkWidth, columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import {
  AMOUNT_FIELDS,
  type AmountColumn,
  addDay,
  createLostCents,
  DATE_FIELD,
  openAmounts,
} from './debt-fields.ts';

/**
 * First row of a file without a header row: a date and three amounts, then nothing or the seven date parts. The total is always there
 * and has never been below a trillion, which tells the file from one of share prices.
 */
const HEADERLESS = /^\d{4}-\d{2}-\d{2}(,(\d+\.\d\d|null|)){2},\d{13,}\.\d\d(,\d+){0,7}$/;
const CENTS = /\.\d\d$/;
/** Rows of the API's usual page and of its largest. The CSV does not say whether more pages follow. */
const PAGES = [100, 10_000];

/**
 * FiscalData's 'Debt to the Penny' as CSV: the download of the site or `format=csv` of the API, columns by label or by field
 * name, in any order and subset; or without a header row, in the publisher's order. Any order of days.
 */
export const FISCALDATA_DEBT_CSV: FileFormat = {
  id: 'fiscaldata-debt-csv',
  title: 'Debt to the Penny (FiscalData CSV)',
  isPeriod: true,
  recognise({ firstLine }) {
    const names = headerCells(firstLine);
    const isHeader = (kind: 'field' | 'label') =>
      names.includes(DATE_FIELD[kind]) && AMOUNT_FIELDS.some((amount) => names.includes(amount[kind]));
    return isHeader('field') || isHeader('label') || HEADERLESS.test(headerCells(firstLine).join(','));
  },
  open: openDebtCsv,
};

type DebtColumns = {
  width: number;
  dateAt: number;
  dateName: string;
  at: number[];
  columns: (AmountColumn | undefined)[];
};

function openDebtCsv({ file, target }: ReadContext): FileReader {
  let layout: DebtColumns | undefined;
  const cents = createLostCents();
  let rows = 0;

  function readHeader(cells: string[], line: number): DebtColumns {
    const found = columnPositions(file, cells, line, (name) => name);
    const kind = found.has(DATE_FIELD.field) ? 'field' : 'label';
    const names = AMOUNT_FIELDS.map((amount) => (found.has(amount[kind]) ? amount[kind] : undefined));
    return {
      width: cells.length,
      dateAt: found.get(DATE_FIELD[kind]) ?? -1,
      dateName: DATE_FIELD[kind],
      at: names.map((name) => (name === undefined ? -1 : (found.get(name) ?? -1))),
      columns: openAmounts(target, DATE_FIELD[kind], names),
    };
  }

  function withoutHeader(cells: string[]): DebtColumns {
    target.note('The file has no header row; its columns were taken in the publisher’s order.');
    const names = AMOUNT_FIELDS.map(({ label }) => label);
    const columns = openAmounts(target, DATE_FIELD.label, names);
    return { width: cells.length, dateAt: 0, dateName: DATE_FIELD.label, at: [1, 2, 3], columns };
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!layout) {
        const isHeader = !/^\d/.test(cells[0] ?? '');
        layout = isHeader ? readHeader(cells, line) : withoutHeader(cells);
        if (isHeader) return undefined;
      }
      checkWidth(file, cells, layout.width, line, hasEnd);
      const amounts = layout.at.map((at) => cells[at]);
      const last = layout.at.indexOf(cells.length - 1);
      const name = layout.columns[last]?.name;
      // The site's own files end without a line end, but never within the cents.
      if (!hasEnd && name !== undefined && !CENTS.test(cells.at(-1) ?? '') && cells.at(-1) !== 'null') {
        throw rowFailure(
          file,
          line,
          name,
          `${quote(cells.at(-1) ?? '')} ends without cents: the file seems to be cut off.`,
        );
      }
      addDay(file, target, layout.columns, {
        date: cells[layout.dateAt] ?? '',
        dateName: layout.dateName,
        amounts,
        line,
      });
      cents.add(amounts);
      rows++;
      return undefined;
    },
    onEnd() {
      cents.check(file);
      if (PAGES.includes(rows)) {
        target.note(
          `The file has just ${rows} days, as one page of FiscalData’s API has; where it is one of several, the days of the others are not in it.`,
        );
      }
    },
  });
}
