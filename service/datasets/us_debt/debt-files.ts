import { type Static, Type } from 'typebox';
import { dayNumber } from '../../calendar/dates.ts';
import { DOWNLOAD_AGAIN, isPlainNumber, refuseDate, refuseValue } from '../../sources/cells.ts';
import { checkWidth, columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { checkJson, readJson } from '../../sources/json-document.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { NO_FISCALDATA_ROWS } from '../../sources/unrecognised.ts';

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
/** A zero, empty or `null` amount: before 2005 most days lack the parts, and older files write `0.00`. */
const MISSING = /^(null|0(\.0+)?)?$/;

type DebtDay = { date: string; amounts: readonly (string | undefined)[]; line: number };

/**
 * Opens the series of the amounts that a file has.
 * @returns a function that passes one day to the target.
 * @param names the column of each amount, in the order of `AMOUNT_FIELDS`; `undefined` if the file lacks it.
 */
function openAmounts(
  { file, target }: ReadContext,
  dateName: string,
  names: readonly (string | undefined)[],
) {
  const columns = AMOUNT_FIELDS.flatMap(({ code }, at) => {
    const name = names[at];
    if (name === undefined) return [];
    return [{ at, name, series: target.series('us_debt', code, '', { date: dateName, value: name }) }];
  });
  return ({ date, amounts, line }: DebtDay): void => {
    const day = dayNumber(date) ?? refuseDate(file, line, dateName, date, 'YYYY-MM-DD');
    for (const { at, name, series } of columns) {
      const amount = amounts[at] ?? '';
      if (MISSING.test(amount)) continue;
      if (!isPlainNumber(amount)) refuseValue(file, line, name, amount);
      if (!CENTS.test(amount)) {
        const sentence = `${quote(amount)} lacks the two decimals of every amount of FiscalData: a spreadsheet drops zeros at the end, and all digits after the fifteenth. ${DOWNLOAD_AGAIN}`;
        throw rowFailure(file, line, name, sentence);
      }
      target.observation(series, day, amount, line);
    }
  };
}

/**
 * First row of a file without a header row: a date and three amounts, then nothing or the seven date parts.
 * The total is always there and was never below a trillion, so a file of share prices does not match.
 */
const HEADERLESS = /^\d{4}-\d{2}-\d{2}(,(\d+\.\d\d|null|)){2},\d{13,}\.\d\d(,\d+){0,7}$/;
/** Rows on the API's default page and on its largest page. The CSV does not say whether more pages follow. */
const PAGES = [100, 10_000];
/** A spreadsheet keeps 15 digits, so it loses the last cent of amounts with 14 digits before the point. */
const LONG_AMOUNT = /^\d{14,}\.\d(\d)$/;
/** If there are fewer long amounts, all may end in 0 by chance. */
const FEWEST_LONG = 10;

/**
 * FiscalData's 'Debt to the Penny' as CSV: the site's download or the API's `format=csv`, days in any order.
 * Columns come by label or field name, in any order and subset; without a header, in the publisher's.
 */
export const FISCALDATA_DEBT_CSV: FileFormat = {
  id: 'fiscaldata-debt-csv',
  title: 'Debt to the Penny (FiscalData CSV)',
  isPeriod: true,
  recognise({ firstLine }) {
    const names = headerCells(firstLine);
    const isHeader = (kind: 'field' | 'label') =>
      names.includes(DATE_FIELD[kind]) && AMOUNT_FIELDS.some((amount) => names.includes(amount[kind]));
    return isHeader('field') || isHeader('label') || HEADERLESS.test(names.join(','));
  },
  open: openDebtCsv,
};

type DebtColumns = {
  width: number;
  dateAt: number;
  at: readonly number[];
  names: readonly (string | undefined)[];
  addDay: (day: DebtDay) => void;
};

function openDebtCsv(context: ReadContext): FileReader {
  const { file, target } = context;
  let layout: DebtColumns | undefined;
  /** Number of amounts whose last cent a spreadsheet would round to 0, and whether any last cent is not 0. */
  let long = 0;
  let hasCents = false;
  let rows = 0;

  function readHeader(cells: string[], line: number): DebtColumns {
    const found = columnPositions(file, cells, line, (name) => name);
    const kind = found.has(DATE_FIELD.field) ? 'field' : 'label';
    const names = AMOUNT_FIELDS.map((amount) => (found.has(amount[kind]) ? amount[kind] : undefined));
    const at = names.map((name) => found.get(name ?? '') ?? -1);
    const dateAt = found.get(DATE_FIELD[kind]) ?? -1;
    const addDay = openAmounts(context, DATE_FIELD[kind], names);
    return { width: cells.length, dateAt, at, names, addDay };
  }

  function withoutHeader(cells: string[]): DebtColumns {
    target.note('The file has no header row; its columns were taken in the publisher’s order.');
    const names = AMOUNT_FIELDS.map(({ label }) => label);
    const addDay = openAmounts(context, DATE_FIELD.label, names);
    return { width: cells.length, dateAt: 0, at: [1, 2, 3], names, addDay };
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!layout) {
        const isHeader = !/^\d/.test(cells[0] ?? '');
        layout = isHeader ? readHeader(cells, line) : withoutHeader(cells);
        if (isHeader) return;
      }
      const { width, dateAt, at, names, addDay } = layout;
      checkWidth(file, cells, width, line, hasEnd);
      const last = cells.at(-1) ?? '';
      const name = names[at.indexOf(cells.length - 1)];
      // The site's own files have no final line break, but they never end within the cents.
      if (!hasEnd && name !== undefined && !CENTS.test(last) && last !== 'null') {
        const sentence = `${quote(last)} ends without cents: the file seems to be cut off.`;
        throw rowFailure(file, line, name, sentence);
      }
      const amounts = at.map((place) => cells[place]);
      addDay({ date: cells[dateAt] ?? '', amounts, line });
      for (const amount of amounts) {
        const [, lastCent] = LONG_AMOUNT.exec(amount ?? '') ?? [];
        if (lastCent !== undefined) long++;
        hasCents ||= lastCent !== undefined && lastCent !== '0';
      }
      rows++;
    },
    onEnd() {
      if (!hasCents && long >= FEWEST_LONG) {
        const sentence = `has ${long} amounts of ten trillions and more, and all of them end in 0: a spreadsheet keeps 15 digits only and has rounded their cents away. ${DOWNLOAD_AGAIN}`;
        throw fileFailure(file, sentence);
      }
      if (PAGES.includes(rows))
        target.note(
          `The file has just ${rows} days, as one page of FiscalData’s API has; where it is one of several, the days of the others are not in it.`,
        );
    },
  });
}

const LARGEST_PAGE = 10_000;

const Cell = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const DebtAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      record_date: Type.String(),
      debt_held_public_amt: Cell,
      intragov_hold_amt: Cell,
      tot_pub_debt_out_amt: Cell,
    }),
  ),
  meta: Type.Optional(
    Type.Object({
      count: Type.Optional(Type.Integer()),
      'total-count': Type.Optional(Type.Integer()),
      'total-pages': Type.Optional(Type.Integer()),
    }),
  ),
  links: Type.Optional(Type.Object({ self: Cell, next: Cell, prev: Cell })),
});
type DebtAnswer = Static<typeof DebtAnswer>;

/**
 * An answer of FiscalData's API for 'Debt to the Penny', with all or some fields. Every value is text, a
 * missing one `"null"`. One page of several is refused, and the only page must have `meta.total-count` rows.
 */
export const FISCALDATA_DEBT_JSON: FileFormat = {
  id: 'fiscaldata-debt-json',
  title: 'Debt to the Penny (FiscalData API JSON)',
  isPeriod: true,
  place: 'record',
  recognise: ({ text }) =>
    /^\s*\{/.test(text) &&
    text.includes(`"${DATE_FIELD.field}"`) &&
    AMOUNT_FIELDS.some(({ field }) => text.includes(`"${field}"`)),
  open: openDebtJson,
};

function openDebtJson(context: ReadContext): FileReader {
  const { file } = context;
  return readJson(file, (value) => {
    const page = checkJson(file, 'FiscalData’s API', DebtAnswer, value);
    const { data } = page;
    checkWhole(file, page);
    if (data.length === 0) throw fileFailure(file, NO_FISCALDATA_ROWS);
    const names = AMOUNT_FIELDS.map(({ field }) =>
      data.some((row) => row[field] !== undefined) ? field : undefined,
    );
    const addDay = openAmounts(context, DATE_FIELD.field, names);
    for (const [at, row] of data.entries()) {
      const amounts = AMOUNT_FIELDS.map(({ field }) => row[field] ?? 'null');
      addDay({ date: row.record_date, amounts, line: at + 1 });
    }
  });
}

/** @throws Failure for one page of several or a cut page: the days of the rest would look missing. */
function checkWhole(file: string, { data, meta, links }: DebtAnswer): void {
  const { 'total-pages': pages = 1, 'total-count': total, count = data.length } = meta ?? {};
  if (pages > 1 || typeof links?.next === 'string' || typeof links?.prev === 'string') {
    const [, number] = /page(?:%5B|\[)number(?:%5D|\])=(\d+)/i.exec(links?.self ?? '') ?? [];
    const which = number === undefined ? 'one page' : `page ${number}`;
    const rows = total === undefined ? '' : `, with ${data.length} of ${total} rows`;
    const sentence = `is ${which} of ${pages > 1 ? pages : 'several'}${rows}. Ask for the whole with page[size]=${LARGEST_PAGE} (as many rows as a page can have), or download the CSV of all dates.`;
    throw fileFailure(file, sentence);
  }
  const expected = Math.max(count, total ?? count);
  if (data.length === expected) return;
  const rows = `${data.length} ${data.length === 1 ? 'row' : 'rows'}`;
  throw fileFailure(
    file,
    `holds ${rows} but its own "meta" counts ${expected}: the file was cut or changed.`,
  );
}
