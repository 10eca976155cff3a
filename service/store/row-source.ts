import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { SelectedSeries } from './series-index.ts';
import type { Cells, ValueColumn } from './types.ts';

/** A series and the days of it that are wanted, both included. */
export type SeriesRange = { series: SelectedSeries; from: number; to: number };

/**
 * Rows of one series by day, in one blob: the first value, then for each further row its day less `PACKED_DAY` (a minus and
 * seven digits) and its value. No value holds a minus but as its first character, so that the minus ends the value before.
 */
export type PackedRows = { firstDay: number; text: Buffer };

/** Later than every day that has a date, and earlier by seven digits than the first. */
const PACKED_DAY = 5_000_000;
/** A minus and seven digits. */
const PACKED_LENGTH = 8;
/** Before every day; a small integer, which is quicker to compare than infinity. */
const NO_DAY_BEFORE = -0x3fffffff;
const [MINUS, POINT, ZERO, NINE] = Buffer.from('-.09') as unknown as [number, number, number, number];

/** Where pages are read from: the observations as they are now, or as they were known on a day. */
export type RowSource = {
  /** All rows of a range, or `undefined` where it has none. */
  read(range: SeriesRange): PackedRows | undefined;
  /** Whether the range has a row. */
  follows(range: SeriesRange): boolean;
};

/** What SQL gives of a range: first day, bytes; none where it has no row. */
export type RawRows = [number | null, Buffer | null];

/**
 * One call of one aggregate a row, and one blob: neither a text of a row put together in SQL nor one that crosses into
 * JavaScript. Measured at 0.4 of the time of rows that SQL writes out as JSON.
 * @param firstDay an expression. @param rows what follows SELECT (date, value) FROM, of one series; its rows come by date.
 */
export function packedRows(firstDay: string, rows: string): string {
  return `SELECT ${firstDay}, cast(group_concat(value, date - ${PACKED_DAY}) AS blob) FROM ${rows}`;
}

export function unpacked(row: RawRows | undefined): PackedRows | undefined {
  const [firstDay, text] = row ?? [];
  return firstDay != null && text != null ? { firstDay, text } : undefined;
}

/** Room for the cells of columns, which is used again for page after page: new arrays cost more than what is done with them. */
export class CellRoom implements Cells {
  days = new Int32Array(0);
  ends = new Int32Array(0);
  used = 0;

  /** Makes room for `more` cells. */
  reserve(more: number): void {
    const needed = this.used + more;
    if (needed <= this.days.length) return;
    this.days = grown(this.days, needed);
    this.ends = grown(this.ends, needed);
  }
}

export function grown<Numbers extends Int32Array | Uint32Array>(numbers: Numbers, length: number): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(length);
  longer.set(numbers);
  return longer;
}

/**
 * Turns packed rows into cells. The values are moved together where they are, so that `rows.text` holds them from then on.
 * @param most rows that are wanted.
 * @returns the column, and whether the series has rows beyond it.
 * @throws Damage where a value is no plain number, or the rows do not come by date.
 */
export function unpackRows(
  { firstDay, text }: PackedRows,
  { code, area, id }: SelectedSeries,
  most: number,
  into: CellRoom,
): ValueColumn & { place: number; isCut: boolean } {
  // A row has a value of one character at least.
  const room = Math.min(most, Math.ceil(text.length / (PACKED_LENGTH + 1)));
  into.reserve(room);
  const start = into.used;
  const at = unpackCells(text, firstDay, code, start + room, into);
  return { code, area, place: id, values: text, start, count: into.used - start, isCut: at < text.length };
}

/**
 * A function to itself, with nothing after its loop, as `writeRows` of `tables/row-bytes` is, for the same reason.
 * @param last the cell before which it stops.
 * @returns the offset in the text that it has come to.
 */
function unpackCells(text: Buffer, firstDay: number, code: string, last: number, into: CellRoom): number {
  const { days, ends } = into;
  const { length } = text;
  let day = firstDay;
  let before = NO_DAY_BEFORE;
  let at = 0;
  let end = 0;
  for (let cell = into.used; at < length && cell < last; into.used = ++cell) {
    if (!(day > before)) throw new Damage(`rows of ${code} do not come by date`);
    let byte = text[at] as number;
    // The first character may be a minus, a later one is that of the next row.
    if (byte === MINUS) {
      text[end++] = byte;
      byte = text[++at] as number;
    }
    do {
      if (!(byte >= ZERO && byte <= NINE) && byte !== POINT) throw notNumber(code);
      text[end++] = byte;
      // To read past the end would make the whole loop slower.
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

/** @returns the observations of one connection as they are now; `count` counts the rows themselves, one by one. */
export function openRowsNow(db: Database): RowSource & { count(range: SeriesRange): number } {
  // Both come by date without being told to: that is the order of the key. `unpackRows` checks it. One more look at the key is
  // quicker than min(date), which is called for every row.
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
