import { dayNumber } from '../calendar/dates.ts';
import { DATASETS } from '../datasets/index.ts';
import { EXCEL_EPOCH } from '../series-math/spreadsheet-cells.ts';
import { isPlainNumber, refuseDate, refuseValue } from './cells.ts';
import { headerCells, readCsv } from './csv-records.ts';
import { halfUnit, moveDecimalPoint, shiftDecimal } from './exact-decimals.ts';
import { findFredSeries, unknownFredId } from './known-series.ts';
import { cellFailure, quote, rowFailure } from './row-failure.ts';
import type { FileFormat, FileReader, ReadContext, RowTarget } from './types.ts';
import { readWorkbook, type SheetRow, workbookNumber, workbookText } from './workbook.ts';

const DATE = 'observation_date';

/** FRED's `fredgraph.csv`: the date, then a column per series. A missing value is `.` or an empty cell. */
export const FRED_CSV: FileFormat = {
  id: 'fred-csv',
  title: 'FRED graph CSV',
  role: 'stand-in',
  reading(code, value) {
    for (const { unit, publisherIds } of DATASETS.flatMap(({ series }) =>
      series.filter((one) => one.code === code),
    )) {
      const scale = publisherIds.find((one) => one.system === 'FRED')?.scale;
      if (scale)
        return `read as ${moveDecimalPoint(value, -scale.power)} (${scale.unit}), stored in ${unit.split(' ')[0]}`;
    }
    return undefined;
  },
  recognise({ firstLine }) {
    const [date = '', ...ids] = headerCells(firstLine);
    // Until late 2024 the date's column was `DATE`; the `DATE,VALUE` of old downloads names no series.
    const isId = (id: string) => /^[A-Z0-9_]+$/.test(id) && id !== 'VALUE';
    return ['DATE', DATE].includes(date) && ids.length > 0 && ids.every(isId);
  },
  open: openFredCsv,
};

function openFredCsv({ file, target }: ReadContext): FileReader {
  let columns: FredColumn[] = [];
  let dateName = '';
  return readCsv({
    file,
    onHeader(cells, line) {
      const [date = '', ...ids] = cells.map((cell) => cell.trim());
      dateName = date;
      columns = openColumns(target, date, ids, (id, sentence) => rowFailure(file, line, id, sentence));
    },
    endsEveryLine: true,
    onRecord([date = '', ...values], line) {
      const day = dayNumber(date) ?? refuseDate(file, line, dateName, date, 'YYYY-MM-DD');
      for (const [at, column] of columns.entries()) {
        const value = values[at] ?? '';
        if (value === '.' || value === '') continue;
        if (!isPlainNumber(value)) refuseValue(file, line, column.id, value, '"." or an empty cell');
        observe(target, column, day, value, line);
      }
    },
  });
}

const MISSING = new Set(['', '.', '#N/A']);

/**
 * FRED's graph as an Excel workbook: a sheet of notes, then a sheet for each frequency with the CSV's
 * columns. Before 2025, notes and rows were in one sheet. Days are numbers.
 */
export const FRED_WORKBOOK: FileFormat = {
  ...FRED_CSV,
  id: 'fred-xlsx',
  title: 'FRED graph workbook (XLSX)',
  isMarkedUp: true,
  place: 'row',
  recognise: ({ bytes }) => />(observation_date|A?L?FRED Graph Observations)</.test(workbookText(bytes)),
  open: openFredWorkbook,
};

function openFredWorkbook({ file, target }: ReadContext): FileReader {
  const ids = new Set<string>();
  let columns: ReadonlyMap<string, FredColumn> | undefined;

  function readHeader({ number, cells }: SheetRow, sheet: string): void {
    const letters = new Map(
      [...cells].filter(([at]) => at !== 'A').map(([at, { text }]) => [at, text.trim()]),
    );
    const names = [...letters.values()];
    const fail = (id: string, sentence: string) =>
      cellFailure(file, sheet, `${[...letters].find(([, name]) => name === id)?.[0]}${number}`, sentence);
    for (const id of names) if (ids.has(id)) throw fail(id, `${quote(id)} is in another sheet, too.`);
    const opened = openColumns(target, DATE, names, fail);
    columns = new Map([...letters.keys()].map((at, place) => [at, opened[place] as FredColumn]));
    for (const id of names) ids.add(id);
  }

  function readRow({ number, cells }: SheetRow, sheet: string, open: ReadonlyMap<string, FredColumn>): void {
    const textOf = (at: string) => cells.get(at)?.text.trim() ?? '';
    const text = textOf('A');
    if (text === '') return;
    const day = /^\d{5}(\.0+)?$/.test(text)
      ? Number(text) - EXCEL_EPOCH
      : dayNumber(text.replace(/T00:00:00(\.0+)?$/, ''));
    if (day === undefined) {
      const sentence = `${quote(text)} is not a day, as a number or as YYYY-MM-DD.`;
      throw cellFailure(file, sheet, `A${number}`, sentence);
    }
    for (const [at, column] of open) {
      const cell = textOf(at);
      if (MISSING.has(cell)) continue;
      const value = workbookNumber(cell);
      if (value === undefined)
        throw cellFailure(file, sheet, `${at}${number}`, `${quote(cell)} is not a number.`);
      observe(target, column, day, value, number);
    }
  }

  return readWorkbook(
    file,
    (row, sheet) => {
      if (columns) readRow(row, sheet, columns);
      else if (row.cells.get('A')?.text.trim() === DATE) readHeader(row, sheet);
    },
    () => {
      columns = undefined;
    },
    'all',
  );
}

type FredColumn = { id: string; power: number; series: number };

/** Opens the series of the ids in a header. @param fail makes the failure for an id's column. */
function openColumns(
  target: RowTarget,
  date: string,
  ids: readonly string[],
  fail: (id: string, sentence: string) => Error,
): FredColumn[] {
  return ids.map((id, at) => {
    const known = findFredSeries(id);
    if (!known) throw fail(id, unknownFredId(id));
    if (ids.indexOf(id) !== at) throw fail(id, 'the column is there twice; each may be there once.');
    const series = target.series(known.dataset, known.code, known.area, { date, value: id });
    return { id, power: known.scale?.power ?? 0, series };
  });
}

/** Passes a value of FRED to the target, in the series' own unit. */
function observe(
  target: RowTarget,
  { power, series }: FredColumn,
  day: number,
  value: string,
  line: number,
): void {
  const converted = power === 0 ? value : shiftDecimal(value, power);
  target.observation(series, day, converted, line, halfUnit(value, power));
}
