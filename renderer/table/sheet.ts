import { dateText } from '../../service/calendar/dates.ts';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { TableLayout } from '../../service/view/index.ts';
import type { AlignedRows } from './align-rows.ts';
import { lengthsOf } from './column-widths.ts';
import type { Sheet, SheetColumn, TableSeries } from './types.ts';

/** @param aligned the rows of `series`, with a column for each, in the same order. */
export function sheetOf(layout: TableLayout, series: readonly TableSeries[], aligned: AlignedRows): Sheet {
  return layout === 'wide' ? wideSheet(series, aligned) : longSheet(series, aligned);
}

function dateColumn(days: Int32Array): SheetColumn {
  return {
    id: 'date',
    kind: 'date',
    title: 'Date',
    detail: '',
    full: 'The first day of the period, or the day itself.',
    slot: undefined,
    text: (row) => dateText(days[row] as number),
    rank: (row) => days[row] as number,
  };
}

/** A row per day and a column per line. */
function wideSheet(series: readonly TableSeries[], { days, at }: AlignedRows): Sheet {
  const values = series.map(({ column, title, detail, full, slot }, c): SheetColumn => {
    const places = at[c] as Int32Array;
    return {
      id: column.id,
      kind: 'number',
      title,
      detail,
      full,
      slot,
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

/** @returns for every observation its day, the index of its line, and its index in that line's column. */
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
