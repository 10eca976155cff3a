import { civilNumber } from '../calendar/dates.ts';
import { Damage } from './failures.ts';
import { expectNumbers, PACKED_DAY, type PackedRows } from './row-source.ts';
import { DATE_LENGTH, rowParts } from './row-text.ts';
import type { SelectedSeries } from './series-index.ts';
import type { RowFormat } from './types.ts';

/** Rows of one series that are being merged. */
export type SeriesRows = {
  id: number;
  text: Buffer;
  /** Offset of the next row's value. */
  at: number;
  /** Day of the next row; `NO_DAY` when none is left. */
  day: number;
  /** What stands before a value, with room for the date. */
  head: Buffer;
  /** Offset of the date in `head`. */
  dateAt: number;
  /** What stands after a value, joint included. */
  tail: Buffer;
};

/** What rows are written into; one is used again for page after page. */
export type RowsOut = { bytes: Buffer; size: number };

export type MergedRows = { count: number; lastDay: number; lastId: number };

/** After every day; a small integer, which is quicker to compare than infinity. */
export const NO_DAY = 0x3fffffff;
const MINUS = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
/** A minus and seven digits. */
const PACKED_LENGTH = 8;
const SHORTEST_MONTH = 28;

/** @returns rows to merge. @throws Damage where a value is no number. */
export function seriesRows(
  { firstDay, text }: PackedRows,
  series: SelectedSeries,
  format: RowFormat,
): SeriesRows {
  expectNumbers(text.toString('latin1'), series);
  const { before, between, after, joint } = rowParts(format, series.code, series.area);
  return {
    id: series.id,
    text,
    at: 0,
    day: firstDay,
    head: Buffer.from(before + ' '.repeat(DATE_LENGTH) + between, 'latin1'),
    dateAt: before.length,
    tail: Buffer.from(after + joint, 'latin1'),
  };
}

/**
 * Writes the first `limit` rows by day, then in the order of `series`, to the end of `out`, each ended by its joint, and moves
 * each series on past what was taken. Values and dates are copied byte by byte, without a string in between: for texts this
 * short that is quicker than any call.
 */
export function mergeRows(series: readonly SeriesRows[], limit: number, out: RowsOut): MergedRows {
  const bytes = withRoom(out, series, limit);
  const date = Buffer.from('0000-00-00');
  let { size } = out;
  // First day of the month that `date` lies in: most days then change two digits only.
  let month = -NO_DAY;
  let count = 0;
  let lastDay = 0;
  let lastId = 0;
  let day = NO_DAY;
  for (const rows of series) if (rows.day < day) day = rows.day;
  while (count < limit && day !== NO_DAY) {
    let next = NO_DAY;
    if (day - month < SHORTEST_MONTH) {
      writeTwoDigits(date, 8, day - month + 1);
    } else {
      const civil = civilNumber(day);
      writeDate(date, civil);
      month = day - (civil % 100) + 1;
    }
    for (let index = 0; index < series.length; index++) {
      const rows = series[index] as SeriesRows;
      if (rows.day === day && count < limit) {
        const { text, head, tail, dateAt } = rows;
        const start = size + dateAt;
        bytes.set(head, size);
        size += head.length;
        for (let i = 0; i < DATE_LENGTH; i++) bytes[start + i] = date[i] as number;
        let { at } = rows;
        // The first character may be a minus, a later one is that of the next row.
        do bytes[size++] = text[at++] as number;
        while (at < text.length && text[at] !== MINUS);
        for (let i = 0; i < tail.length; i++) bytes[size++] = tail[i] as number;
        rows.at = at + PACKED_LENGTH;
        rows.day = at < text.length ? dayAt(text, at) : NO_DAY;
        // Also of what is no number.
        if (!(rows.day > day)) throw new Damage(`rows of series ${rows.id} do not come by date`);
        count++;
        lastDay = day;
        lastId = rows.id;
      }
      if (rows.day < next) next = rows.day;
    }
    day = next;
  }
  out.size = size;
  return { count, lastDay, lastId };
}

/** @returns the bytes of `out` with room for what can follow. */
function withRoom(out: RowsOut, series: readonly SeriesRows[], limit: number): Buffer {
  let need = out.size;
  for (const { text, at, head, tail } of series) {
    const left = text.length - at;
    need += left + Math.min(limit, Math.ceil(left / PACKED_LENGTH)) * (head.length + tail.length);
  }
  if (need > out.bytes.length) {
    const bytes = Buffer.allocUnsafeSlow(need);
    out.bytes.copy(bytes, 0, 0, out.size);
    out.bytes = bytes;
  }
  return out.bytes;
}

/** @param civil YYYYMMDD. */
function writeDate(date: Buffer, civil: number): void {
  writeTwoDigits(date, 0, Math.floor(civil / 1_000_000));
  writeTwoDigits(date, 2, Math.floor(civil / 10_000) % 100);
  writeTwoDigits(date, 5, Math.floor(civil / 100) % 100);
  writeTwoDigits(date, 8, civil % 100);
}

function writeTwoDigits(bytes: Buffer, at: number, number: number): void {
  const tens = Math.floor(number / 10);
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + number - tens * 10;
}

function dayAt(text: Buffer, at: number): number {
  let packed = 0;
  for (let i = at + 1; i < at + PACKED_LENGTH; i++) packed = packed * 10 + (text[i] as number) - ZERO;
  return PACKED_DAY - packed;
}
