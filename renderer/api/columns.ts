import { dayNumber } from '../../service/calendar/dates.ts';
import { type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import type { PublishedColumn } from '../../service/view/types.ts';
import type { ObservationAnswer } from './types.ts';

/** A column that may still grow; `isWhole` once the last page has come. */
export type LoadedColumn = { column: PublishedColumn; isWhole: boolean };

export function emptyColumn(choice: SeriesChoice): PublishedColumn {
  return {
    id: seriesId(choice),
    choice,
    days: new Int32Array(0),
    values: [],
    numbers: new Float64Array(0),
  };
}

/** @returns a new column with the page's rows after the old ones. Rows come in ascending order of date. */
export function appendPage(column: PublishedColumn, page: ObservationAnswer): PublishedColumn {
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
