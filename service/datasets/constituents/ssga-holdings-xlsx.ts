import { monthNameDay } from '../../sources/cells.ts';
import { createLeftOut, createListMembers } from '../../sources/members.ts';
import { cellFailure, fileFailure, quote } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { readWorkbook, type SheetRow, workbookNumber, workbookText } from '../../sources/workbook.ts';
import { CENSUS_COUNTRY_XLSX } from '../us_exports/census-country-xlsx.ts';

const FUND = 'Fund Name:';
const TICKER = 'Ticker Symbol:';
const AS_OF = 'Holdings:';
const NAMES = ['Name', 'Ticker', 'SEDOL', 'Weight', 'Sector'] as const;
/** The number of a share at the London exchange. Cash, futures, rights and other funds have `-` or `Unassigned`. */
const SEDOL = /^[0-9A-Z]{0,6}\d$/;

/**
 * The daily holdings of a State Street fund such as SPY: name, ticker and date of the fund, a header, then a row for each holding
 * up to the first empty row; disclaimers follow. Only holdings with a SEDOL are shares, and constituents. The list is stored under the
 * fund's ticker, with weights in percent as published. A ticker or sector `-` means that there is none.
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
  open: openHoldings,
};

function openHoldings({ file, target }: ReadContext): FileReader {
  let code: string | undefined;
  let asOf: number | undefined;
  /** The letters of the columns. */
  let columns: Record<(typeof NAMES)[number], string> | undefined;
  let lastRow = 0;
  /** First row of the holdings. */
  let firstRow = 0;
  let hasEnded = false;
  const leftOut = createLeftOut();
  // Exchanges of several countries have the same tickers, and shares without one have '-'.
  const { rows, add } = createListMembers(({ ticker, name }) => `${ticker}/${name}`);
  const textOf = (row: SheetRow, letters: string) => (row.cells.get(letters)?.text ?? '').trim();

  function readTop(row: SheetRow, sheet: string): void {
    const [first, second] = [textOf(row, 'A'), textOf(row, 'B')];
    if (first === TICKER && second !== '' && second !== '-') {
      if (!/^[A-Z][A-Z0-9.]{0,9}$/.test(second))
        throw cellFailure(
          file,
          sheet,
          `B${row.number}`,
          `${quote(second)} is not the ticker of a fund; one like "SPY" is right.`,
        );
      code = second;
    }
    if (first === AS_OF) {
      const [, day, month, year] = /^As of (\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/.exec(second) ?? [];
      asOf = monthNameDay(`${month} ${day}, ${year}`);
      if (asOf === undefined)
        throw cellFailure(
          file,
          sheet,
          `B${row.number}`,
          `${quote(second)} is not a date; one like "As of 07-Feb-2025" is right.`,
        );
    }
    if (first === 'Name') columns = findColumns(row, sheet);
  }

  function findColumns(row: SheetRow, sheet: string): Record<(typeof NAMES)[number], string> {
    const letters = NAMES.map((name) => {
      const found = [...row.cells].filter(([, { text }]) => text.trim() === name).map(([at]) => at);
      if (found.length === 1 && found[0] !== undefined) return found[0];
      throw cellFailure(
        file,
        sheet,
        `A${row.number}`,
        `the header of the holdings has ${found.length} columns ${quote(name)}; one is right. Those of funds of shares have all of ${NAMES.join(', ')}.`,
      );
    });
    const [Name = '', Ticker = '', Sedol = '', Weight = '', Sector = ''] = letters;
    return { Name, Ticker, SEDOL: Sedol, Weight, Sector };
  }

  function readHolding(row: SheetRow, sheet: string, at: Record<(typeof NAMES)[number], string>): void {
    const [name, sector] = [textOf(row, at.Name), textOf(row, at.Sector)];
    const ticker = textOf(row, at.Ticker) || '-';
    const cell = row.cells.get(at.Weight);
    const weight = cell === undefined ? undefined : workbookNumber(cell.text.trim());
    if (weight === undefined)
      throw cellFailure(
        file,
        sheet,
        `${at.Weight}${row.number}`,
        `${quote(cell?.text ?? '')} is not a weight in percent; a number like 6.727683 is right.`,
      );
    if (name === '')
      throw cellFailure(file, sheet, `${at.Name}${row.number}`, 'the name of the holding is missing.');
    if (!SEDOL.test(textOf(row, at.SEDOL))) {
      leftOut.add(name, weight);
      return;
    }
    add({ ticker, name, sector: sector === '-' ? '' : sector, weight }, row.number, (earlier) =>
      cellFailure(
        file,
        sheet,
        `${at.Ticker}${row.number}`,
        `${quote(ticker)} (${name}) is already in row ${earlier}; each holding may be there once.`,
      ),
    );
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
        const missing = asOf === undefined ? AS_OF : 'Name';
        throw fileFailure(
          file,
          `has no row ${quote(missing)} in its sheet ${quote(sheet)}; a State Street holdings file begins with ${FUND}, ${TICKER} and ${AS_OF}.`,
        );
      }
      leftOut.note(target);
      if (rows.length > 0) target.constituents(code, asOf, rows, firstRow);
    },
  );
}
