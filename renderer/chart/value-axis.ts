import { nice, ticks } from 'd3-array';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { stackColumns } from './stack.ts';
import type { ChartSeries } from './types.ts';

export type ValueAxis = {
  domain: [number, number];
  ticks: number[];
  isLog: boolean;
  /** Observations of the range that a log axis cannot hold: zero and below. */
  leftOut: number;
};

/**
 * An axis that holds every observation of its series between two days, on round numbers. Lines are not forced down to zero: a
 * reader of levels looks for change. Bars and areas are, since their size is what is read; a log axis has no zero.
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
  const standsOnZero = series.some(({ type }) => type === 'area' || type === 'stacked' || type === 'bar');
  if (isLog) return { ...logAxis(low, high, count), isLog, leftOut: extent.leftOut };
  if (standsOnZero) {
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
 * Ticks at 1, 2 and 5 times powers of ten; of wide axes the powers only, of those below a decade finer ones, and even ones where
 * the values hardly differ. The ends are ticks or what lies just outside.
 */
function logAxis(low: number, high: number, count: number): Pick<ValueAxis, 'domain' | 'ticks'> {
  // Steps of such a range are smaller than its beginning: rounding that down does not reach zero. Nor are they so small
  // that a logarithm is too coarse for them.
  if (high > low * (1 + 1e-6) && high < low * 2) {
    const domain = nice(low, high, count) as [number, number];
    return { domain, ticks: ticks(...domain, count) };
  }
  const factors = high < low * 10 ? [1, 1.5, 2, 3, 4, 5, 7] : [1, 2, 5];
  const every: number[] = [];
  // One power more below: the logarithm of what lies just under a power of ten is rounded to it.
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of factors) every.push(factor * 10 ** power);
  const below = every.filter((tick) => tick <= low).at(-1) ?? low;
  const above = every.find((tick) => tick >= high && tick > below) ?? high;
  const inside = every.filter((tick) => tick >= below && tick <= above);
  const powers = inside.filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e9) / 1e9));
  return { domain: [below, above], ticks: inside.length > 9 && powers.length > 1 ? powers : inside };
}

/** @returns where a value lies between the ends of an axis: 0 at the lower, 1 at the upper one; no number where it has no place. */
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
 * @returns labels with as many decimals as tell neighbouring ticks apart: '36.5T', '250K', '4.25'. One suffix for the whole
 * axis, so that labels compare at a glance; on a log axis, whose ticks are worlds apart, one for each.
 */
export function valueTickLabels(values: readonly number[], isLog = false): string[] {
  if (isLog) return values.map((value) => labelled(value, ...suffixFor(Math.abs(value)), undefined));
  const largest = Math.max(...values.map(Math.abs));
  if (largest >= LARGEST_NAMED) return values.map((value) => (value === 0 ? '0' : powerText(value)));
  const [size, suffix] = suffixFor(largest);
  const step = values.length > 1 ? Math.abs((values[1] as number) - (values[0] as number)) / size : 1;
  return values.map((value) => labelled(value, size, suffix, decimalsOf(step)));
}

function suffixFor(largest: number): [size: number, suffix: string] {
  return SUFFIXES.find(([from]) => largest >= from * (from === 1e3 ? 10 : 1)) ?? [1, ''];
}

function labelled(value: number, size: number, suffix: string, decimals: number | undefined): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= LARGEST_NAMED) return powerText(value);
  const format = new Intl.NumberFormat('en-US', {
    ...(decimals !== undefined && { minimumFractionDigits: decimals }),
    maximumFractionDigits: decimals ?? 6,
  });
  return format.format(value / size) + suffix;
}

/** From a thousand T on a suffix tells nothing any more. An annual rate of a week in 2020 is of 10^55 percent. */
const LARGEST_NAMED = 1e15;

/** @returns '4×10⁵⁷'. */
function powerText(value: number): string {
  const [digits = '', power = ''] = value.toExponential(3).split('e+');
  return `${Number(digits)}×10${power.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')}`;
}

/** Pixels of an 11-px digit, of a sign and of what stands between label and plot; of most axes' numbers the least is enough. */
const LABEL = { digit: 7, room: 10, least: 64 };

/** @returns the pixels that an axis' numbers need beside the plot. */
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
