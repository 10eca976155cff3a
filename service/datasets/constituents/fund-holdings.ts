import { LIST_CODE } from '../../contract/names.ts';
import { monthNameDay, plainNumber, refuseDate, refuseValue } from '../../sources/cells.ts';
import { checkWidth, columnPositions, readCsv } from '../../sources/csv-records.ts';
import { createListMembers, noteLeftOut } from '../../sources/members.ts';
import { cellFailure, fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileConstituent, FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { readWorkbook, type SheetRow, workbookNumber, workbookText } from '../../sources/workbook.ts';
import { CENSUS_COUNTRY_XLSX } from '../us_exports/source.ts';

/** A ticker alone is not unique: two countries' exchanges can share one, and shares without one have '-'. */
const tickerAndName = ({ ticker, name }: FileConstituent): string => `${ticker}/${name}`;

const AS_OF = 'Fund Holdings as of';
const NAMES = ['Ticker', 'Name', 'Sector', 'Asset Class', 'Weight (%)'];
/** First cells of the lines above the holdings. A file without the fund's name begins with one of them. */
const LABELS = [AS_OF, 'Inception Date', 'Shares Outstanding', 'Stock', 'Bond', 'Cash', 'Other', 'Ticker'];

/**
 * The holdings file of an iShares fund: name, date and totals, then the holdings, an empty line and legal
 * text. Only rows with the `Asset Class` `Equity` are constituents; cash, collateral and futures are not.
 */
export const ISHARES_HOLDINGS_CSV: FileFormat = {
  id: 'ishares-holdings-csv',
  title: 'iShares fund holdings (CSV)',
  recognise: ({ text }) =>
    text.split('\n', 20).some((line) => line.startsWith(`${AS_OF},`)) &&
    /^"?(Issuer )?Ticker"?,"?Name"?,/m.test(text),
  open: openIshares,
};

function openIshares({ file, target }: ReadContext): FileReader {
  let fund: string | undefined;
  let asOf: number | undefined;
  let asOfLine = 0;
  let columns: { at: number[]; width: number } | undefined;
  let hasEnded = false;
  const leftOut: { name: string; weight: string }[] = [];
  const { rows, add } = createListMembers(tickerAndName);

  function preamble(cells: readonly string[], line: number): void {
    const [first = '', second = '', ...others] = cells.map((cell) => cell.trim());
    // The fund's name stands alone on the first line that is not empty.
    if (first !== '') fund ??= second + others.join('') === '' && !LABELS.includes(first) ? first : '';
    if (first === AS_OF) {
      if (second === '-') {
        const sentence =
          'iShares had no holdings of the day that was asked for; download those of a business day.';
        throw rowFailure(file, line, AS_OF, sentence);
      }
      asOf = monthNameDay(second) ?? refuseDate(file, line, AS_OF, second, 'like "Dec 06, 2024"');
      asOfLine = line;
    }
    if (nameNow(first) !== 'Ticker') return;
    const found = columnPositions(file, cells, line, nameNow);
    const missing = NAMES.find((name) => !found.has(name));
    if (missing !== undefined)
      throw rowFailure(file, line, missing, 'the header of the holdings has no such column.');
    columns = { at: NAMES.map((name) => found.get(name) ?? -1), width: cells.length };
  }

  function holding(cells: readonly string[], at: readonly number[], line: number): void {
    const [ticker = '', name = '', sector = '', assetClass = '', weight = ''] = at.map((index) =>
      (cells[index] ?? '').trim(),
    );
    const plain = plainNumber(weight);
    if (assetClass !== 'Equity') {
      leftOut.push({ name, weight: plain ?? '' });
      return;
    }
    if (plain === undefined) refuseValue(file, line, 'Weight (%)', weight);
    add({ ticker, name, sector: sector === '-' ? '' : sector, weight: plain }, line, (earlier) => {
      const sentence = `${quote(ticker)} (${name}) is already on line ${earlier}; each holding may be there once.`;
      return rowFailure(file, line, 'Ticker', sentence);
    });
  }

  return readCsv({
    file,
    keepBlankLines: true,
    onRecord(cells, line, hasEnd) {
      if (!columns) return preamble(cells, line);
      // An empty line or a single no-break space ends the holdings; a spreadsheet adds commas to it.
      hasEnded = cells.every((cell) => cell.trim() === '');
      if (hasEnded) return false;
      checkWidth(file, cells, columns.width, line, hasEnd);
      return holding(cells, columns.at, line);
    },
    onEnd() {
      if (!hasEnded) {
        const sentence =
          'ends within the holdings, without the text that follows them: the file seems to be cut off.';
        throw fileFailure(file, sentence);
      }
      if (asOf === undefined) throw fileFailure(file, `has no line "${AS_OF}" before its holdings.`);
      noteLeftOut(target, leftOut);
      if (rows.length > 0) target.constituents(fundCode(fund ?? ''), asOf, rows, asOfLine);
    },
  });
}

/** @returns the column's name in US files; files of other countries write `Issuer Ticker` for `Ticker`. */
function nameNow(name: string): string {
  return name === 'Issuer Ticker' ? 'Ticker' : name;
}

/** Tickers of iShares funds by name. Other funds get a code made from their name (`fundCode`). */
const FUND_CODES = new Map([
  ['iShares Core S&P 500 ETF', 'IVV'],
  ['iShares Core S&P Mid-Cap ETF', 'IJH'],
  ['iShares Core S&P Small-Cap ETF', 'IJR'],
  ['iShares Russell 1000 ETF', 'IWB'],
  ['iShares Russell 2000 ETF', 'IWM'],
  ['iShares Russell 3000 ETF', 'IWV'],
]);
const BETWEEN_WORDS = /[\s_&.,:;'’"/()|–—-]+/g;

/**
 * @returns the list code for a fund's name: `iShares Core S&P 500 ETF` → `IVV`, `iShares Foo & Bar ETF` →
 * `ISHARES_FOO_BAR_ETF`; `undefined` if the name does not fit a code: two shortened names could be equal.
 */
export function fundCode(name: string): string | undefined {
  const known = FUND_CODES.get(name);
  if (known !== undefined) return known;
  const code = name
    .replace(/[®©™℠]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(BETWEEN_WORDS, '_')
    .replace(/^_|_$/g, '');
  return LIST_CODE.test(code) ? code : undefined;
}

const FUND = 'Fund Name:';
const TICKER = 'Ticker Symbol:';
const HOLDINGS = 'Holdings:';
const COLUMNS = ['Name', 'Ticker', 'SEDOL', 'Weight', 'Sector'] as const;
type HoldingColumn = (typeof COLUMNS)[number];
/** The London exchange's number of a share. Cash, futures, rights and funds have `-` or `Unassigned`. */
const SEDOL = /^[0-9A-Z]{0,6}\d$/;

/**
 * The daily holdings of a State Street fund such as SPY: name, ticker and date, a header, a row for each
 * holding up to the first empty row, then disclaimers. Only holdings with a SEDOL are shares and
 * constituents. The list is stored under the fund's ticker, with weights in percent. A ticker or sector `-`
 * means none.
 */
export const SSGA_HOLDINGS_XLSX: FileFormat = {
  id: 'ssga-holdings-xlsx',
  title: 'State Street fund holdings (XLSX)',
  isMarkedUp: true,
  place: 'row',
  recognise(head) {
    const text = workbookText(head.bytes);
    const isHoldings = text.includes(TICKER) || /<sheet\b[^<>]*\bname="holdings"/.test(text);
    return isHoldings && !CENSUS_COUNTRY_XLSX.recognise(head);
  },
  open: openStateStreet,
};

function openStateStreet({ file, target }: ReadContext): FileReader {
  let code: string | undefined;
  let asOf: number | undefined;
  let columns: ReadonlyMap<HoldingColumn, string> | undefined;
  let lastRow = 0;
  let firstRow = 0;
  let hasEnded = false;
  const leftOut: { name: string; weight: string }[] = [];
  const { rows, add } = createListMembers(tickerAndName);
  const textOf = (row: SheetRow, letters: string) => (row.cells.get(letters)?.text ?? '').trim();

  function readTop(row: SheetRow, sheet: string): void {
    const [first, second] = [textOf(row, 'A'), textOf(row, 'B')];
    const fail = (sentence: string) =>
      cellFailure(file, sheet, `B${row.number}`, `${quote(second)} ${sentence}`);
    if (first === TICKER && second !== '' && second !== '-') {
      if (!/^[A-Z][A-Z0-9.]{0,9}$/.test(second))
        throw fail('is not the ticker of a fund; one like "SPY" is right.');
      code = second;
    }
    if (first === HOLDINGS) {
      const [, date = ''] = /^As of (\d{1,2}-[A-Z][a-z]{2}-\d{4})$/.exec(second) ?? [];
      asOf = monthNameDay(date);
      if (asOf === undefined) throw fail('is not a date; one like "As of 07-Feb-2025" is right.');
    }
    if (first === 'Name') columns = findColumns(row, sheet);
  }

  function findColumns(row: SheetRow, sheet: string): ReadonlyMap<HoldingColumn, string> {
    const letters = COLUMNS.map((name) => {
      const found = [...row.cells].filter(([, { text }]) => text.trim() === name).map(([at]) => at);
      if (found.length === 1 && found[0] !== undefined) return [name, found[0]] as const;
      const sentence = `the header of the holdings has ${found.length} columns ${quote(name)}; one is right. Those of funds of shares have all of ${COLUMNS.join(', ')}.`;
      throw cellFailure(file, sheet, `A${row.number}`, sentence);
    });
    return new Map(letters);
  }

  function readHolding(row: SheetRow, sheet: string, letters: ReadonlyMap<HoldingColumn, string>): void {
    const text = (column: HoldingColumn) => textOf(row, letters.get(column) ?? '');
    const fail = (column: HoldingColumn, sentence: string) =>
      cellFailure(file, sheet, `${letters.get(column)}${row.number}`, sentence);
    const [name, sector, ticker] = [text('Name'), text('Sector'), text('Ticker') || '-'];
    const weight = workbookNumber(text('Weight'));
    if (weight === undefined) {
      const written = row.cells.get(letters.get('Weight') ?? '')?.text ?? '';
      const sentence = `${quote(written)} is not a weight in percent; a number like 6.727683 is right.`;
      throw fail('Weight', sentence);
    }
    if (name === '') throw fail('Name', 'the name of the holding is missing.');
    if (!SEDOL.test(text('SEDOL'))) {
      leftOut.push({ name, weight });
      return;
    }
    add({ ticker, name, sector: sector === '-' ? '' : sector, weight }, row.number, (earlier) => {
      const sentence = `${quote(ticker)} (${name}) is already in row ${earlier}; each holding may be there once.`;
      return fail('Ticker', sentence);
    });
    firstRow ||= row.number;
  }

  return readWorkbook(
    file,
    (row, sheet) => {
      const isGap =
        row.number > lastRow + 1 || [...row.cells.values()].every(({ text }) => text.trim() === '');
      lastRow = row.number;
      if (columns && isGap) hasEnded = true;
      if (hasEnded) return;
      if (columns) readHolding(row, sheet, columns);
      else readTop(row, sheet);
    },
    (sheet) => {
      if (asOf === undefined || !columns) {
        const row = `no row ${quote(asOf === undefined ? HOLDINGS : 'Name')} in its sheet ${quote(sheet)}`;
        const sentence = `has ${row}; a State Street holdings file begins with ${FUND}, ${TICKER} and ${HOLDINGS}.`;
        throw fileFailure(file, sentence);
      }
      noteLeftOut(target, leftOut);
      if (rows.length > 0) target.constituents(code, asOf, rows, firstRow);
    },
  );
}
