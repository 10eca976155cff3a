import { dayNumber } from '../calendar/dates.ts';
import { EXCEL_EPOCH } from '../series-math/spreadsheet-cells.ts';
import { FRED_CSV, type FredColumn, observeFred, openFredColumns } from './fred-csv.ts';
import { cellFailure, quote } from './row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from './types.ts';
import { readWorkbook, type SheetRow, workbookNumber, workbookText } from './workbook.ts';

const DATE = 'observation_date';
const MISSING = new Set(['', '.', '#N/A']);

/**
 * FRED's graph as an Excel workbook: a sheet of notes, then one for each frequency, with the date and a column for each series id as in
 * the CSV. Workbooks of before 2025 have notes and rows in one sheet. Days are numbers.
 */
export const FRED_WORKBOOK: FileFormat = {
  ...FRED_CSV,
  id: 'fred-xlsx',
  title: 'FRED graph workbook (XLSX)',
  isMarkedUp: true,
  place: 'row',
  recognise: ({ bytes }) => />(observation_date|A?L?FRED Graph Observations)</.test(workbookText(bytes)),
  open: openFredWorkbook,
};

function openFredWorkbook({ file, target }: ReadContext): FileReader {
  const ids = new Set<string>();
  let columns: Map<string, FredColumn> | undefined;

  function readHeader({ number, cells }: SheetRow, sheet: string): void {
    const letters = [...cells]
      .filter(([at]) => at !== 'A')
      .map(([at, { text }]) => [text.trim(), at] as const);
    const fail = (id: string, sentence: string) =>
      cellFailure(file, sheet, `${letters.find(([name]) => name === id)?.[1]}${number}`, sentence);
    const names = letters.map(([id]) => id);
    for (const id of names) if (ids.has(id)) throw fail(id, `${quote(id)} is in another sheet, too.`);
    const opened = openFredColumns(target, DATE, names, fail);
    columns = new Map(opened.map((column, at) => [letters[at]?.[1] ?? '', column]));
    for (const id of names) ids.add(id);
  }

  function readRow({ number, cells }: SheetRow, sheet: string, open: ReadonlyMap<string, FredColumn>): void {
    const text = cells.get('A')?.text.trim() ?? '';
    if (text === '') return;
    const day = /^\d{5}(\.0+)?$/.test(text)
      ? Number(text) - EXCEL_EPOCH
      : dayNumber(text.replace(/T00:00:00(\.0+)?$/, ''));
    if (day === undefined)
      throw cellFailure(
        file,
        sheet,
        `A${number}`,
        `${quote(text)} is not a day, as a number or as YYYY-MM-DD.`,
      );
    for (const [at, column] of open) {
      const cell = cells.get(at)?.text.trim() ?? '';
      if (MISSING.has(cell)) continue;
      const value = workbookNumber(cell);
      if (value === undefined)
        throw cellFailure(file, sheet, `${at}${number}`, `${quote(cell)} is not a number.`);
      observeFred(target, column, day, value, number);
    }
  }

  return readWorkbook(
    file,
    (row, sheet) => {
      if (columns) readRow(row, sheet, columns);
      else if (row.cells.get('A')?.text.trim() === DATE) readHeader(row, sheet);
    },
    () => {
      columns = undefined;
    },
    'all',
  );
}
