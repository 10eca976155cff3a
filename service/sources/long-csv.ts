import { dayNumber } from '../calendar/dates.ts';
import { type DatasetId, findDataset, findSeries, MARKET_OBSERVATIONS } from '../datasets/index.ts';
import { isStateCode, STATES } from '../datasets/states.ts';
import { isPlainNumber, refuseDate, refuseValue } from './cells.ts';
import { exactColumns, headerCells, readCsv } from './csv-records.ts';
import { computedSeries, unknownDataset, unknownSeries } from './known-series.ts';
import { createListMembers, type ListMembers } from './members.ts';
import { quote, rowFailure } from './row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from './types.ts';

const COLUMNS = { date: 'date', value: 'value' };

/**
 * Almanac's own long CSV of observations: `dataset,series,date,value[,state]`, or `series,date,value` for
 * yields; columns in any order. `state` is for state-level claims and empty elsewhere.
 */
export const LONG_CSV: FileFormat = {
  id: 'long-csv',
  title: 'Almanac’s long CSV',
  role: 'any rows',
  recognise({ firstLine }) {
    const cells = headerCells(firstLine.toLowerCase());
    const isDated = cells.includes('date') || (cells.includes('value') && cells.includes('dataset'));
    return cells.includes('series') && isDated;
  },
  open: openLongCsv,
};

function openLongCsv({ file, target }: ReadContext): FileReader {
  let [datasetAt, seriesAt, dateAt, valueAt, stateAt] = [-1, -1, -1, -1, -1];
  /** The series by dataset, code and state as the file has them. */
  const known = new Map<string, FoundSeries>();
  let last: FoundSeries | undefined;
  /** The date of the row before. Rows of one day often follow each other; reading it once saves a twelfth of an import. */
  let lastDate: string | undefined;
  let lastDay = 0;

  /** Most rows have the same series as the row before, or the series that followed that one last time. */
  function find(dataset: string, code: string, state: string, line: number): number {
    if (last && isSeries(last, dataset, code, state)) return last.series;
    const { next } = last ?? {};
    const isNext = next !== undefined && isSeries(next, dataset, code, state);
    const found = isNext ? next : look(dataset, code, state, line);
    if (last) last.next = found;
    last = found;
    return found.series;
  }

  function look(dataset: string, code: string, state: string, line: number): FoundSeries {
    const key = `${dataset}\n${code}\n${state}`;
    const held = known.get(key);
    if (held) return held;
    const checked = checkSeries(file, dataset, code, state, line, datasetAt >= 0);
    const series = target.series(checked.dataset, checked.code, state, COLUMNS);
    const found = { ...checked, state, series, next: undefined };
    known.set(key, found);
    return found;
  }

  return readCsv({
    file,
    onHeader(cells, line) {
      const isLong = cells.some((cell) => cell.trim().toLowerCase() === 'dataset');
      const columns = isLong
        ? exactColumns(file, cells, line, ['dataset', 'series', 'date', 'value'], ['state'])
        : exactColumns(file, cells, line, ['series', 'date', 'value']);
      const at = (name: string) => columns.get(name) ?? -1;
      datasetAt = at('dataset');
      [seriesAt, dateAt, valueAt, stateAt] = [at('series'), at('date'), at('value'), at('state')];
    },
    onRecord(cells, line) {
      const dataset = datasetAt < 0 ? MARKET_OBSERVATIONS.id : (cells[datasetAt] ?? '');
      const series = find(dataset, cells[seriesAt] ?? '', cells[stateAt] ?? '', line);
      const date = cells[dateAt] ?? '';
      if (date !== lastDate) {
        lastDay = dayNumber(date) ?? refuseDate(file, line, 'date', date, 'YYYY-MM-DD');
        lastDate = date;
      }
      const value = cells[valueAt] ?? '';
      if (!isPlainNumber(value)) refuseValue(file, line, 'value', value);
      target.observation(series, lastDay, value, line);
    },
  });
}

/** A series of the file, and the one that followed it the last time. */
type FoundSeries = {
  dataset: string;
  code: string;
  state: string;
  series: number;
  next: FoundSeries | undefined;
};

function isSeries(found: FoundSeries, dataset: string, code: string, state: string): boolean {
  return found.code === code && found.state === state && found.dataset === dataset;
}

/** @returns the catalogue's own strings: slices of the file's text would keep a whole block in memory. */
function checkSeries(
  file: string,
  dataset: string,
  code: string,
  state: string,
  line: number,
  hasDatasets: boolean,
): { dataset: DatasetId; code: string } {
  const fail = (column: string, sentence: string) => rowFailure(file, line, column, sentence);
  const found = findDataset(dataset);
  if (!found) throw fail('dataset', unknownDataset(dataset));
  if (found.kind === 'list')
    throw fail('dataset', 'constituents have a header of their own: series,as_of,ticker,name,sector,weight.');
  const series = findSeries(dataset, code);
  if (!series) {
    const hint = hasDatasets ? '' : ' A file without a column "dataset" holds yields.';
    throw fail('series', `${unknownSeries(dataset, code)}${hint}`);
  }
  if (series.spread) throw fail('series', computedSeries(code, series));
  if (found.byState && !isStateCode(state)) {
    const what =
      state === '' ? `${dataset} is by state, and the cell is empty` : `${quote(state)} is not a state`;
    throw fail('state', `${what}; ${STATE_CODES_HINT}`);
  }
  if (!found.byState && state !== '') {
    const sentence = `${quote(state)} is not used here: ${dataset} is not by state, so leave the cell empty.`;
    throw fail('state', sentence);
  }
  return { dataset: found.id, code: series.code };
}

/** The right values for a column of states, as the rest of a sentence. */
export const STATE_CODES_HINT = `one of the ${Object.keys(STATES).length} postal codes (CA, NY, DC, PR …) is right.`;

const NAMES = ['series', 'as_of', 'ticker', 'name', 'sector', 'weight'];
/** Like `LIST_CODE`, but with signs at both ends allowed, which other programs' codes may have. */
const CODE = /^[A-Za-z0-9_.-]{1,100}$/;
/** The largest index has some 10,000 members. Lists stay in memory until the file ends. */
const MOST_ROWS = 200_000;

/** Almanac's own long CSV of constituents: `series,as_of,ticker,name,sector,weight`, columns in any order. */
export const LONG_CONSTITUENTS: FileFormat = {
  id: 'long-constituents-csv',
  title: 'Almanac’s long CSV of constituents',
  role: 'any rows',
  recognise({ firstLine }) {
    const cells = headerCells(firstLine.toLowerCase());
    return cells.includes('series') && cells.includes('as_of') && !cells.includes('date');
  },
  open: openLongConstituents,
};

function openLongConstituents({ file, target }: ReadContext): FileReader {
  let columns: number[] = [];
  let count = 0;
  const lists = new Map<string, { code: string; asOf: number; line: number; members: ListMembers }>();
  return readCsv({
    file,
    onHeader(cells, line) {
      const found = exactColumns(file, cells, line, NAMES);
      columns = NAMES.map((name) => found.get(name) ?? -1);
    },
    onRecord(cells, line) {
      const fail = (column: string | undefined, sentence: string) => rowFailure(file, line, column, sentence);
      const [code = '', asOf = '', ticker = '', name = '', sector = '', weight = ''] = columns.map(
        (at) => cells[at] ?? '',
      );
      if (!CODE.test(code))
        throw fail('series', `${quote(code)} is not a code; letters, digits and _ . - are right.`);
      const day = dayNumber(asOf) ?? refuseDate(file, line, 'as_of', asOf, 'YYYY-MM-DD');
      if (ticker === '') throw fail('ticker', 'the ticker is missing.');
      if (weight !== '' && !isPlainNumber(weight)) refuseValue(file, line, 'weight', weight);
      const key = `${code}/${day}`;
      const list = lists.get(key) ?? { code, asOf: day, line, members: createListMembers() };
      lists.set(key, list);
      list.members.add({ ticker, name, sector, weight }, line, (earlier) =>
        fail('ticker', `${quote(ticker)} is already a constituent of ${code} on line ${earlier}.`),
      );
      if (++count > MOST_ROWS)
        throw fail(undefined, `more than ${MOST_ROWS} constituents are too many for one file.`);
    },
    onEnd() {
      for (const { code, asOf, members, line } of lists.values())
        target.constituents(code, asOf, members.rows, line);
    },
  });
}
