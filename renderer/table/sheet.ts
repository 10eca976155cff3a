import { dateText } from '../../service/calendar/dates.ts';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { TableLayout } from '../../service/view/index.ts';
import type { LineColumn } from '../../service/view/types.ts';

export type TableSeries = {
  column: LineColumn;
  title: string;
  /** Short unit and transformation, shown and copied with the title: 'persons', '% yr ago, average of …'. */
  detail: string;
  full: string;
  slot: number;
};

/** A column's id: 'date', a line's id, or in the long layout 'series', 'value' and 'unit'. */
export type ColumnId = string;

/** The sorted column and direction of a table. Gaps come last in either direction. */
export type TableSort = { id: ColumnId; desc: boolean };

/** Identifies a row in any order: its day and, in the long layout, its line (`owner`; else ''). */
export type RowKey = { owner: string; day: number };

export type SheetColumn = {
  id: ColumnId;
  kind: 'date' | 'number' | 'text';
  title: string;
  detail: string;
  full: string;
  slot: number | undefined;
  /** For number columns: the most decimals of any number. */
  decimals?: number;
  /** @returns the text of a row: the digits as published, '' for a gap. */
  text: (row: number) => string;
  /** @returns the number that a row is sorted by; NaN for a gap. */
  rank: (row: number) => number;
};

/** The rows of one layout, ascending by day in any displayed order. Texts are made when they are read. */
export type Sheet = {
  layout: TableLayout;
  count: number;
  days: Int32Array;
  columns: readonly SheetColumn[];
  keyOf: (row: number) => RowKey;
  /** @returns the row, or -1 if it is not in the data. */
  rowOf: (key: RowKey) => number;
  /** @returns the line of a cell's observation; `undefined` for the date of a wide row and for a gap. */
  lineAt: (row: number, column: ColumnId) => TableSeries | undefined;
};

/** CSS grid tracks of the columns, and the least width of all columns together. */
export type ColumnWidths = { tracks: string; least: string };

const DATE = '7.25rem';
const PADDING = '1.5rem';
/** Average width of a letter: less than a digit's width. */
const LETTER = '0.85ch';
/** Columns grow for at most this many letters of a title's end. */
const LONGEST_END = 20;
const MARK = '1.25rem';

/** Shares the table's width: columns fit their longest number, but stay narrow enough to follow a row. */
export function columnWidths(layout: TableLayout, series: readonly TableSeries[]): ColumnWidths {
  const lengths = series.map(({ column }) => lengthsOf(column));
  // In one column, all numbers get the decimals of the number with the most.
  const decimals = Math.max(0, ...lengths.map((one) => one.decimals));
  const digits = lengths.map(({ all, decimals: own }) =>
    layout === 'wide' || own === decimals ? all : all - own + decimals + (own === 0 ? 1 : 0),
  );
  const all = series.map(({ title }) => title);
  const tails = all.map((title) => Math.min(LONGEST_END, splitTitle(title, all)[1].length));
  const titles = Math.max(0, ...all.map(({ length }) => length));
  const details = Math.max(0, ...series.map(({ detail }) => detail.length));
  const least =
    layout === 'wide'
      ? digits.map(
          (count, c) =>
            `max(8.25rem, ${count}ch + ${PADDING}, ${tails[c]} * ${LETTER} + ${MARK} + ${PADDING})`,
        )
      : [
          `clamp(8rem, ${titles} * ${LETTER} + ${MARK} + ${PADDING}, 18rem)`,
          `max(7rem, ${Math.max(0, ...digits)}ch + ${PADDING})`,
          `clamp(5rem, ${details} * ${LETTER} + ${PADDING}, 14rem)`,
        ];
  const most = layout === 'wide' ? digits.map(() => '18rem') : ['26rem', '15rem', '18rem'];
  const tracks = least.map((width, c) => `minmax(${width}, ${most[c]})`);
  return {
    tracks: `${DATE} ${tracks.join(' ')} minmax(0, 1fr)`,
    least: `calc(${[DATE, ...least].join(' + ')})`,
  };
}

/** Lengths of a column's numbers. `all`: the longest part before the point plus the longest after it. */
type Lengths = { all: number; decimals: number };

const known = new WeakMap<readonly string[], Lengths>();

/** @returns a column's most decimals, and the characters that its values need, with thousands separators. */
export function lengthsOf({ values }: Pick<LineColumn, 'values'>): Lengths {
  const before = known.get(values);
  if (before !== undefined) return before;
  let whole = 0;
  let decimals = 0;
  for (const text of values) {
    const point = text.indexOf('.');
    const digits = point < 0 ? text.length : point;
    const separators = Math.max(0, Math.ceil((digits - (text.startsWith('-') ? 1 : 0)) / 3) - 1);
    whole = Math.max(whole, digits + separators);
    if (point >= 0) decimals = Math.max(decimals, text.length - point - 1);
  }
  const lengths = { all: whole + (decimals > 0 ? decimals + 1 : 0), decimals };
  known.set(values, lengths);
  return lengths;
}

/** @returns the padding that gives a number this many decimals: '.00' after 5, '0' after 5.2. */
export function paddingOf(text: string, decimals: number): string {
  if (text === '') return '';
  const point = text.indexOf('.');
  const own = point < 0 ? 0 : text.length - point - 1;
  return `${point < 0 && decimals > 0 ? '.' : ''}${'0'.repeat(Math.max(0, decimals - own))}`;
}

/** A longer end would leave no room for the beginning. */
const LONGEST_TAIL = 22;

/**
 * Splits a title, after a space, into a start that the screen may cut and an end that stays in sight. The end
 * is the part after the words shared with another title, or else the last word.
 * @param others the titles of all columns
 */
export function splitTitle(title: string, others: readonly string[]): [start: string, end: string] {
  const shared = Math.max(
    0,
    ...others.filter((other) => other !== title).map((other) => sharedLength(title, other)),
  );
  const tail = title.length - shared;
  const cut = shared > 0 && tail <= LONGEST_TAIL ? shared : title.lastIndexOf(' ') + 1;
  return [title.slice(0, cut), title.slice(cut)];
}

/** @returns the length of the whole words that two titles begin with, with the space after them. */
function sharedLength(title: string, other: string): number {
  let i = 0;
  while (i < title.length && title[i] === other[i]) i++;
  return title.lastIndexOf(' ', i - 1) + 1;
}

/** Several series as one table: a row per day on which any of them has an observation, ascending. */
type AlignedRows = {
  days: Int32Array;
  /** For each column and row, the index of the observation in its column; -1 for a gap. */
  at: readonly Int32Array[];
};

export function alignRows(columns: readonly Pick<LineColumn, 'days'>[]): AlignedRows {
  const lists = columns.map((column) => column.days);
  const longest = lists.reduce((sum, list) => sum + list.length, 0);
  const days = new Int32Array(longest);
  const at = lists.map(() => new Int32Array(longest));
  const heads = new Int32Array(lists.length);
  let row = 0;
  // Plain loops for speed: this runs over every observation each time a page of them is loaded.
  for (;;) {
    let day = Number.POSITIVE_INFINITY;
    for (let c = 0; c < lists.length; c++) {
      const next = (lists[c] as Int32Array)[heads[c] as number];
      if (next !== undefined && next < day) day = next;
    }
    if (day === Number.POSITIVE_INFINITY) break;
    days[row] = day;
    for (let c = 0; c < lists.length; c++) {
      const head = heads[c] as number;
      const isHere = (lists[c] as Int32Array)[head] === day;
      (at[c] as Int32Array)[row] = isHere ? head : -1;
      if (isHere) heads[c] = head + 1;
    }
    row++;
  }
  return { days: days.subarray(0, row), at: at.map((column) => column.subarray(0, row)) };
}

export function completeRows({ days, at }: AlignedRows): AlignedRows {
  const kept = new Int32Array(days.length);
  let n = 0;
  for (let row = 0; row < days.length; row++) {
    if (at.every((column) => (column[row] as number) >= 0)) kept[n++] = row;
  }
  const rows = kept.subarray(0, n);
  const pick = (from: Int32Array) => rows.map((row) => from[row] as number);
  return { days: pick(days), at: at.map(pick) };
}

export type RowOrder = {
  /** The row at each place from the top. */
  rows: Uint32Array;
  /** The place of each row from the top. */
  places: Uint32Array;
};

/** Orders rows by a column. Rows with equal values, or an unknown column, are ordered newest first. */
export function orderRows(sheet: Sheet, sort: TableSort): RowOrder {
  const column = sheet.columns.find(({ id }) => id === sort.id);
  const isByDate = column === undefined || column.id === 'date';
  const rows = byDate(sheet.days, column === undefined || !isByDate || sort.desc);
  if (!isByDate) {
    const keys = new Float64Array(sheet.count);
    for (let row = 0; row < keys.length; row++) keys[row] = column.rank(row);
    const sign = sort.desc ? -1 : 1;
    // The sort of typed arrays is stable, so equal rows keep their order by date.
    rows.sort((a, b) => {
      const x = keys[a] as number;
      const y = keys[b] as number;
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
      return x === y ? 0 : x < y ? -sign : sign;
    });
  }
  const places = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length; place++) places[rows[place] as number] = place;
  return { rows, places };
}

/** @returns the rows by day. Newest first reverses the days, but not the lines within a day. */
function byDate(days: Int32Array, isNewestFirst: boolean): Uint32Array {
  const count = days.length;
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  if (!isNewestFirst) return rows;
  let place = 0;
  for (let end = count; end > 0; ) {
    let start = end - 1;
    while (start > 0 && days[start - 1] === days[start]) start--;
    for (let row = start; row < end; row++) rows[place++] = row;
    end = start;
  }
  return rows;
}

export function sheetOf(layout: TableLayout, series: readonly TableSeries[], aligned: AlignedRows): Sheet {
  return layout === 'wide' ? wideSheet(series, aligned) : longSheet(series, aligned);
}

function dateColumn(days: Int32Array): SheetColumn {
  return {
    ...{ id: 'date', kind: 'date', title: 'Date', detail: '', slot: undefined },
    full: 'The first day of the period, or the day itself.',
    text: (row) => dateText(days[row] as number),
    rank: (row) => days[row] as number,
  };
}

function wideSheet(series: readonly TableSeries[], { days, at }: AlignedRows): Sheet {
  const values = series.map(({ column, title, detail, full, slot }, c): SheetColumn => {
    const places = at[c] as Int32Array;
    return {
      ...{ id: column.id, kind: 'number', title, detail, full, slot },
      decimals: lengthsOf(column).decimals,
      text: (row) => column.values[places[row] as number] ?? '',
      rank: (row) => column.numbers[places[row] as number] ?? Number.NaN,
    };
  });
  return {
    layout: 'wide',
    count: days.length,
    days,
    columns: [dateColumn(days), ...values],
    keyOf: (row) => ({ owner: '', day: days[row] as number }),
    rowOf: ({ owner, day }) => {
      const row = indexAtOrAfter(days, day);
      return owner === '' && days[row] === day ? row : -1;
    },
    lineAt: (row, id) => {
      const c = series.findIndex(({ column }) => column.id === id);
      return (at[c]?.[row] ?? -1) < 0 ? undefined : series[c];
    },
  };
}

/** A row per observation: by day, and within a day in the order of the lines. */
function longSheet(series: readonly TableSeries[], aligned: AlignedRows): Sheet {
  const { days, line, place } = longRows(aligned);
  const lineOf = (row: number) => series[line[row] as number] as TableSeries;
  const plain = { kind: 'text', detail: '', slot: undefined } as const;
  const titles = ranks(series.map(({ title }) => title));
  const details = ranks(series.map(({ detail }) => detail));
  return {
    layout: 'long',
    count: days.length,
    days,
    columns: [
      dateColumn(days),
      {
        ...plain,
        id: 'series',
        title: 'Series',
        full: 'The line that the observation belongs to.',
        text: (row) => lineOf(row).title,
        rank: (row) => titles[line[row] as number] as number,
      },
      {
        ...plain,
        id: 'value',
        kind: 'number',
        decimals: Math.max(0, ...series.map(({ column }) => lengthsOf(column).decimals)),
        title: 'Value',
        full: 'The value, in the unit beside it.',
        text: (row) => lineOf(row).column.values[place[row] as number] ?? '',
        rank: (row) => lineOf(row).column.numbers[place[row] as number] ?? Number.NaN,
      },
      {
        ...plain,
        id: 'unit',
        title: 'Unit',
        full: 'The unit of the value, and what was done to it.',
        text: (row) => lineOf(row).detail,
        rank: (row) => details[line[row] as number] as number,
      },
    ],
    keyOf: (row) => ({ owner: lineOf(row).column.id, day: days[row] as number }),
    rowOf: ({ owner, day }) => {
      for (let row = indexAtOrAfter(days, day); days[row] === day; row++)
        if (lineOf(row).column.id === owner) return row;
      return -1;
    },
    lineAt: (row) => (row >= 0 && row < days.length ? lineOf(row) : undefined),
  };
}

/** @returns each observation's day, its line's index, and its index in the line's column. */
function longRows({ days, at }: AlignedRows) {
  let count = 0;
  for (const column of at)
    for (let row = 0; row < column.length; row++) if ((column[row] as number) >= 0) count++;
  const long = { days: new Int32Array(count), line: new Uint8Array(count), place: new Int32Array(count) };
  let n = 0;
  for (let row = 0; row < days.length; row++) {
    for (let c = 0; c < at.length; c++) {
      const place = (at[c] as Int32Array)[row] as number;
      if (place < 0) continue;
      long.days[n] = days[row] as number;
      long.line[n] = c;
      long.place[n++] = place;
    }
  }
  return long;
}

/** @returns the rank of each text in alphabetical order; equal texts have the same rank. */
function ranks(texts: readonly string[]): number[] {
  const sorted = [...new Set(texts)].sort((a, b) => a.localeCompare(b, 'en'));
  return texts.map((text) => sorted.indexOf(text));
}
