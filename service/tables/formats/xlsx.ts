import type { CellValue, WriteSheet } from 'hucre/xlsx';
import { dayNumber } from '../../calendar/dates.ts';
import { Failure } from '../../contract/failure.ts';
import { groupDigits } from '../../series-math/decimal-text.ts';
import { decimalsOf, excelSerial, isExactInExcel } from '../../series-math/spreadsheet-cells.ts';
import type { ColumnKind, Exported, ExportTable, Readme, WriteFormat } from '../types.ts';

export type DataSheet = {
  sheet: WriteSheet;
  /** Columns of numbers written as text, because Excel would change a digit of at least one. */
  textColumns: string[];
};

/** About 0.8 GB of memory per million cells. With two columns it stays below Excel's 1,048,576 rows. */
const MOST_CELLS = 2_000_000;
const BOLD = { style: { font: { bold: true } } };

/** A README sheet, then a wide sheet per frequency. @throws Failure 'invalid_parameter' for too many cells */
export const write: WriteFormat = async function* (exported) {
  const { writeXlsx } = await import('hucre/xlsx');
  const sheets = sheetsOf(exported);
  const { title, creator, created } = exported;
  yield await writeXlsx({
    sheets: [readmeSheet(exported.readme(sheets.flatMap(textNote))), ...sheets.map(({ sheet }) => sheet)],
    properties: { title, creator, created, modified: created },
  });
};

export function sheetsOf(exported: Exported, most = MOST_CELLS): DataSheet[] {
  const tables = exported.sheets((cells) => {
    if (cells <= most) return;
    throw new Failure(
      'invalid_parameter',
      `This selection has more than ${groupDigits(String(most))} cells, too many for a workbook: narrow it by series, dates or states, or export CSV or Parquet.`,
      { parameter: 'format' },
    );
  });
  return tables.map(sheetOf);
}

/** A column's cells are all numbers or all text, so that a sum in Excel never skips rows. */
function sheetOf({ name, columns, pieces }: ExportTable): DataSheet {
  const all = [...pieces()];
  const columnsOfCells = columns.map((column, at) => {
    const texts = all.flatMap((piece) => piece.texts(at));
    const kind: CellKind = column.kind === 'number' && !texts.every(isExactInExcel) ? 'inexact' : column.kind;
    return { name: column.name, kind, texts };
  });
  const rows = Array.from({ length: columnsOfCells[0]?.texts.length ?? 0 }, (_, row) =>
    columnsOfCells.map(({ texts, kind }) => cellOf(texts[row] ?? '', kind)),
  );
  return {
    textColumns: columnsOfCells.filter(({ kind }) => kind === 'inexact').map((column) => column.name),
    sheet: {
      name,
      rows: [columns.map((column) => column.name), ...rows],
      columns: columnsOfCells.map((column) => ({
        width: Math.max(12, column.name.length + 2),
        ...formatOf(column),
      })),
      cells: new Map(columns.map((_, index) => [`0,${index}`, BOLD])),
      freezePane: { rows: 1 },
    },
  };
}

/** 'inexact': numbers that Excel would change, written as text. */
type CellKind = ColumnKind | 'inexact';

function cellOf(text: string, kind: CellKind): CellValue {
  if (text === '') return null;
  if (kind === 'number') return Number(text);
  if (kind === 'date') return excelSerial(dayNumber(text) ?? Number.NaN) ?? text;
  return text;
}

function formatOf({ kind, texts }: { kind: CellKind; texts: readonly string[] }): { numFmt?: string } {
  if (kind === 'date') return { numFmt: 'yyyy-mm-dd' };
  if (kind !== 'number') return {};
  const decimals = texts.reduce((most, text) => Math.max(most, decimalsOf(text)), 0);
  return { numFmt: decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}` };
}

function textNote({ sheet, textColumns }: DataSheet): string[][] {
  if (textColumns.length === 0) return [];
  const why = 'Excel keeps 15 significant digits, and numbers of these columns have more';
  return [
    [
      'Exact text',
      `Sheet ${sheet.name}: ${textColumns.join(', ')} hold text. ${why}; VALUE() turns them into numbers.`,
    ],
  ];
}

function readmeSheet({ title, facts, header, rows, widths }: Readme): WriteSheet {
  const headerRow = facts.length + 2;
  return {
    name: 'README',
    rows: [[title], ...facts.map((fact) => [...fact]), [], [...header], ...rows.map((row) => [...row])],
    columns: widths.map((width) => ({ width })),
    cells: new Map([
      ['0,0', BOLD],
      ...header.map((_, index): [string, typeof BOLD] => [`${headerRow},${index}`, BOLD]),
    ]),
  };
}
