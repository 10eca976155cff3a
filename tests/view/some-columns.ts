import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { parseSeriesId, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { PublishedColumn } from '../../service/view/types.ts';

/** @returns the loaded observations of a series. */
export function column(id: string, dates: readonly string[], values: readonly string[]): PublishedColumn {
  return {
    id,
    choice: parseSeriesId(id) as SeriesChoice,
    days: Int32Array.from(dates, (date) => dayNumber(date) as number),
    values,
    numbers: Float64Array.from(values, Number),
  };
}
export const months = (year: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    dateText(dayNumber(`${year + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`) as number),
  );
export const weeks = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => dateText((dayNumber(first) as number) + 7 * i));
export const show = (line: { column: { days: Int32Array; values: readonly string[] } } | undefined) =>
  line?.column.values.map((value, i) => `${dateText(line.column.days[i] as number)} ${value}`);

export const QUITS = column(
  'jolts.quits_level_sa',
  months(2023, 24),
  Array.from({ length: 24 }, (_, i) => String(3000 + i * 10)),
);
export const RANGE = { from: '2024-03-01', to: '2024-05-31' };
