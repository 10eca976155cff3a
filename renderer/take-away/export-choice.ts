import type { CsvDialect, ViewExport } from '../../service/contract/table-export.ts';
import { PLAIN_CSV } from '../../service/contract/table-export.ts';
import { CSV_FORMAT, FORMAT_CHOICES, type FormatChoice } from '../../service/contract/table-formats.ts';

/** What the user chose in the dialog. It is remembered. */
export type ExportChoice = {
  format: FormatChoice;
  layout: ViewExport['layout'];
  separator: CsvDialect['separator'];
  decimal: CsvDialect['decimal'];
  /** Whether texts that a spreadsheet would read as formulas get a space before them: in plain CSV, and in CSV for Excel. */
  guarded: boolean;
  guardedForExcel: boolean;
  zipped: boolean;
};

/** @param language of the browser, 'de-DE'. If its decimals have a comma, Excel expects semicolons between cells. */
export function usualChoice(language: string): ExportChoice {
  const isComma = new Intl.NumberFormat(language).formatToParts(1.5).some(({ value }) => value === ',');
  return {
    format: CSV_FORMAT,
    layout: 'wide',
    separator: isComma ? ';' : ',',
    decimal: isComma ? ',' : '.',
    guarded: false,
    guardedForExcel: true,
    zipped: false,
  };
}

/** @returns a remembered choice. Members that are missing or wrong are those of `usual`. */
export function readChoice(kept: Readonly<Record<string, unknown>>, usual: ExportChoice): ExportChoice {
  const one = <Value>(name: keyof ExportChoice, values: readonly Value[], other: Value): Value =>
    values.find((value) => value === kept[name]) ?? other;
  return {
    format: one(
      'format',
      FORMAT_CHOICES.map(({ choice }) => choice),
      usual.format,
    ),
    layout: one('layout', ['wide', 'long'], usual.layout),
    separator: one('separator', [',', ';', '\t'], usual.separator),
    decimal: one('decimal', ['.', ','], usual.decimal),
    guarded: one('guarded', [true, false], usual.guarded),
    guardedForExcel: one('guardedForExcel', [true, false], usual.guardedForExcel),
    zipped: one('zipped', [true, false], usual.zipped),
  };
}

/** @returns the facts about the chosen format. */
export function chosenFormat({ format }: Pick<ExportChoice, 'format'>): (typeof FORMAT_CHOICES)[number] {
  return FORMAT_CHOICES.find(({ choice }) => choice === format) as (typeof FORMAT_CHOICES)[number];
}

/** @returns the part of the choice that goes into the request. */
export function askedOf({
  format: choice,
  layout,
  separator,
  decimal,
  guarded,
  guardedForExcel,
  zipped,
}: ExportChoice): Pick<ViewExport, 'format' | 'layout' | 'csv' | 'zipped'> {
  const { format, isForExcel, isWorkbook, holdsProvenance } = chosenFormat({ format: choice });
  return {
    format,
    layout: isWorkbook ? 'wide' : layout,
    csv: isForExcel
      ? { separator, decimal, for_excel: true, guarded: guardedForExcel }
      : { ...PLAIN_CSV, guarded },
    zipped: !holdsProvenance && zipped,
  };
}
