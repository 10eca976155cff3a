import { nice, ticks } from 'd3-array';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../../service/view/types.ts';
import { axisScale } from './axes.ts';
import { drawnColumns } from './stack.ts';
import { valueTickLabels } from './tick-labels.ts';
import type { ChartSeries } from './types.ts';

export type ValueAxis = {
  domain: [number, number];
  ticks: number[];
  /** What stands at the ticks. */
  labels: readonly string[];
  isLog: boolean;
};

/** The axis of a side where nothing is drawn. */
export const EMPTY_AXIS: ValueAxis = { domain: [0, 1], ticks: [], labels: [], isLog: false };

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
  let { low, high } = extentOf(drawnColumns(series), from, to, isLog);
  if (low > high) return undefined;
  const includesZero = series.some(({ type }) => type === 'area' || type === 'stacked' || type === 'bar');
  const labelled = (made: Pick<ValueAxis, 'domain' | 'ticks'>) => ({
    ...made,
    labels: valueTickLabels(made.ticks, isLog, axisScale(series)),
    isLog,
  });
  if (isLog) return labelled(logAxis(low, high, count));
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
  return labelled({ domain, ticks: ticks(...domain, count) });
}

/** @returns how many observations between two days a log axis has no place for: those of zero and below. */
export function notOnLog(series: readonly ChartSeries[], from: number, to: number): number {
  return drawnColumns(series).reduce(
    (count, { days, numbers }) =>
      count +
      numbers.subarray(indexAtOrAfter(days, from), indexAtOrAfter(days, to + 1)).filter((one) => one <= 0)
        .length,
    0,
  );
}

/** @returns an axis with about `count` round numbers from the lower to the higher of two, which differ. */
export function roundAxis(low: number, high: number, count: number): Omit<ValueAxis, 'isLog'> {
  const domain = nice(low, high, count) as [number, number];
  const at = ticks(...domain, count);
  return { domain, ticks: at, labels: valueTickLabels(at) };
}

function extentOf(columns: readonly LineColumn[], from: number, to: number, isLog: boolean) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { days, numbers } of columns) {
    const end = indexAtOrAfter(days, to + 1);
    for (let i = indexAtOrAfter(days, from); i < end; i++) {
      const number = numbers[i] as number;
      if (isLog && number <= 0) continue;
      if (number < low) low = number;
      if (number > high) high = number;
    }
  }
  return { low, high };
}

/** Ticks of a log axis within each decade, from many to few. */
const WITHIN_DECADES = [[1, 1.5, 2, 3, 4, 5, 7], [1, 2, 5], [1, 3], [1]] as const;

/** The least distance between two ticks, as a share of that at which an axis with even steps has them: labels are 11 px high. */
const CLOSEST = 0.27;

/**
 * Ticks at as many round numbers as there is room for: 1, 2 and 5 times each power of ten, or 1 and 3, or the powers alone; at more
 * of them in less than a decade, and evenly spaced where values hardly differ. The ends are round numbers, or the extreme values
 * where no round number lies beyond them.
 */
function logAxis(low: number, high: number, count: number): Pick<ValueAxis, 'domain' | 'ticks'> {
  // In such a range a step is smaller than the lowest value, so that rounding down never reaches zero; and it is large enough for
  // the precision of a logarithm.
  if (high > low * (1 + 1e-6) && high < low * 2) {
    const domain = nice(low, high, count) as [number, number];
    return { domain, ticks: ticks(...domain, count) };
  }
  const [fullest, ...fewer] = WITHIN_DECADES.slice(high < low * 10 ? 0 : 1).map((factors) =>
    roundNumbers(low, high, factors),
  );
  const below = fullest?.findLast((tick) => tick <= low) ?? low;
  const above = fullest?.find((tick) => tick >= high && tick > below) ?? high;
  const choices = [fullest ?? [], ...fewer].map((all) =>
    all.filter((tick) => tick >= below && tick <= above),
  );
  const hasRoom = (all: readonly number[]) =>
    all.every((tick, i) => {
      const share = i === 0 ? 1 : Math.log(tick / (all[i - 1] as number)) / Math.log(above / below);
      return share * count >= CLOSEST;
    });
  const powers = choices.at(-1) ?? [];
  const every = Math.ceil(powers.length / (count / CLOSEST));
  const fitting = choices.find((all) => hasRoom(all)) ?? powers.filter((_, i) => i % every === 0);
  return { domain: [below, above], ticks: fitting };
}

/** @returns `factors` times all powers of ten around two numbers, ascending. */
function roundNumbers(low: number, high: number, factors: readonly number[]): number[] {
  const all: number[] = [];
  // One power lower: the logarithm of a value just below a power of ten may be rounded up to that power.
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of factors) all.push(factor * 10 ** power);
  return all;
}

/** @returns the position of a value on an axis: 0 at its lower end, 1 at its upper; NaN where a log axis has no place for it. */
export function shareOf(value: number, { domain: [low, high], isLog }: ValueAxis): number {
  if (!isLog) return (value - low) / (high - low);
  return value > 0 ? Math.log(value / low) / Math.log(high / low) : Number.NaN;
}
