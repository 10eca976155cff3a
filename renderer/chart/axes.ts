import { nice, ticks } from 'd3-array';
import { utcTicks } from 'd3-time';
import { dateText, SHORT_MONTHS } from '../../service/calendar/dates.ts';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { PLAIN, type TickScale, valueTickLabels, WRITTEN_OUT } from './tick-labels.ts';
import type { ChartSeries, Side } from './types.ts';

export type AxisPlan = {
  left: ChartSeries[];
  right: ChartSeries[];
  /** Series of a third unit: the page lists them, because they would be wrong on either scale. */
  undrawn: ChartSeries[];
};

/** Assigns series to axes: by their `axis`, else the first unit left, the second right; 'pp' joins '%'. */
export function planAxes(series: readonly ChartSeries[]): AxisPlan {
  const visible = series.filter((one) => !one.hidden);
  const held = visible.filter((one) => !one.hasNoData);
  const shown = held.length > 0 ? held : visible;
  const sideOfUnit = new Map<string, Side>();
  for (const { axis, unitShort } of shown) {
    if (axis || sideOfUnit.has(unitShort)) continue;
    const isFree = (side: Side) =>
      ![...sideOfUnit.values()].includes(side) &&
      shown.every((one) => one.axis !== side || one.unitShort === unitShort);
    const free = SIDES.find(isFree);
    if (free) sideOfUnit.set(unitShort, free);
  }
  const shared = (unit: string) => sideOfUnit.get(unit) ?? (unit === 'pp' ? sideOfUnit.get('%') : undefined);
  const on = (side: Side | undefined) => shown.filter((one) => (one.axis ?? shared(one.unitShort)) === side);
  return { left: on('left'), right: on('right'), undrawn: on(undefined) };
}

export const SIDES = ['left', 'right'] as const;

/** @returns the scale that all series of an axis share; `WRITTEN_OUT` if their scales differ. */
export function axisScale(series: readonly ChartSeries[]): TickScale {
  const [first, ...others] = series.map(({ scale }) => scale ?? PLAIN);
  const isShared = others.every(({ power, sign }) => power === first?.power && sign === first.sign);
  return first && isShared ? first : WRITTEN_OUT;
}

/** @returns the label of an axis: each unit of its series once, in the form that its ticks use. */
export function axisLabel(series: readonly ChartSeries[]): string {
  const { power, sign } = axisScale(series);
  const isScaled = power > 0 || sign !== '';
  const label = (one: ChartSeries) =>
    (isScaled ? one.scale?.label : undefined) ?? one.axisLabel ?? one.unitShort;
  return [...new Set(series.map(label))].join(' · ');
}

export type ValueAxis = {
  domain: [number, number];
  ticks: number[];
  labels: readonly string[];
  isLog: boolean;
};

/** The axis of a side without lines. */
export const EMPTY_AXIS: ValueAxis = { domain: [0, 1], ticks: [], labels: [], isLog: false };

/** Returns an axis for the observations between two days, if any. Axes of bars and areas include zero. */
export function valueAxis(
  series: readonly ChartSeries[],
  from: number,
  to: number,
  count: number,
  isLog = false,
): ValueAxis | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const numbers of numbersBetween(series, from, to)) {
    // By index: `for … of` over a Float64Array made a step of a pan of 8 × 250,000 values take twice as long.
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] as number;
      if (isLog && number <= 0) continue;
      if (number < low) low = number;
      if (number > high) high = number;
    }
  }
  if (low > high) return undefined;
  if (isLog) {
    const axis = logAxis(low, high, count);
    return { ...axis, labels: valueTickLabels(axis.ticks, true, axisScale(series)), isLog };
  }
  if (series.some(({ type }) => type === 'area' || type === 'stacked' || type === 'bar')) {
    low = Math.min(0, low);
    high = Math.max(0, high);
  }
  const room = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  return { ...roundAxis(low - room, high + room, count, axisScale(series)), isLog };
}

/** @returns the drawn numbers of each series between two days. */
function numbersBetween(series: readonly ChartSeries[], from: number, to: number): Float64Array[] {
  return drawnColumns(series).map(({ days, numbers }) =>
    numbers.subarray(indexAtOrAfter(days, from), indexAtOrAfter(days, to + 1)),
  );
}

/** @returns how many observations between two days are zero or below and so are missing on a log axis. */
export function notOnLog(series: readonly ChartSeries[], from: number, to: number): number {
  return numbersBetween(series, from, to).reduce(
    (count, numbers) => count + numbers.filter((one) => one <= 0).length,
    0,
  );
}

/** @returns an axis with about `count` round numbers, from `low` to `high`, which must differ. */
export function roundAxis(
  low: number,
  high: number,
  count: number,
  scale?: TickScale,
): Omit<ValueAxis, 'isLog'> {
  const axis = roundTicks(low, high, count);
  return { ...axis, labels: valueTickLabels(axis.ticks, false, scale) };
}

function roundTicks(low: number, high: number, count: number): Pick<ValueAxis, 'domain' | 'ticks'> {
  const domain = nice(low, high, count) as [number, number];
  return { domain, ticks: ticks(...domain, count) };
}

/** Factors of the ticks within each decade of a log axis, from most ticks to fewest. */
const WITHIN_DECADES = [[1, 1.5, 2, 3, 4, 5, 7], [1, 2, 5], [1, 3], [1]] as const;

/** Least distance between two ticks of a log axis, as a share of an even step: labels are 11 px high. */
const CLOSEST = 0.27;

/** Returns a log axis with as many ticks as fit: factors of `WITHIN_DECADES`, or only every few powers. */
function logAxis(low: number, high: number, count: number): Pick<ValueAxis, 'domain' | 'ticks'> {
  // Within a factor of 2 steps are even. They are below the lowest value, so the axis never starts at 0.
  if (high > low * (1 + 1e-6) && high < low * 2) return roundTicks(low, high, count);
  const [fullest = [], ...fewer] = WITHIN_DECADES.slice(high < low * 10 ? 0 : 1).map((factors) =>
    roundNumbers(low, high, factors),
  );
  const below = fullest.findLast((tick) => tick <= low) ?? low;
  const above = fullest.find((tick) => tick >= high && tick > below) ?? high;
  const choices = [fullest, ...fewer].map((all) => all.filter((tick) => tick >= below && tick <= above));
  const hasRoom = (all: readonly number[]) =>
    all.every((tick, i) => {
      const share = i === 0 ? 1 : Math.log(tick / (all[i - 1] as number)) / Math.log(above / below);
      return share * count >= CLOSEST;
    });
  const powers = choices.at(-1) ?? [];
  const every = Math.ceil(powers.length / (count / CLOSEST));
  return { domain: [below, above], ticks: choices.find(hasRoom) ?? powers.filter((_, i) => i % every === 0) };
}

/** @returns `factors` times the powers of ten around two numbers, ascending. */
function roundNumbers(low: number, high: number, factors: readonly number[]): number[] {
  // Start one power lower: the logarithm of a value just below a power of ten may round up to that power.
  const first = Math.floor(Math.log10(low)) - 1;
  const powers = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => first + i);
  return powers.flatMap((power) => factors.map((factor) => factor * 10 ** power));
}

/** @returns a value's position from 0 (the axis's lower end) to 1; NaN if a log axis cannot show it. */
export function shareOf(value: number, { domain: [low, high], isLog }: ValueAxis): number {
  if (!isLog) return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : Number.NaN;
}

/** @returns a stack's upper edges on the days that all series have: a partial sum would look like a fall. */
export function stackColumns(series: readonly ChartSeries[]): LineColumn[] {
  const [first, ...others] = series.map(({ column }) => column);
  if (!first) return [];
  const places = others.map((column) => new Map(Array.from(column.days, (day, i) => [day, i])));
  const days = first.days.filter((day) => places.every((place) => place.has(day)));
  const inFirst = new Map(Array.from(first.days, (day, i) => [day, i]));
  const sums = new Float64Array(days.length);
  return [first, ...others].map((column, c) => {
    const place = places[c - 1] ?? inFirst;
    for (const [k, day] of days.entries())
      sums[k] = (sums[k] as number) + (column.numbers[place.get(day) as number] as number);
    return { ...column, days, values: Array.from(days, () => ''), numbers: sums.slice() };
  });
}

/** @returns the column to draw for each series of one axis: for a stacked series, its upper edge. */
export function drawnColumns(series: readonly ChartSeries[]): LineColumn[] {
  const edges = stackColumns(series.filter(({ type }) => type === 'stacked'));
  return series.map((one) => (one.type === 'stacked' && edges.shift()) || one.column);
}

const MS_PER_DAY = 86_400_000;

/** Returns about `count` ascending day numbers for ticks on whole years, quarters, months, weeks or days. */
export function dateTicks(from: number, to: number, count: number): number[] {
  const found = utcTicks(new Date(from * MS_PER_DAY), new Date(to * MS_PER_DAY), count);
  // In a short range ticks may fall on hours: keep only whole days.
  return found.map((tick) => tick.getTime() / MS_PER_DAY).filter(Number.isInteger);
}

/** @returns the labels of the ticks: '2020', 'Mar 2020' or 'Mar 5', depending on their distance. */
export function dateTickLabels(days: readonly number[]): string[] {
  const texts = days.map(dateText);
  if (texts.every((text) => text.endsWith('-01-01'))) return texts.map((text) => text.slice(0, 4));
  const areMonths = texts.every((text) => text.endsWith('-01'));
  return texts.map((text, i) => {
    const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), Number(text.slice(8))];
    const name = SHORT_MONTHS[Number(month) - 1] as string;
    if (areMonths) return i === 0 || month === '01' ? `${name} ${year}` : name;
    return i === 0 || texts[i - 1]?.slice(0, 4) !== year ? `${name} ${day}, ${year}` : `${name} ${day}`;
  });
}
