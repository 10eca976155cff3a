import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { SelectedSeries } from './series-index.ts';

/** A series and the days of it that are wanted, both included. */
export type SeriesRange = { series: SelectedSeries; from: number; to: number };

/**
 * Rows of one series by day, in one blob: the first value, then for each further row its day less `PACKED_DAY` (a minus and
 * seven digits) and its value. No value holds a minus but as its first character, so that the minus ends the value before.
 */
export type PackedRows = { firstDay: number; text: Buffer };

/** What no packed rows have: values are plain numbers. Of the bits of a digit, five out of eight make such a character of it. */
const NO_NUMBER = /[^-.0-9]/;

/** @throws Damage where the rows hold a character that is in no number and no day. */
export function expectNumbers(text: string, series: SelectedSeries): void {
  if (NO_NUMBER.test(text)) throw new Damage(`a value of ${series.code} is no number`);
}

/** Later than every day that has a date, and earlier by seven digits than the first. */
export const PACKED_DAY = 5_000_000;

/** Where pages are read from: the observations as they are now, or as they were known on a day. */
export type RowSource = {
  /** All rows of a range, or `undefined` where it has none. */
  read(range: SeriesRange): PackedRows | undefined;
  /** Whether the range has a row. */
  follows(range: SeriesRange): boolean;
};

/** What SQL gives of a range: first day, bytes. */
export type RawRows = [number | null, Buffer];

/**
 * One call of one aggregate a row, and one blob: neither a text of a row put together in SQL nor one that crosses into
 * JavaScript. Measured at 0.4 of the time of rows that SQL writes out as JSON.
 * @param rows what follows SELECT (date, value) FROM, of one series; its rows come by date.
 */
export function packedRows(rows: string): string {
  return `SELECT min(date), cast(group_concat(value, date - ${PACKED_DAY}) AS blob) FROM ${rows}`;
}

export function unpacked(row: RawRows | undefined): PackedRows | undefined {
  return row && row[0] !== null ? { firstDay: row[0], text: row[1] } : undefined;
}

/** @returns the observations of one connection as they are now; `count` counts the rows themselves, one by one. */
export function openRowsNow(db: Database): RowSource & { count(range: SeriesRange): number } {
  // They come by date without being told to: that is the order of the key. `mergeRows` checks it.
  const rowsOf = db
    .prepare<[number, number, number], RawRows>(
      packedRows('observation WHERE series_id = ? AND date >= ? AND date <= ?'),
    )
    .raw();
  const rowFollows = db
    .prepare<[number, number, number], number>(
      'SELECT 1 FROM observation WHERE series_id = ? AND date >= ? AND date <= ? LIMIT 1',
    )
    .pluck();
  const counted = db
    .prepare<[number, number, number], number>(
      'SELECT count(*) FROM observation WHERE series_id = ? AND date >= ? AND date <= ?',
    )
    .pluck();
  return {
    count: ({ series, from, to }) => Number(counted.get(series.id, from, to)),
    read: ({ series, from, to }) => unpacked(rowsOf.get(series.id, from, to)),
    follows: ({ series, from, to }) => rowFollows.get(series.id, from, to) === 1,
  };
}
