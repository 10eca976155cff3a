import { nice, ticks } from 'd3-array';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { stackColumns } from './stack.ts';
import type { ChartSeries } from './types.ts';

export type ValueAxis = {
  domain: [number, number];
  ticks: number[];
  isLog: boolean;
  /** How many observations of the range a log axis leaves out: those of zero and below. */
  leftOut: number;
};

/**
 * Makes an axis with round numbers that holds every observation of its series between two days. Lines do not force the axis to
 * include zero, because readers look for changes. Bars and areas do, because readers compare their sizes. A log axis has no zero.
 * @param count about how many ticks are wanted. @returns `undefined` where there is nothing to show.
 */
export function valueAxis(
  series: readonly ChartSeries[],
  from: number,
  to: number,
  count: number,
  isLog = false,
): ValueAxis | undefined {
  const stacked = series.filter(({ type }) => type === 'stacked');
  const columns = [
    ...series.filter((one) => !stacked.includes(one)).map((one) => one.column),
    ...stackColumns(stacked),
  ];
  const extent = extentOf(columns, from, to, isLog);
  let { low, high } = extent;
  if (low > high) return undefined;
  const includesZero = series.some(({ type }) => type === 'area' || type === 'stacked' || type === 'bar');
  if (isLog) return { ...logAxis(low, high, count), isLog, leftOut: extent.leftOut };
  if (includesZero) {
    low = Math.min(0, low);
    high = Math.max(0, high);
  }
  if (low === high) {
    const room = Math.abs(low) * 0.1 || 1;
    low -= room;
    high += room;
  }
  const domain = nice(low, high, count) as [number, number];
  return { domain, ticks: ticks(...domain, count), isLog, leftOut: 0 };
}

function extentOf(columns: readonly LineColumn[], from: number, to: number, isLog: boolean) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  for (const { days, numbers } of columns) {
    const end = indexAtOrAfter(days, to + 1);
    for (let i = indexAtOrAfter(days, from); i < end; i++) {
      const number = numbers[i] as number;
      if (isLog && number <= 0) {
        leftOut++;
        continue;
      }
      if (number < low) low = number;
      if (number > high) high = number;
    }
  }
  return { low, high, leftOut };
}

/**
 * Ticks at 1, 2 and 5 times powers of ten. A wide axis has the powers only, one of less than a decade has finer ticks, and one whose
 * values hardly differ has evenly spaced ticks. Each end is a tick, or the extreme value where no tick lies beyond it.
 */
function logAxis(low: number, high: number, count: number): Pick<ValueAxis, 'domain' | 'ticks'> {
  // In such a range a step is smaller than the lowest value, so that rounding down never reaches zero; and it is large enough for
  // the precision of a logarithm.
  if (high > low * (1 + 1e-6) && high < low * 2) {
    const domain = nice(low, high, count) as [number, number];
    return { domain, ticks: ticks(...domain, count) };
  }
  const factors = high < low * 10 ? [1, 1.5, 2, 3, 4, 5, 7] : [1, 2, 5];
  const every: number[] = [];
  // One power lower: the logarithm of a value just below a power of ten may be rounded up to that power.
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of factors) every.push(factor * 10 ** power);
  const below = every.filter((tick) => tick <= low).at(-1) ?? low;
  const above = every.find((tick) => tick >= high && tick > below) ?? high;
  const inside = every.filter((tick) => tick >= below && tick <= above);
  const powers = inside.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e9) / 1e9));
  return { domain: [below, above], ticks: inside.length > 9 && powers.length > 1 ? powers : inside };
}

/** @returns the position of a value on an axis: 0 at its lower end, 1 at its upper; NaN where a log axis has no place for it. */
export function shareOf(value: number, { domain: [low, high], isLog }: ValueAxis): number {
  if (!isLog) return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : Number.NaN;
}

const SUFFIXES: [number, string][] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

/**
 * @returns labels with enough decimals to tell neighbouring ticks apart: '36.5T', '250K', '4.25'. All labels of an axis have the
 * same suffix, so that they compare at a glance. On a log axis, whose ticks differ by orders of magnitude, each has its own.
 */
export function valueTickLabels(values: readonly number[], isLog = false): string[] {
  if (isLog) return values.map((value) => tickLabel(value, ...suffixFor(Math.abs(value)), undefined));
  const largest = Math.max(...values.map(Math.abs));
  if (largest >= LARGEST_NAMED) return values.map((value) => (value === 0 ? '0' : powerText(value)));
  const [size, suffix] = suffixFor(largest);
  const step = values.length > 1 ? Math.abs((values[1] as number) - (values[0] as number)) / size : 1;
  return values.map((value) => tickLabel(value, size, suffix, decimalsOf(step)));
}

function suffixFor(largest: number): [size: number, suffix: string] {
  return SUFFIXES.find(([from]) => largest >= from * (from === 1e3 ? 10 : 1)) ?? [1, ''];
}

function tickLabel(value: number, size: number, suffix: string, decimals: number | undefined): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= LARGEST_NAMED) return powerText(value);
  const format = new Intl.NumberFormat('en-US', {
    ...(decimals !== undefined && { minimumFractionDigits: decimals }),
    maximumFractionDigits: decimals ?? 6,
  });
  return format.format(value / size) + suffix;
}

/** From a thousand T on, numbers are written as powers of ten: the annual rate of a week in 2020 is 10^55 percent. */
const LARGEST_NAMED = 1e15;

/** @returns '4×10⁵⁷'. */
function powerText(value: number): string {
  const [digits = '', power = ''] = value.toExponential(3).split('e+');
  return `${Number(digits)}×10${power.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')}`;
}

/** In pixels: the width of a digit of 11 px, what sign and gap to the plot need, and the least width. Labels of five
 * letters, as most have, fit into it, so that the plot stays where it is when the units change. */
const LABEL = { digit: 6.4, room: 8, least: 40 };

/** @returns the width that the labels of an axis need beside the plot, in pixels. */
export function axisWidth({ ticks: values, isLog }: Pick<ValueAxis, 'ticks' | 'isLog'>): number {
  const longest = Math.max(0, ...valueTickLabels(values, isLog).map((label) => label.length));
  return Math.max(LABEL.least, longest * LABEL.digit + LABEL.room);
}

/** @returns the fewest decimals that write a step of the axis exactly, 6 at most: 0 for 5, 2 for 0.25. */
function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 6; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 6;
}
