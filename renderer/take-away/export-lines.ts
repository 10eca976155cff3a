import type { TableLine } from '../../service/contract/table-export.ts';
import { isExactInExcel } from '../../service/series-math/spreadsheet-cells.ts';
import type { Line } from '../../service/view/index.ts';
import { namedLines, tableLines } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';

/** @returns the visible lines in the form of an export, with the API's names (`namedLines`). */
export function exportLines(view: View, lines: readonly Line[], range: DateRange): TableLine[] {
  return tableLines(
    namedLines(
      view,
      lines.filter(({ hidden }) => !hidden),
      range,
    ),
  );
}

/** @returns the columns with a number that Excel, which keeps 15 digits, would change. */
export function inexactColumns(lines: readonly TableLine[]): string[] {
  return lines.flatMap(({ column, values }) => (values.every(isExactInExcel) ? [] : [column]));
}

/** @returns the number of rows below the header, and of columns. For a workbook they are counted over all sheets. */
export function tableSize(
  lines: readonly TableLine[],
  isWorkbook: boolean,
  layout: 'wide' | 'long',
): { rows: number; columns: number } {
  const days = (of: readonly TableLine[]) => new Set(of.flatMap(({ dates }) => dates)).size;
  if (isWorkbook) {
    const sheets = [...Map.groupBy(lines, ({ frequency }) => frequency).values()];
    const rows = sheets.reduce((sum, same) => sum + days(same), 0);
    return { rows, columns: lines.length + sheets.length };
  }
  if (layout === 'wide') return { rows: days(lines), columns: lines.length + 1 };
  const rows = lines.reduce((sum, { dates }) => sum + dates.length, 0);
  return { rows, columns: lines.some(({ state }) => state !== '') ? 4 : 3 };
}
