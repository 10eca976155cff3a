import { civilNumber, dateText, daysFromCivil } from '../calendar/dates.ts';
import { csvCell } from '../series-math/spreadsheet-cells.ts';
import type { ConstituentPage, ObservationRows, ValueColumn } from '../store/index.ts';

const ZERO = '0'.charCodeAt(0);
const NO_DAY = -0x3fffffff;

/** The fixed texts of a row: after its value, before its date, between date and value. */
type RowShape = { after: string; before: string; between: (column: ValueColumn) => string };

/** JSON objects and CSV lines, without a state if a series has none. Codes and areas need no escaping. */
const SHAPES = {
  json: {
    after: '"},',
    before: '{"date":"',
    between: ({ code, area }) => `","series":"${code}",${area === '' ? '' : `"state":"${area}",`}"value":"`,
  },
  csv: { after: '\n', before: '', between: ({ code, area }) => `,${code},${area === '' ? '' : `${area},`}` },
} satisfies Record<string, RowShape>;

/** Rows as bytes: JSON objects joined by ',' without brackets, or CSV lines each ended by LF. */
export type RowBytes = { body: Buffer; count: number };
export type RowFormat = keyof typeof SHAPES;

/** Copies observations byte by byte: see `PackedRows`. Before a value, only the digits of its date change. */
export function rowBytes(rows: ObservationRows, format: RowFormat, before = '', end = ''): Buffer {
  const { columns, count } = rows;
  if (count === 0) return Buffer.from(before + end);
  const shape: RowShape = SHAPES[format];
  const { after } = shape;
  const series = columns.map((column) => new SeriesRows(column, shape));
  const around = [Buffer.from(before), Buffer.from(end)] as const;
  let room = after.length + around[0].length + after.length + around[1].length;
  for (const { values, head, most } of series) room += values.length + Math.min(count, most) * head.length;
  const bytes = Buffer.allocUnsafeSlow(room);
  // Each head begins with the end of the row before it. The first row's is overwritten.
  const start = Math.max(0, around[0].length - after.length);
  let size = writeRows(rows, series, after.length + shape.before.length, bytes, start);
  around[0].copy(bytes, start + after.length - around[0].length);
  size += bytes.write(format === 'json' ? after.slice(0, -1) : after, size, 'latin1');
  size += around[1].copy(bytes, size);
  return bytes.subarray(start + after.length - around[0].length, size);
}

/** Writes each row's head and value. @param dateAt the date's offset in a head. @returns where rows end */
function writeRows(
  { order }: ObservationRows,
  series: readonly SeriesRows[],
  dateAt: number,
  bytes: Buffer,
  start: number,
): number {
  let month: MonthDays = { text: '', before: NO_DAY, next: NO_DAY };
  let size = start;
  for (let i = 0; i < order.length; i++) {
    const rows = series[order[i] as number] as SeriesRows;
    const { head, days, ends, values, cell } = rows;
    const day = days[cell] as number;
    if (day > rows.month && day < rows.nextMonth) writeTwoDigits(head, dateAt + 8, day - rows.month);
    else {
      // All series reach a month on about the same days, so one calendar lookup serves them all.
      if (day <= month.before || day >= month.next) month = monthOf(day);
      rows.turnTo(day, dateAt, month);
    }
    bytes.set(head, size);
    size += head.length;
    const end = ends[cell] as number;
    let { at } = rows;
    while (at < end) bytes[size++] = values[at++] as number;
    rows.at = at;
    rows.cell = cell + 1;
  }
  return size;
}

class SeriesRows {
  readonly most: number;
  readonly days: Int32Array;
  readonly ends: Int32Array;
  readonly values: Buffer;
  readonly head: Buffer;
  cell: number;
  /** Offset of the next value. */
  at = 0;
  /** The day before the head's month, and the first of the next. Within a month only two digits change. */
  month = NO_DAY;
  nextMonth = NO_DAY;
  constructor(column: ValueColumn, { after, before, between }: RowShape) {
    this.most = column.count;
    this.days = column.days;
    this.ends = column.ends;
    this.values = column.values;
    this.cell = column.start;
    this.head = Buffer.from(`${after}${before}0000-00-00${between(column)}`, 'latin1');
  }
  turnTo(day: number, dateAt: number, { text, before, next }: MonthDays): void {
    this.head.write(text, dateAt, 'latin1');
    writeTwoDigits(this.head, dateAt + 8, day - before);
    this.month = before;
    this.nextMonth = next;
  }
}

/** 'YYYY-MM-', the day before the month, and the first day of the next month. */
type MonthDays = { text: string; before: number; next: number };

function monthOf(day: number): MonthDays {
  const civil = civilNumber(day);
  const [year, month] = [Math.floor(civil / 10_000), Math.floor(civil / 100) % 100];
  const next = month === 12 ? daysFromCivil(year + 1, 1, 1) : daysFromCivil(year, month + 1, 1);
  return { text: dateText(day).slice(0, 8), before: day - (civil % 100), next };
}

function writeTwoDigits(bytes: Buffer, at: number, number: number): void {
  const tens = Math.floor(number / 10);
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + number - tens * 10;
}

export function constituentBytes(
  series: string,
  page: ConstituentPage | undefined,
  format: RowFormat,
): RowBytes {
  const records = constituentRecords(series, page);
  const text =
    format === 'json'
      ? records.map((record) => JSON.stringify(record)).join(',')
      : records
          .map(
            (record) =>
              `${Object.values(record)
                .map((cell) => csvCell(cell))
                .join(',')}\n`,
          )
          .join('');
  return { body: Buffer.from(text), count: records.length };
}

export function constituentCells(series: string, page: ConstituentPage | undefined): string[][] {
  return constituentRecords(series, page).map((record) => Object.values(record));
}

function constituentRecords(series: string, page: ConstituentPage | undefined) {
  const { asOf, rows } = page ?? { asOf: 0, rows: [] };
  const as_of = dateText(asOf);
  return rows.map(({ ticker, name, sector, weight }) => ({ series, as_of, ticker, name, sector, weight }));
}
