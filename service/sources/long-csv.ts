import { dayNumber } from '../calendar/dates.ts';
import { type DatasetId, findDataset, findSeries, MARKET_OBSERVATIONS } from '../datasets/index.ts';
import { isStateCode, STATES } from '../datasets/states.ts';
import { isPlainNumber, refuseDate, refuseValue } from './cells.ts';
import { checkWidth, exactColumns, headerCells, readCsv } from './csv-records.ts';
import { computedSeries, unknownDataset, unknownSeries } from './known-series.ts';
import { quote, rowFailure } from './row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from './types.ts';

const COLUMNS = { date: 'date', value: 'value' };

/**
 * Almanac's own long CSV of observations: `dataset,series,date,value[,state]`, or `series,date,value` for yields; columns in
 * any order. `state` is for state-level claims and empty elsewhere.
 */
export const LONG_CSV: FileFormat = {
  id: 'long-csv',
  title: 'Almanac’s long CSV',
  role: 'any rows',
  recognise({ firstLine }) {
    const cells = headerCells(firstLine.toLowerCase());
    return (
      cells.includes('series') &&
      (cells.includes('date') || (cells.includes('value') && cells.includes('dataset')))
    );
  },
  open: openLongCsv,
};

function openLongCsv({ file, target }: ReadContext): FileReader {
  let width = 0;
  let [datasetAt, seriesAt, dateAt, valueAt, stateAt] = [-1, -1, -1, -1, -1];
  /** Series by dataset, code and state as the file has them. */
  const known = new Map<string, number>();

  function readHeader(cells: string[], line: number): undefined {
    const isLong = cells.some((cell) => cell.trim().toLowerCase() === 'dataset');
    const columns = isLong
      ? exactColumns(file, cells, line, ['dataset', 'series', 'date', 'value'], ['state'])
      : exactColumns(file, cells, line, ['series', 'date', 'value']);
    width = cells.length;
    [datasetAt = -1, seriesAt = -1, dateAt = -1, valueAt = -1, stateAt = -1] = [
      'dataset',
      'series',
      'date',
      'value',
      'state',
    ].map((name) => columns.get(name) ?? -1);
  }

  function find(dataset: string, code: string, state: string, line: number): number {
    const key = `${dataset}\n${code}\n${state}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const checked = checkSeries(file, dataset, code, state, line, datasetAt >= 0);
    const series = target.series(checked.dataset, checked.code, state, COLUMNS);
    known.set(key, series);
    return series;
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (width === 0) return readHeader(cells, line);
      if (cells.length !== width) checkWidth(file, cells, width, line, hasEnd);
      const dataset = datasetAt < 0 ? MARKET_OBSERVATIONS.id : (cells[datasetAt] ?? '');
      const code = cells[seriesAt] ?? '';
      const state = stateAt < 0 ? '' : (cells[stateAt] ?? '');
      const series = find(dataset, code, state, line);
      const date = cells[dateAt] ?? '';
      const day = dayNumber(date);
      if (day === undefined) refuseDate(file, line, 'date', date, 'YYYY-MM-DD');
      const value = cells[valueAt] ?? '';
      if (!isPlainNumber(value)) refuseValue(file, line, 'value', value);
      target.observation(series, day, value, line);
      return undefined;
    },
    onEnd: () => undefined,
  });
}

/** @returns the catalogue's own strings: the file's would keep the whole block of text that they are slices of in memory. */
function checkSeries(
  file: string,
  dataset: string,
  code: string,
  state: string,
  line: number,
  hasDatasets: boolean,
): { dataset: DatasetId; code: string } {
  const found = findDataset(dataset);
  if (!found) throw rowFailure(file, line, 'dataset', unknownDataset(dataset));
  if (found.kind === 'list') {
    throw rowFailure(
      file,
      line,
      'dataset',
      'constituents have a header of their own: series,as_of,ticker,name,sector,weight.',
    );
  }
  const series = findSeries(dataset, code);
  if (!series) {
    const hint = hasDatasets ? '' : ' A file without a column "dataset" holds yields.';
    throw rowFailure(file, line, 'series', `${unknownSeries(dataset, code)}${hint}`);
  }
  if (series.spread) throw rowFailure(file, line, 'series', computedSeries(code, series));
  if (!found.byState && state !== '') {
    throw rowFailure(
      file,
      line,
      'state',
      `${quote(state)} is of no use here: ${dataset} is not by state, so leave the cell empty.`,
    );
  }
  if (found.byState && !isStateCode(state)) {
    const what =
      state === '' ? `${dataset} is by state, and the cell is empty` : `${quote(state)} is not a state`;
    throw rowFailure(
      file,
      line,
      'state',
      `${what}; one of the ${Object.keys(STATES).length} postal codes (CA, NY, DC, PR …) is right.`,
    );
  }
  return { dataset: found.id, code: series.code };
}
