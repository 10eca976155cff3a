import { dateText } from '../../service/calendar/dates.ts';
import type { TableLine } from '../../service/contract/table-export.ts';
import { isExactInExcel } from '../../service/series-math/excel-number.ts';
import { cadenceText } from '../../service/series-math/frequency.ts';
import type { DateRange } from '../api/index.ts';
import { type Line, recipeOf } from '../lines/index.ts';
import type { View } from '../view/index.ts';

/**
 * The visible lines as an export takes them: columns are named as FRED names its downloads, by the series' id and the units,
 * `jolts.quits_level_sa_PC1`, `us_debt.total_public_debt_outstanding_NBD20200201`; a moving average adds `_MA4`, and formulas, whose
 * text no column may have, are `formula`, `formula_2`.
 */
export function exportLines(view: View, lines: readonly Line[], range: DateRange): TableLine[] {
  const shown = lines.filter(({ hidden }) => !hidden);
  const formulas = shown.filter(({ formula }) => formula !== undefined);
  return shown.map((line) => {
    const { choice, cadence, column } = line;
    const suffix = suffixOf(view, line, range);
    const place = formulas.indexOf(line);
    const name = place > 0 ? `formula_${place + 1}` : 'formula';
    return {
      column: (choice ? line.id : name) + suffix,
      series: (choice ? `${choice.dataset}.${choice.code}` : name) + suffix,
      state: choice?.area ?? '',
      frequency: cadenceText(cadence),
      dates: Array.from(column.days, dateText),
      values: [...column.values],
    };
  });
}

function suffixOf(view: View, { choice, style, units, ...line }: Line, range: DateRange): string {
  const average = line.average === undefined ? '' : `_MA${line.average}`;
  if (units === 'lin') return average;
  if (units !== 'nbd') return `_${units.toUpperCase()}${average}`;
  const asked = choice ? recipeOf(view, choice, style, range).recipe.indexDay : undefined;
  const day = asked ?? line.baseDay;
  return `_NBD${day === undefined ? '' : dateText(day).replaceAll('-', '')}${average}`;
}

/** @returns the columns of which Excel, which keeps 15 digits, would change a number. */
export function inexactColumns(lines: readonly TableLine[]): string[] {
  return lines.flatMap(({ column, values }) => (values.every(isExactInExcel) ? [] : [column]));
}

/** @returns how many rows a file has below its header, and how many columns; of a workbook the rows of all sheets. */
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
