import { shownDay } from '../../service/calendar/dates.ts';
import { changeBetween } from '../../service/series-math/between.ts';
import { countOf, withUnit } from '../../service/series-math/decimal-text.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';
import { percentChange, shortChange } from '../../service/series-math/short-value.ts';
import { changesByPoints, unitChangeText } from '../../service/series-math/unit-scale.ts';
import { valuesAt } from './cursor.ts';
import type { ChartSeries } from './types.ts';
import type { DayRange } from './zoom.ts';

/** How a line changed between two days, in texts: '+6,000', '+2.5 %', '+1.2 %'; `whole` has all digits of the change; '' where there is nothing to say. */
export type MeasuredChange = {
  series: ChartSeries;
  change: string;
  whole: string;
  percent: string;
  perYear: string;
};

/**
 * @param series those that are drawn. @param days of the crosshair; each line has its own observations there, or just before.
 * @returns the change of every line that has a value at both. Percentages change by points.
 */
export function measured(series: readonly ChartSeries[], { from, to }: DayRange): MeasuredChange[] {
  const ends = new Map(valuesAt(series, to).map((value) => [value.series, value]));
  return valuesAt(series, from).flatMap((start) => {
    const end = ends.get(start.series);
    if (!end) return [];
    const { column, unitShort } = start.series;
    const exactAt = (day: number, text: string) =>
      column.exact?.[column.days.indexOf(day)] ?? fractionOf(text);
    const [a, b] = [exactAt(start.day, start.text), exactAt(end.day, end.text)];
    const found = changeBetween(a, b, end.day - start.day, column.exact !== undefined);
    const isRatio = !changesByPoints(unitShort) && unitShort !== 'ln';
    return {
      series: start.series,
      change: shortChange(found.change, unitShort),
      whole: wholeChange(found.change, start.series),
      percent: isRatio && found.percent !== undefined ? percentChange(found.percent) : '',
      perYear: isRatio && found.perYear !== undefined ? percentChange(found.perYear) : '',
    };
  });
}

/** '+$100,000,000.00', '−6,000 claims', '+0.02 pp'. Of a line without a unit the number alone: `unitShort` may be its formula. */
function wholeChange(change: string, { unitShort, scale }: ChartSeries): string {
  if (unitShort === '$')
    return `${change.startsWith('-') ? '−' : '+'}${withUnit(change.replace('-', ''), '$')}`;
  const hasUnit = scale !== undefined || unitShort === 'claims' || unitShort === 'persons';
  return `${unitChangeText(change, unitShort)}${hasUnit ? ` ${unitShort}` : ''}`;
}

/** @returns the days that are measured: '2020-02-01 to 2021-02-01, 366 days'. */
export function spanText({ from, to }: DayRange): string {
  const days = to - from;
  return `${shownDay(from)} to ${shownDay(to)}, ${countOf(days, 'day')}`;
}

/** @returns the measure in words, for screen readers. */
export function speakMeasured(rows: readonly MeasuredChange[], days: DayRange): string {
  const said = rows.map(({ series, change, percent, perYear }) =>
    [`${series.title} ${change}`, percent, perYear && `${perYear} a year`]
      .filter((part) => part !== '')
      .join(', '),
  );
  return `From ${spanText(days)}: ${said.join('; ') || 'no line has values at both'}`;
}
