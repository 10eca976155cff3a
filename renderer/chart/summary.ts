import { shownDay } from '../../service/calendar/dates.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineType } from '../../service/view/types.ts';
import type { ChartSeries } from './types.ts';
import type { DayRange } from './zoom.ts';

/** @returns the chart in words for screen readers: for each series a sentence with first, last, lowest and highest value. */
export function chartSummary(series: readonly ChartSeries[], range: DayRange): string {
  const shown = series.filter((one) => !one.hidden);
  if (shown.length === 0) return 'Chart without series.';
  return `${chartName(shown)} from ${shownDay(range.from)} to ${shownDay(range.to)}. ${shown.map((one) => sentence(one, range)).join(' ')}`;
}

const NAMES: Record<LineType, string> = {
  line: 'Line chart',
  area: 'Area chart',
  stacked: 'Stacked area chart',
  bar: 'Bar chart',
  step: 'Step chart',
};

function chartName(shown: readonly ChartSeries[]): string {
  const [type, ...others] = new Set(shown.map((one) => one.type ?? 'line'));
  return type === undefined || others.length > 0 ? 'Chart' : NAMES[type];
}

function sentence(
  { column, title, unitShort, axisLabel, standing = [] }: ChartSeries,
  range: DayRange,
): string {
  const start = indexAtOrAfter(column.days, range.from);
  const end = indexAtOrAfter(column.days, range.to + 1);
  const counted = countOf(Math.max(0, end - start), 'observation');
  if (column.rest === 'coming') return `${title}: still loading, ${counted} so far.`;
  if (start >= end) return `${title}: no observations.`;
  if (column.rest === 'stopped')
    return `${title}: not all is loaded, ${counted}, ${shownDay(column.days[start] as number)} to ${shownDay(column.days[end - 1] as number)}.`;
  let low = start;
  let high = start;
  for (let i = start; i < end; i++) {
    if ((column.numbers[i] as number) < (column.numbers[low] as number)) low = i;
    if ((column.numbers[i] as number) > (column.numbers[high] as number)) high = i;
  }
  const at = (i: number) =>
    `${groupDigits(column.values[i] as string)} on ${shownDay(column.days[i] as number)}`;
  return `${title}, ${axisLabel ?? unitShort}: ${counted}, first ${at(start)}, last ${at(end - 1)}, lowest ${at(low)}, highest ${at(high)}${standing.length > 0 ? `; at the end ${standing.join(', ')}` : ''}.`;
}
