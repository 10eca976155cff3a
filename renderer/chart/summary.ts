import { shownDay } from '../../service/calendar/dates.ts';
import { countOf, groupDigits, withUnit } from '../../service/series-math/decimal-text.ts';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { DateRange, LineType } from '../../service/view/types.ts';
import { notOnLog, planAxes } from './axes.ts';
import { valuesAt } from './cursor.ts';
import type { ChartSeries } from './types.ts';
import { type DayRange, toDays, withLastWeek } from './zoom.ts';

/** @returns the chart in words for screen readers: each series' first, last, lowest and highest value. */
export function chartSummary(series: readonly ChartSeries[], range: DayRange): string {
  const shown = series.filter((one) => !one.hidden);
  if (shown.length === 0) return 'Chart without series.';
  const [type = 'line', ...others] = new Set(shown.map((one) => one.type ?? 'line'));
  const name = others.length > 0 ? 'Chart' : NAMES[type];
  return `${name} from ${shownDay(range.from)} to ${shownDay(range.to)}. ${shown.map((one) => sentence(one, range)).join(' ')}`;
}

const NAMES: Record<LineType, string> = {
  line: 'Line chart',
  area: 'Area chart',
  stacked: 'Stacked area chart',
  bar: 'Bar chart',
  step: 'Step chart',
};

function sentence(
  { column, title, unitShort, axisLabel, standing = [] }: ChartSeries,
  range: DayRange,
): string {
  const { days, numbers, values, rest } = column;
  const start = indexAtOrAfter(days, range.from);
  const end = indexAtOrAfter(days, range.to + 1);
  const counted = countOf(Math.max(0, end - start), 'observation');
  if (rest === 'coming') return `${title}: still loading, ${counted} so far.`;
  if (start >= end) return `${title}: no observations.`;
  const dayAt = (i: number) => shownDay(days[i] as number);
  if (rest === 'stopped')
    return `${title}: not all is loaded, ${counted}, ${dayAt(start)} to ${dayAt(end - 1)}.`;
  let [low, high] = [start, start];
  for (let i = start; i < end; i++) {
    if ((numbers[i] as number) < (numbers[low] as number)) low = i;
    if ((numbers[i] as number) > (numbers[high] as number)) high = i;
  }
  const at = (i: number) => `${groupDigits(values[i] as string)} on ${dayAt(i)}`;
  const ending = standing.length > 0 ? `; at the end ${standing.join(', ')}` : '';
  return `${title}, ${axisLabel ?? unitShort}: ${counted}, first ${at(start)}, last ${at(end - 1)}, lowest ${at(low)}, highest ${at(high)}${ending}.`;
}

/** @returns the values at the crosshair in words, for screen readers. */
export function speakCursor(series: readonly ChartSeries[], day: number): string {
  const valueTexts = valuesAt(series, day).map(
    ({ series: { title, unitShort }, text, day: own }) =>
      `${title} ${withUnit(text, unitShort)}${own === day ? '' : ` (${shownDay(own)})`}`,
  );
  return `${shownDay(day)}: ${valueTexts.join('; ') || 'no observations'}`;
}

/** @returns notes on what a chart leaves out, and why. Explore itself lists lines without an axis. */
export function chartNotes(series: readonly ChartSeries[], range: DateRange, isLog: boolean): string[] {
  const { left, right } = planAxes(series);
  const notes: string[] = [];
  const { from, to } = withLastWeek(toDays(range), series);
  const leftOut = isLog ? notOnLog(left, from, to) + notOnLog(right, from, to) : 0;
  if (leftOut > 0)
    notes.push(
      `${countOf(leftOut, 'observation')} of zero or below not drawn: a log axis has no place for them`,
    );
  const drawn = [...left, ...right];
  const without = drawn.filter(({ column }) => column.days.length === 0 && column.rest === undefined);
  // A chart without any observations shows this in the plot instead.
  if (without.length > 0 && without.length < drawn.length)
    notes.push(`No observations in this range: ${without.map(({ title }) => title).join(', ')}`);
  const stacked = drawn.filter(({ type }) => type === 'stacked');
  const lengths = new Set(stacked.map(({ column }) => column.days.length));
  if (lengths.size > 1) notes.push('Stacked on the days that all of them have');
  if (stacked.length > 1) notes.push(...new Set(stacked.flatMap(({ notWhole }) => notWhole ?? [])));
  return notes;
}
