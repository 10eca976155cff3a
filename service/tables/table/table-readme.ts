import type { CellValue, WriteSheet } from 'hucre/xlsx';
import type { TableExport } from '../../contract/table-export.ts';
import { type DataSheet, textNote } from '../xlsx-sheet.ts';

const BOLD = { style: { font: { bold: true } } };
const HEADER = [
  'Column',
  'Title',
  'Units',
  'Unit',
  'Frequency',
  'Publisher',
  'Source',
  'Data loaded',
  'Notes',
  'Citation',
];

/** @returns the first sheet of a workbook: what the lines are, where they come from, and what was made of them. */
export function tableReadme(
  { provenance, lines }: TableExport,
  sheets: readonly DataSheet[],
  observations: number,
): WriteSheet {
  const { title, subtitle, created, app, range, is_sample, requests, not_in_requests } = provenance;
  const facts: CellValue[][] = [
    [title],
    ...(subtitle ? [[subtitle]] : []),
    ...(is_sample ? [['Origin', 'Sample data made up by Almanac: not real figures.']] : []),
    ['Dates', `${range.from} to ${range.to}`],
    ['Observations', observations],
    ['Created', `${created} by ${app}`],
    ...sheets.flatMap(textNote),
    ...requests.map((request) => ['API request', request]),
    ...not_in_requests.map((phrase) => ['Not in the request', phrase]),
  ];
  const told = provenance.lines.map((line, index): CellValue[] => [
    lines[index]?.column ?? line.id,
    line.formula === null ? line.title : `${line.title} (formula)`,
    line.units,
    line.unit,
    line.frequency,
    line.publisher,
    line.source,
    line.loaded,
    line.notes.join(' '),
    line.citation,
  ]);
  return {
    name: 'README',
    rows: [...facts, [], HEADER, ...told],
    columns: [40, 60, 28, 24, 26, 30, 40, 26, 40, 60].map((width) => ({ width })),
    cells: new Map([
      ['0,0', BOLD],
      ...HEADER.map((_, index): [string, typeof BOLD] => [`${facts.length + 1},${index}`, BOLD]),
    ]),
  };
}
