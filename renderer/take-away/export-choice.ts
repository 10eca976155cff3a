import {
  type CsvDialect,
  PLAIN_CSV,
  type TableLine,
  type ViewExport,
} from '../../service/contract/table-export.ts';
import { CSV_FORMAT, FORMAT_CHOICES, type FormatChoice } from '../../service/contract/table-formats.ts';
import { findDataset } from '../../service/datasets/index.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { isExactInExcel } from '../../service/series-math/spreadsheet-cells.ts';
import { type Line, namedLines, requestQuery, requestSearch, tableLines } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { usePreference } from '../api/index.ts';

/** The user's choices in the dialog, which are stored. */
export type ExportChoice = {
  format: FormatChoice;
  layout: ViewExport['layout'];
  separator: CsvDialect['separator'];
  decimal: CsvDialect['decimal'];
  /** Whether texts that look like formulas to a spreadsheet get a leading space: plain CSV, CSV for Excel. */
  guarded: boolean;
  guardedForExcel: boolean;
  zipped: boolean;
};

/** @param language the browser's, 'de-DE'. With decimal commas, Excel expects semicolons between cells. */
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

/** @returns a stored choice, with the values of `usual` for missing or wrong members. */
export function readChoice(kept: Readonly<Record<string, unknown>>, usual: ExportChoice): ExportChoice {
  const known = Object.entries(kept).filter(([name, value]) =>
    CHOICES[name as keyof ExportChoice]?.some((one) => one === value),
  );
  return { ...usual, ...Object.fromEntries(known) };
}

const CHOICES: { [Name in keyof ExportChoice]: readonly ExportChoice[Name][] } = {
  format: FORMAT_CHOICES.map(({ choice }) => choice),
  layout: ['wide', 'long'],
  separator: [',', ';', '\t'],
  decimal: ['.', ','],
  guarded: [true, false],
  guardedForExcel: [true, false],
  zipped: [true, false],
};

export function chosenFormat({ format }: Pick<ExportChoice, 'format'>): (typeof FORMAT_CHOICES)[number] {
  return FORMAT_CHOICES.find(({ choice }) => choice === format) as (typeof FORMAT_CHOICES)[number];
}

export function askedOf(choice: ExportChoice): Pick<ViewExport, 'format' | 'layout' | 'csv' | 'zipped'> {
  const { layout, separator, decimal, guarded, guardedForExcel, zipped } = choice;
  const { format, isForExcel, isWorkbook, holdsProvenance } = chosenFormat(choice);
  return {
    format,
    layout: isWorkbook ? 'wide' : layout,
    csv: isForExcel
      ? { separator, decimal, for_excel: true, guarded: guardedForExcel }
      : { ...PLAIN_CSV, guarded },
    zipped: !holdsProvenance && zipped,
  };
}

export function useExportChoice(): readonly [ExportChoice, (change: Partial<ExportChoice>) => void] {
  const [kept, keep] = usePreference('export_choice');
  const choice = readChoice(kept, usualChoice(navigator.language));
  return [choice, (change) => keep({ ...choice, ...change })];
}

/** @returns the request for an export: the chart's address, not rows. @param view has fixed index dates */
export function exportRequest(
  view: View,
  range: DateRange,
  choice: ExportChoice,
  baseUrl: string,
  names: ViewExport['names'] = 'id',
): ViewExport {
  return {
    search: requestQuery({ ...requestSearch(view, range), ...view.heading }),
    ...askedOf(choice),
    names,
    base_url: baseUrl,
  };
}

/** @returns the visible lines in the form of an export, with the API's names (`namedLines`). */
export function exportLines(view: View, lines: readonly Line[], range: DateRange): TableLine[] {
  const shown = lines.filter(({ hidden }) => !hidden);
  return tableLines(namedLines(view, shown, range));
}

/** @returns the columns with a number that Excel, which keeps 15 digits, would change. */
export function inexactColumns(lines: readonly TableLine[]): string[] {
  return lines.flatMap(({ column, values }) => (values.every(isExactInExcel) ? [] : [column]));
}

/** @returns the number of rows below the header, and of columns; for a workbook, summed over all sheets. */
export function tableSize(
  lines: readonly TableLine[],
  isWorkbook: boolean,
  layout: 'wide' | 'long',
): { rows: number; columns: number } {
  const days = (tableLines: readonly TableLine[]) => new Set(tableLines.flatMap(({ dates }) => dates)).size;
  if (isWorkbook) {
    const sheets = [...Map.groupBy(lines, ({ frequency }) => frequency).values()];
    const rows = sheets.reduce((sum, same) => sum + days(same), 0);
    return { rows, columns: lines.length + sheets.length };
  }
  if (layout === 'wide') return { rows: days(lines), columns: lines.length + 1 };
  const rows = lines.reduce((sum, { dates }) => sum + dates.length, 0);
  return { rows, columns: lines.some(({ state }) => state !== '') ? 4 : 3 };
}

/** One file of published values, and the series of one dataset that it contains. */
export type PublishedFile = { title: string; detail: string; choices: readonly SeriesChoice[] };

/** @returns a file per dataset and set of states: a request answers all combinations of series and states. */
export function publishedFiles(choices: readonly SeriesChoice[]): PublishedFile[] {
  const byDataset = Map.groupBy(choices, ({ dataset }) => dataset);
  return [...byDataset].flatMap(([dataset, same]) => {
    const title = findDataset(dataset)?.title ?? dataset;
    return sameRequests(same).map((group) => {
      const areas = [...new Set(group.map(({ area }) => area).filter((area) => area !== ''))];
      const codes = [...new Set(group.map(({ code }) => code))];
      return {
        title,
        detail: [codes.join(', '), ...(areas.length > 0 ? [areas.join(', ')] : [])].join(' · '),
        choices: group,
      };
    });
  });
}

/** @returns the choices in groups. Each group has each of its series in each of its states. */
function sameRequests(choices: readonly SeriesChoice[]): SeriesChoice[][] {
  const byArea = [...Map.groupBy(choices, ({ area }) => area).values()];
  const codesOf = (group: readonly SeriesChoice[]) =>
    group
      .map((one) => one.code)
      .sort()
      .join();
  return [...Map.groupBy(byArea, codesOf).values()].map((groups) => groups.flat());
}
