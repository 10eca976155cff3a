import { dayNumber } from '../../service/calendar/dates.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { Page } from './pages.ts';

import type { LineColumn, SeriesColumn } from './types.ts';

/** A column that may still grow; `isWhole` once the last page has come. */
export type LoadedColumn = { column: SeriesColumn; isWhole: boolean };

export function emptyColumn(choice: SeriesChoice): SeriesColumn {
  return {
    id: seriesId(choice),
    choice,
    days: new Int32Array(0),
    values: [],
    numbers: new Float64Array(0),
  };
}

/** @returns a new column with the page's rows after the old ones. Rows come in ascending order of date. */
export function appendPage(column: SeriesColumn, page: Page): SeriesColumn {
  const before = column.days.length;
  const length = before + page.rows.length;
  const days = new Int32Array(length);
  const numbers = new Float64Array(length);
  days.set(column.days);
  numbers.set(column.numbers);
  const values = column.values.slice();
  for (const [i, row] of page.rows.entries()) {
    days[before + i] = dayNumber(row.date) ?? Number.NaN;
    numbers[before + i] = Number(row.value);
    values.push(row.value);
  }
  return { ...column, days, values, numbers };
}

/** @returns the part of a column between two days, both included, without copying its numbers. */
export function cutColumn<Column extends LineColumn>(column: Column, from: number, to: number): Column {
  const start = indexAtOrAfter(column.days, from);
  const end = indexAtOrAfter(column.days, to + 1);
  if (start === 0 && end === column.days.length) return column;
  return {
    ...column,
    days: column.days.subarray(start, end),
    values: column.values.slice(start, end),
    numbers: column.numbers.subarray(start, end),
    ...(column.exact && { exact: column.exact.slice(start, end) }),
  };
}
