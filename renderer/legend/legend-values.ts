import { shownDate, shownDay } from '../../service/calendar/dates.ts';
import { periodText } from '../../service/series-math/align.ts';
import { shortValue } from '../../service/series-math/short-value.ts';
import type { Line } from '../../service/view/index.ts';
import { type ChartSeries, valuesAt } from '../chart/index.ts';

/** A value in the legend: `text` as published, and the observation's `day`. */
export type LegendValue = { text: string; day: number };

export type LegendValues = {
  /** The crosshair's date, or the most common date of the newest values: '2026-11-19'. '' without values. */
  head: string;
  values: ReadonlyMap<string, LegendValue>;
  /** @returns the date of a value if it differs from `head`: '2026-10'; else ''. */
  dateOf: (line: Line, value: LegendValue) => string;
};

/** @returns the values at the crosshair's day, or else the newest, with short dates. */
export function legendValues(
  lines: readonly Line[],
  series: readonly ChartSeries[],
  day: number | undefined,
): LegendValues {
  if (day !== undefined)
    return {
      head: shownDay(day),
      values: new Map(valuesAt(series, day).map((one) => [one.series.column.id, one])),
      dateOf: (line, value) => (value.day === day ? '' : shownDate(periodText(value.day, line.cadence))),
    };
  const newest = lines.flatMap((line) => {
    const [text, at] = [line.column.values.at(-1), line.column.days.at(-1)];
    if (text === undefined || at === undefined || line.hidden || line.column.rest !== undefined) return [];
    return [{ line, text, day: at, date: periodText(at, line.cadence) }];
  });
  const count = (date: string) => newest.filter((one) => one.date === date).length;
  const head =
    newest.map(({ date }) => date).toSorted((a, b) => count(b) - count(a) || (a < b ? 1 : -1))[0] ?? '';
  return {
    head: shownDate(head),
    values: new Map(newest.map(({ line, ...value }) => [line.id, value])),
    dateOf: (line, value) => {
      const date = periodText(value.day, line.cadence);
      return date === head ? '' : shownDate(date);
    },
  };
}

/** @returns the length of a line's longest value, so that the legend keeps its width. */
export function longestValue({ column: { numbers, values }, unit }: Line): number {
  if (values.length === 0) return 0;
  let [low, high] = [0, 0];
  for (let i = 1; i < numbers.length; i++) {
    if ((numbers[i] as number) < (numbers[low] as number)) low = i;
    if ((numbers[i] as number) > (numbers[high] as number)) high = i;
  }
  return Math.max(
    ...[low, high, values.length - 1].map((at) => shortValue(values[at] as string, unit).length),
  );
}

/** @returns the length of a line's date at any crosshair position; 0 if it always has the legend's date. */
export function dateLength(line: Line, lines: readonly Line[], newest: LegendValues): number {
  const value = newest.values.get(line.id);
  if (value === undefined) return 0;
  const isMixed = lines.some(
    ({ hidden, cadence }) => !hidden && cadence.frequency !== line.cadence.frequency,
  );
  return isMixed || newest.dateOf(line, value) !== ''
    ? shownDate(periodText(value.day, line.cadence)).length
    : 0;
}

/** @returns why a formula has nothing to draw, for example too much work; `undefined` for other lines. */
export function whyEmpty({ formula, column, notes }: Line): string | undefined {
  return formula === undefined || column.days.length > 0 ? undefined : notes[0];
}
