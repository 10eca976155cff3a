import { dayNumber } from '../calendar/dates.ts';
import { DATASETS } from '../datasets/index.ts';
import { isPlainNumber, refuseDate, refuseValue } from './cells.ts';
import { checkWidth, headerCells, readCsv } from './csv-records.ts';
import { halfUnit, moveDecimalPoint, shiftDecimal } from './exact-decimals.ts';
import { findFredSeries, unknownFredId } from './known-series.ts';
import { rowFailure } from './row-failure.ts';
import type { FileFormat, FileReader, ReadContext, RowTarget } from './types.ts';

/** Header of the first column: `DATE` until late 2024, `observation_date` since. */
const DATE_NAMES = ['DATE', 'observation_date'];
/** FRED's `fredgraph.csv`: the date, then a column for each series id. A missing value is `.` or an empty cell. */
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
    // `DATE,VALUE` of old downloads names no series.
    const isId = (id: string) => /^[A-Z0-9_]+$/.test(id) && id !== 'VALUE';
    return DATE_NAMES.includes(date) && ids.length > 0 && ids.every(isId);
  },
  open: openFredCsv,
};

export type FredColumn = { id: string; power: number; series: number };

/**
 * Opens the series of the ids in a header of FRED.
 * @param fail makes the failure of the column of an id.
 */
export function openFredColumns(
  target: RowTarget,
  dateName: string,
  ids: readonly string[],
  fail: (id: string, sentence: string) => Error,
): FredColumn[] {
  return ids.map((id, at) => {
    const known = findFredSeries(id);
    if (!known) throw fail(id, unknownFredId(id));
    if (ids.indexOf(id) !== at) throw fail(id, 'the column is there twice; each may be there once.');
    const series = target.series(known.dataset, known.code, known.area, { date: dateName, value: id });
    return { id, power: known.scale?.power ?? 0, series };
  });
}

/** Puts a value of FRED into the target, in the series' own unit. */
export function observeFred(
  target: RowTarget,
  { power, series }: FredColumn,
  day: number,
  value: string,
  line: number,
): void {
  const ours = power === 0 ? value : shiftDecimal(value, power);
  target.observation(series, day, ours, line, halfUnit(value, power));
}

function openFredCsv({ file, target }: ReadContext): FileReader {
  let columns: FredColumn[] | undefined;
  let dateName = '';

  function readHeader(cells: readonly string[], line: number): FredColumn[] {
    const [date = '', ...ids] = cells.map((cell) => cell.trim());
    dateName = date;
    return openFredColumns(target, date, ids, (id, sentence) => rowFailure(file, line, id, sentence));
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!columns) {
        columns = readHeader(cells, line);
        return undefined;
      }
      checkWidth(file, cells, columns.length + 1, line, hasEnd);
      // FRED ends every line, and a number cut short would still be a number.
      if (!hasEnd)
        throw rowFailure(file, line, undefined, 'the last line does not end: the file seems to be cut off.');
      const date = cells[0] ?? '';
      const day = dayNumber(date);
      if (day === undefined) refuseDate(file, line, dateName, date, 'YYYY-MM-DD');
      for (const [at, column] of columns.entries()) {
        const value = cells[at + 1] ?? '';
        if (value === '.' || value === '') continue;
        if (!isPlainNumber(value)) refuseValue(file, line, column.id, value, '"." or an empty cell');
        observeFred(target, column, day, value, line);
      }
      return undefined;
    },
    onEnd: () => undefined,
  });
}
