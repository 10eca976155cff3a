import type { CellValue, WriteSheet } from 'hucre/xlsx';
import { dateText } from '../calendar/dates.ts';
import { APP_NAME } from '../contract/names.ts';
import { describeSeries, originSentence } from './description.ts';
import type { ExportContext } from './types.ts';
import { type DataSheet, textNote } from './xlsx-sheet.ts';

/** @returns the first sheet of a workbook: what the data are, where they came from, the unit of each series. */
export function readmeSheet(
  context: ExportContext,
  sheets: readonly DataSheet[],
  rowCount: number,
): WriteSheet {
  const { dataset, from, to, areas } = context.selection;
  const range = [from === undefined ? 'first' : dateText(from), to === undefined ? 'last' : dateText(to)];
  const facts: CellValue[][] = [
    [dataset.title],
    ['Description', dataset.description],
    ['Origin', originSentence(context)],
    ['Publisher', dataset.publisher],
    ['Source', dataset.source.name, dataset.source.url],
    ['Licence', dataset.licence],
    ['Dates', range.join(' to ')],
    ...(areas ? [['States', areas.join(', ')]] : []),
    ['Observations', rowCount],
    ['Created', `${context.created.toISOString()} by ${APP_NAME} ${context.version}`],
    ...dataset.notes.map((note) => ['Note', note]),
    ...sheets.flatMap(textNote),
  ];
  const seriesHeader = ['Series', 'Title', 'Unit', 'Power of ten', 'Frequency', 'Seasonal adjustment'];
  const series = describeSeries(context).map((one): CellValue[] => [
    one.code,
    one.title ?? null,
    one.unit ?? null,
    one.multiplier ?? null,
    one.frequencyDetail ?? null,
    one.seasonalAdjustment ?? null,
  ]);
  const headerRow = facts.length + 1;
  const bold = { style: { font: { bold: true } } };
  return {
    name: 'README',
    rows: [...facts, [], seriesHeader, ...series],
    columns: [{ width: 40 }, { width: 60 }, { width: 40 }, { width: 14 }, { width: 28 }, { width: 22 }],
    cells: new Map([
      ['0,0', bold],
      ...seriesHeader.map((_, index): [string, typeof bold] => [`${headerRow},${index}`, bold]),
    ]),
  };
}
