import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { SelectedSeries } from './series-index.ts';
import type { ColumnCells, ValueColumn } from './types.ts';

/** A series and a range of its days, both ends included. */
export type SeriesRange = { series: SelectedSeries; from: number; to: number };

/**
 * Rows of one series by day, in one blob: the first value, then for each further row its day minus `PACKED_DAY` (a minus sign
 * and seven digits) and its value. A value has a minus sign only as its first character, so a later one ends the value.
 */
export type PackedRows = { firstDay: number; text: Buffer };

/** Every valid day minus this is a minus sign and seven digits, which separates a value from the next one. */
export const PACKED_DAY = 5_000_000;
/** A minus and seven digits. */
const PACKED_LENGTH = 8;
/** Before every day. A small integer, because it is faster to compare than infinity. */
const NO_DAY_BEFORE = -0x3fffffff;
const [MINUS, POINT, ZERO, NINE] = Buffer.from('-.09') as unknown as [number, number, number, number];

/** Source of the rows of pages: the current observations, or those known on an earlier day. */
export type RowSource = {
  /** All rows of a range; `undefined` if it has none. */
  read(range: SeriesRange): PackedRows | undefined;
  /** Whether the range has any row. */
  follows(range: SeriesRange): boolean;
};

/** A result row of `packedRows`: first day and bytes; nulls if the range has no rows. */
export type RawRows = [number | null, Buffer | null];

/**
 * @returns SQL that packs rows of one series into a blob. Each row costs one call of an aggregate function, and only the blob is
 * handed to JavaScript: this takes 0.4 of the time of rows that SQL writes as JSON.
 * @param firstDay SQL expression for the day of the first row.
 * @param rows the SQL after FROM: rows of one series with `date` and `value`, ordered by date.
 */
export function packedRows(firstDay: string, rows: string): string {
  return `SELECT ${firstDay}, cast(group_concat(value, date - ${PACKED_DAY}) AS blob) FROM ${rows}`;
}

/** @returns a result row of `packedRows`; `undefined` if the range has no rows. */
export function unpacked(row: RawRows | undefined): PackedRows | undefined {
  const [firstDay, text] = row ?? [];
  return firstDay != null && text != null ? { firstDay, text } : undefined;
}

/** Arrays for the cells of columns, reused for every page: allocating new ones takes longer than filling them. */
export class CellBuffers implements ColumnCells {
  days = new Int32Array(0);
  ends = new Int32Array(0);
  used = 0;

  /** Enlarges the arrays so that `more` cells fit. */
  reserve(more: number): void {
    const needed = this.used + more;
    if (needed <= this.days.length) return;
    this.days = grown(this.days, needed);
    this.ends = grown(this.ends, needed);
  }
}

/** @returns a longer copy of an array. */
export function grown<Numbers extends Int32Array | Uint32Array>(numbers: Numbers, length: number): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(length);
  longer.set(numbers);
  return longer;
}

/**
 * Converts packed rows into cells. It moves the values together within `rows.text`, which becomes the `values` of the column.
 * @param most the largest number of rows to convert.
 * @returns the column; `isCut`: whether rows are left over.
 * @throws Damage if a value is not a plain number, or the rows are not ordered by date.
 */
export function unpackRows(
  { firstDay, text }: PackedRows,
  { code, area, id }: SelectedSeries,
  most: number,
  into: CellBuffers,
): ValueColumn & { seriesId: number; isCut: boolean } {
  // A value has at least one character.
  const room = Math.min(most, Math.ceil(text.length / (PACKED_LENGTH + 1)));
  into.reserve(room);
  const start = into.used;
  const at = unpackCells(text, firstDay, code, start + room, into);
  return { code, area, seriesId: id, values: text, start, count: into.used - start, isCut: at < text.length };
}

/**
 * A separate function that ends with its loop, for speed: see `writeRows` in `tables/row-bytes`.
 * @param last index of the cell before which it stops.
 * @returns the offset in `text` at which it stopped.
 */
function unpackCells(text: Buffer, firstDay: number, code: string, last: number, into: CellBuffers): number {
  const { days, ends } = into;
  const { length } = text;
  let day = firstDay;
  let before = NO_DAY_BEFORE;
  let at = 0;
  let end = 0;
  for (let cell = into.used; at < length && cell < last; into.used = ++cell) {
    if (!(day > before)) throw new Damage(`rows of ${code} do not come by date`);
    let byte = text[at] as number;
    // A minus sign as first character belongs to the value; a later one begins the day of the next row.
    if (byte === MINUS) {
      text[end++] = byte;
      byte = text[++at] as number;
    }
    do {
      if (!(byte >= ZERO && byte <= NINE) && byte !== POINT) throw notNumber(code);
      text[end++] = byte;
      // Reading past the end of a buffer would make V8 run the whole loop slower.
      if (++at === length) break;
      byte = text[at] as number;
    } while (byte !== MINUS);
    days[cell] = day;
    ends[cell] = end;
    before = day;
    if (at < length) {
      let packed = 0;
      for (const next = at + PACKED_LENGTH; ++at < next; ) {
        byte = text[at] as number;
        if (!(byte >= ZERO && byte <= NINE)) throw notNumber(code);
        packed = packed * 10 + byte - ZERO;
      }
      day = PACKED_DAY - packed;
    }
  }
  return at;
}

function notNumber(code: string): Damage {
  return new Damage(`a value of ${code} is no number`);
}

/** @returns the current observations. `count` counts the rows themselves and does not use the stored counts. */
export function openRowsNow(db: Database): RowSource & { count(range: SeriesRange): number } {
  // Without ORDER BY, rows come in the order of the primary key, which is by date; `unpackRows` checks it. A separate query for the
  // first day is faster than min(date), which would be called for every row.
  const rowsOf = db
    .prepare<[number, number, number, number, number], RawRows>(
      packedRows(
        '(SELECT date FROM observation WHERE series_id = ? AND date >= ? LIMIT 1)',
        'observation WHERE series_id = ? AND date >= ? AND date <= ?',
      ),
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
    read: ({ series, from, to }) => unpacked(rowsOf.get(series.id, from, series.id, from, to)),
    follows: ({ series, from, to }) => rowFollows.get(series.id, from, to) === 1,
  };
}
