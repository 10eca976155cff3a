import { dayNumber } from '../../calendar/dates.ts';
import type { Failure } from '../../contract/failure.ts';
import { isPlainNumber, refuseDate, refuseValue } from '../../sources/cells.ts';
import { checkWidth, readCsv } from '../../sources/csv-records.ts';
import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { type KnownSeries, seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';

/** First cells of the rows above the data, in order; the file writes some of them with a colon and a space. */
const TOP = [
  'Series Description',
  'Unit',
  'Multiplier',
  'Currency',
  'Unique Identifier',
  'Time Period',
] as const;
export const H41_MISSING = new Set(['', 'NA', 'ND', 'NC']);
/** What the rows above each column must say: millions of US dollars. */
const MEASURE = [
  { row: 'Unit', right: 'Currency' },
  { row: 'Multiplier', right: '1000000' },
  { row: 'Currency', right: 'USD' },
] as const;

/**
 * The Federal Reserve's H.4.1 from the Data Download Program, CSV with series in columns: five rows about the series, a header,
 * then a row for each Wednesday. Columns are found by the row of identifiers, because their order and descriptions differ from
 * year to year. Of some 130 columns it reads those of the catalogue; others are week and year changes and week averages.
 */
export const FED_H41_CSV: FileFormat = {
  id: 'fed-h41-csv',
  title: 'Federal Reserve H.4.1 (Data Download Program CSV)',
  isPeriod: true,
  recognise: ({ firstLine }) =>
    /^"?Series Description:?"?,/.test(firstLine) && !firstLine.includes('Unique Identifier'),
  open: openH41,
};

type H41TopRow = { cells: readonly string[]; line: number };
type H41Column = { at: number; id: string; series: number };

function openH41(context: ReadContext): FileReader {
  const { file, target } = context;
  const top: H41TopRow[] = [];
  const gaps = createGapFinder('week');
  let columns: readonly H41Column[] = [];
  let width = 0;

  function readTop(cells: readonly string[], line: number, hasEnd: boolean): undefined {
    const name = TOP[top.length] ?? '';
    if ((cells[0] ?? '').trim().replace(/:$/, '') !== name) {
      throw rowFailure(
        file,
        line,
        undefined,
        `the row begins with ${quote(cells[0] ?? '')} where ${quote(name)} is right; with series in columns and labels, the rows above the data are ${TOP.join(', ')}.`,
      );
    }
    if (top.length === 0) width = cells.length;
    checkWidth(file, cells, width, line, hasEnd);
    top.push({ cells: cells.map((cell) => cell.trim()), line });
    if (top.length === TOP.length) columns = openColumns(context, top);
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (top.length < TOP.length) return readTop(cells, line, hasEnd);
      checkWidth(file, cells, width, line, hasEnd);
      const date = (cells[0] ?? '').trim();
      const day = dayNumber(date);
      if (day === undefined) refuseDate(file, line, 'Time Period', date, 'YYYY-MM-DD');
      gaps.add('H.4.1', day);
      for (const { at, id, series } of columns) {
        const value = (cells[at] ?? '').trim();
        if (H41_MISSING.has(value)) continue;
        if (!isPlainNumber(value)) refuseValue(file, line, id, value);
        target.observation(series, day, value, line);
      }
      return undefined;
    },
    onEnd(line) {
      if (top.length < TOP.length) {
        throw rowFailure(
          file,
          line,
          undefined,
          `the file ends before its row ${quote(TOP[top.length] ?? '')}: it seems to be cut off.`,
        );
      }
      const note = gapNote(gaps.find(), 'weeks');
      if (note !== undefined) target.note(note);
    },
  });
}

/** Opens the series of the columns whose identifier the catalogue has. */
function openColumns({ file, target }: ReadContext, top: readonly H41TopRow[]): H41Column[] {
  const row = (name: (typeof TOP)[number]): H41TopRow => top[TOP.indexOf(name)] ?? { cells: [], line: 0 };
  const identifiers = row('Unique Identifier');
  const header = row('Time Period');
  const columns: H41Column[] = [];
  for (let at = 1; at < header.cells.length; at++) {
    const identifier = identifiers.cells[at] ?? '';
    const id = header.cells[at] ?? '';
    if (!identifier.endsWith(`/${id}`)) {
      const sentence = `the header calls the column ${quote(id)}, the identifier above it is ${quote(identifier)}; they must agree.`;
      throw rowFailure(file, header.line, id, sentence);
    }
    const series = h41Series(file, id, (name) => ({ cell: row(name).cells[at] ?? '', line: row(name).line }));
    if (!series) continue;
    if (columns.some((column) => column.id === id)) {
      throw rowFailure(file, identifiers.line, id, 'the column is there twice; each may be there once.');
    }
    const names = { date: 'Time Period', value: id };
    columns.push({ at, id, series: target.series(series.dataset, series.code, '', names) });
  }
  if (columns.length > 0) return columns;
  throw noneOfH41(file, identifiers.cells[1] ?? '');
}

const KNOWN = seriesOfPublisher('Federal Reserve');

/**
 * @param about what the file says of a series, and on which line.
 * @returns the series that the file calls so; undefined for one that Almanac does not hold.
 * @throws Failure where the file names another release or another unit.
 */
export function h41Series(
  file: string,
  id: string,
  about: (name: 'Unique Identifier' | (typeof MEASURE)[number]['row']) => { cell: string; line: number },
): KnownSeries | undefined {
  const series = KNOWN.get(id);
  if (!series) return undefined;
  const { cell: identifier, line } = about('Unique Identifier');
  if (identifier !== `H41/H41/${id}`) {
    const sentence = `${quote(identifier)} is not the series of the H.4.1; ${quote(`H41/H41/${id}`)} is right.`;
    throw rowFailure(file, line, id, sentence);
  }
  for (const { row, right } of MEASURE) {
    const found = about(row);
    if (found.cell === right) continue;
    const sentence = `${quote(found.cell)} where ${quote(right)} is right; Almanac holds the H.4.1 in millions of US dollars.`;
    throw rowFailure(file, found.line, id, sentence);
  }
  return series;
}

/** @returns the failure of a file that has none of the series. @param first the identifier of its first. */
export function noneOfH41(file: string, first: string): Failure {
  return fileFailure(
    file,
    `holds none of the ${KNOWN.size} series of the H.4.1 that Almanac has, such as H41/H41/${[...KNOWN.keys()][0]}; its first is ${quote(first)}.`,
  );
}
