import type { CellValue, WriteSheet } from 'hucre/xlsx';
import { dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import { decimalsOf, excelSerial, isExactInExcel } from '../series-math/excel-number.ts';
import type { ColumnKind } from './types.ts';

/** Texts of a table, '' where a cell has none. */
export type Table = { name: string; columns: readonly Column[]; rows: readonly (readonly string[])[] };
type Column = { name: string; kind: ColumnKind };

export type DataSheet = {
  sheet: WriteSheet;
  /** Columns that hold text, since Excel would change a digit of at least one of their numbers. */
  textColumns: string[];
};

/**
 * Cells of a workbook, which is put together in memory (some 0.8 GB for a million). A sheet has two columns or more, so
 * that this also keeps below Excel's 1,048,576 rows.
 */
const MOST_CELLS = 2_000_000;
const BOLD = { style: { font: { bold: true } } };

/** @throws Failure 'invalid_parameter' where a workbook would have more than `most`. */
export function checkCells(cells: number, most = MOST_CELLS): void {
  if (cells <= most) return;
  throw new Failure(
    'invalid_parameter',
    `This selection has more than ${groupDigits(String(most))} cells, too many for a workbook: narrow it by series, dates or states, or export CSV or Parquet.`,
    { parameter: 'format' },
  );
}

/** @returns a sheet with a header; what is in a cell is decided a column at a time, so that a sum never skips some of its rows. */
export function sheetOf({ name, columns, rows }: Table): DataSheet {
  const kinds = columns.map((column, index) => kindOf(column, index, rows));
  const cells: CellValue[][] = rows.map((row) => row.map((text, index) => cellOf(text, kinds[index])));
  return {
    textColumns: columns.filter((_, index) => kinds[index] === 'inexact').map((column) => column.name),
    sheet: {
      name,
      rows: [columns.map((column) => column.name), ...cells],
      columns: columns.map((column, index) => ({
        width: Math.max(12, column.name.length + 2),
        ...formatOf(index, kinds[index], rows),
      })),
      cells: new Map(columns.map((_, index) => [`0,${index}`, BOLD])),
      freezePane: { rows: 1 },
    },
  };
}

/** A number that Excel would change is text. */
type Kind = ColumnKind | 'inexact';

function kindOf({ kind }: Column, index: number, rows: Table['rows']): Kind {
  if (kind !== 'number') return kind;
  return rows.every((row) => isExactInExcel(row[index] ?? '')) ? 'number' : 'inexact';
}

function cellOf(text: string, kind: Kind | undefined): CellValue {
  if (text === '') return null;
  if (kind === 'number') return Number(text);
  if (kind === 'date') return excelSerial(dayNumber(text) ?? Number.NaN) ?? text;
  return text;
}

function formatOf(index: number, kind: Kind | undefined, rows: Table['rows']): { numFmt?: string } {
  if (kind === 'date') return { numFmt: 'yyyy-mm-dd' };
  if (kind !== 'number') return {};
  const decimals = rows.reduce((most, row) => Math.max(most, decimalsOf(row[index] ?? '')), 0);
  return { numFmt: decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}` };
}

/** @returns what a README says of columns that hold text; nothing where there are none. */
export function textNote({ sheet, textColumns }: DataSheet): CellValue[][] {
  if (textColumns.length === 0) return [];
  const why = 'Excel keeps 15 significant digits, and numbers of these columns have more';
  return [
    [
      'Exact text',
      `Sheet ${sheet.name}: ${textColumns.join(', ')} hold text. ${why}; VALUE() turns them into numbers.`,
    ],
  ];
}
