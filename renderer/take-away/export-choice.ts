import type { CsvDialect, TableExport } from '../../service/contract/table-export.ts';
import { PLAIN_CSV } from '../../service/contract/table-export.ts';

/** 'csv-excel' is CSV as Excel of this person's language opens it by a double click. */
export const EXPORT_FORMATS = ['csv', 'csv-excel', 'xlsx', 'parquet', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a person chose of the dialog, and finds there again. */
export type ExportChoice = {
  format: ExportFormat;
  layout: TableExport['layout'];
  separator: CsvDialect['separator'];
  decimal: CsvDialect['decimal'];
  /** Texts that a spreadsheet would take for formulas get a space before them: of CSV, which programs read, and of CSV for Excel. */
  guarded: boolean;
  guardedForExcel: boolean;
  zipped: boolean;
};

/** @param language as the browser names it, 'de-DE': where decimals have a comma, Excel expects semicolons between the cells. */
export function usualChoice(language: string): ExportChoice {
  const isComma = new Intl.NumberFormat(language).formatToParts(1.5).some(({ value }) => value === ',');
  return {
    format: 'csv',
    layout: 'wide',
    separator: isComma ? ';' : ',',
    decimal: isComma ? ',' : '.',
    guarded: false,
    guardedForExcel: true,
    zipped: false,
  };
}

/** @returns a choice that was kept as text; what of it is none is as `usual`. */
export function readChoice(text: string | undefined, usual: ExportChoice): ExportChoice {
  const kept = parsed(text);
  const one = <Value>(name: keyof ExportChoice, values: readonly Value[], other: Value): Value =>
    values.find((value) => value === kept[name]) ?? other;
  return {
    format: one('format', EXPORT_FORMATS, usual.format),
    layout: one('layout', ['wide', 'long'], usual.layout),
    separator: one('separator', [',', ';', '\t'], usual.separator),
    decimal: one('decimal', ['.', ','], usual.decimal),
    guarded: one('guarded', [true, false], usual.guarded),
    guardedForExcel: one('guardedForExcel', [true, false], usual.guardedForExcel),
    zipped: one('zipped', [true, false], usual.zipped),
  };
}

function parsed(text: string | undefined): Partial<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** @returns what of the choice goes into the request. */
export function askedOf({
  format,
  layout,
  separator,
  decimal,
  guarded,
  guardedForExcel,
  zipped,
}: ExportChoice): Pick<TableExport, 'format' | 'layout' | 'csv' | 'zipped'> {
  const forExcel = format === 'csv-excel';
  const isCsv = format === 'csv' || forExcel;
  return {
    format: forExcel ? 'csv' : format,
    layout: format === 'xlsx' ? 'wide' : layout,
    csv: forExcel
      ? { separator, decimal, for_excel: true, guarded: guardedForExcel }
      : { ...PLAIN_CSV, guarded },
    zipped: isCsv && zipped,
  };
}
