import { dateText, dayNumber, daysFromCivil, shiftMonths } from '../calendar/dates.ts';
import { printDecimal } from './exact-decimal.ts';
import { type Matrix, type MatrixColumn, rowOnOrBefore } from './matrix.ts';
import { LONGEST_HOLE } from './periods.ts';

/** Similar days lie at least `EARLIER` days before the chosen day, over `APART` days from a better match. */
const EARLIER = 365;
const APART = 90;
/** Two days are not alike if their curves differ by more than this, in basis points. */
export const LARGEST_ALIKE_DISTANCE = 20;

/** A day, and its curve's distance from the chosen day's: root mean square difference, in basis points. */
export type AlikeDay = { row: number; distance: number };

/**
 * Finds the days before `row` with the most similar curve shape, nearest first; none if the day lacks a tenor
 * of `names`. Compares each tenor less the mean of its day, or with `withLevel` the yields themselves.
 */
export function alikeDays(
  matrix: Matrix,
  names: readonly string[],
  row: number,
  most: number,
  withLevel = false,
): AlikeDay[] {
  const { days, places } = matrix;
  const columns = names.flatMap((wanted) => matrix.columns.find(({ name }) => name === wanted)?.scaled ?? []);
  if (columns.length < names.length) return [];
  const shape = (at: number, into: Float64Array): boolean => {
    let sum = 0;
    for (let i = 0; i < names.length; i++) sum += into[i] = (columns[i] as Float64Array)[at] as number;
    const mean = withLevel ? 0 : sum / names.length;
    for (let i = 0; i < names.length; i++) into[i] = (into[i] as number) - mean;
    return !Number.isNaN(sum);
  };
  const own = new Float64Array(names.length);
  if (!shape(row, own)) return [];
  const other = new Float64Array(names.length);
  const toBasisPoints = 10 ** (2 - places);
  const found: AlikeDay[] = [];
  for (let at = 0; (days[row] as number) - (days[at] as number) >= EARLIER; at++) {
    if (!shape(at, other)) continue;
    let sum = 0;
    for (let i = 0; i < names.length; i++) sum += ((own[i] as number) - (other[i] as number)) ** 2;
    found.push({ row: at, distance: Math.sqrt(sum / names.length) * toBasisPoints });
  }
  found.sort((a, b) => a.distance - b.distance || b.row - a.row);
  const kept: AlikeDay[] = [];
  for (const one of found) {
    if (kept.length === most) break;
    const isNear = kept.some(
      (better) => Math.abs((days[better.row] as number) - (days[one.row] as number)) <= APART,
    );
    if (!isNear) kept.push(one);
  }
  return kept;
}

/** The spans of a change: from the observation before; a week, month or year before; the end of last year. */
export const CHANGE_SPANS = ['1d', '1w', '1m', 'YTD', '1y'] as const;
export type Span = (typeof CHANGE_SPANS)[number];

/** @returns the day a span leads back to. The change starts from the newest observation on or before it. */
export function wantedDay(day: number, span: Span): number {
  const date = dateText(day);
  switch (span) {
    case '1d':
      return day - 1;
    case '1w':
      return day - 7;
    case '1m':
      return dayNumber(shiftMonths(date, -1)) as number;
    case '1y':
      return dayNumber(shiftMonths(date, -12)) as number;
    case 'YTD':
      return daysFromCivil(Number(date.slice(0, 4)) - 1, 12, 31);
  }
}

/** @returns the row of the newest value on or before a day; `undefined` if it is more than a week older. */
export function referenceRow(
  { days }: Pick<Matrix, 'days'>,
  { scaled }: Pick<MatrixColumn, 'scaled'>,
  wanted: number,
): number | undefined {
  for (let row = rowOnOrBefore(days, wanted); row >= 0; row--) {
    if (wanted - (days[row] as number) > LONGEST_HOLE) return undefined;
    if (!Number.isNaN(scaled[row] as number)) return row;
  }
  return undefined;
}

/** @param difference of percent values, × 10^`places`. @returns it in exact basis points: '-17', '0.5'. */
export function basisPoints(difference: number, { places }: Pick<Matrix, 'places'>): string {
  if (places <= 2) return String(difference * 10 ** (2 - places) || 0);
  const text = printDecimal(BigInt(difference), places - 2);
  return text.replace(/\.?0+$/, '');
}

/** @returns a column's change between two rows in basis points; `undefined` if either has no value. */
export function changeBetweenRows(
  matrix: Matrix,
  { scaled }: MatrixColumn,
  from: number | undefined,
  to: number,
): string | undefined {
  const difference = from === undefined ? Number.NaN : (scaled[to] as number) - (scaled[from] as number);
  return Number.isNaN(difference) ? undefined : basisPoints(difference, matrix);
}

/**
 * Computes how wrong forward rates are that take par yields as zero rates. No view shows forwards; the guide
 * explains why with these numbers. An illustration in doubles: half-yearly coupons, par yields joined
 * linearly.
 */

/** A tenor in years and its par yield: percent a year, bond-equivalent. Curves ascend from ≤ half a year. */
export type ParYield = readonly [years: number, percent: number];

/** @returns the par yield of a maturity between the first and last tenor, interpolated linearly. */
function parYield(curve: readonly ParYield[], years: number): number {
  const after = curve.findIndex(([tenor]) => tenor >= years);
  const [tenor, percent] = curve[after] as ParYield;
  if (tenor === years) return percent;
  const [before, from] = curve[after - 1] as ParYield;
  return from + ((percent - from) * (years - before)) / (tenor - before);
}

/** @returns today's value of a dollar paid at each half-year: each coupon bond at par is worth 1. */
function discountFactors(curve: readonly ParYield[], years: number): number[] {
  const factors = [1];
  for (let half = 1, coupons = 0; half <= years * 2; half++) {
    const coupon = parYield(curve, half / 2) / 200;
    const factor = (1 - coupon * coupons) / (1 + coupon);
    factors.push(factor);
    coupons += factor;
  }
  return factors;
}

/** Forward rates in percent, compounded twice a year. `naive` takes par yields as zero rates. */
export type Forward = { bootstrapped: number; naive: number };

/** @param from, to whole years that the curve covers. */
export function forwardRate(curve: readonly ParYield[], from: number, to: number): Forward {
  const rate = (growth: number) => 200 * (growth ** (1 / ((to - from) * 2)) - 1);
  const factors = discountFactors(curve, to);
  const grown = (years: number) => (1 + parYield(curve, years) / 200) ** (years * 2);
  return {
    bootstrapped: rate((factors[from * 2] as number) / (factors[to * 2] as number)),
    naive: rate(grown(to) / grown(from)),
  };
}

/** The difference of two tenors on the days that have both. */
export type SpreadSeries = {
  readonly days: Int32Array;
  /** Whole numbers × 10^-`places` of the matrix. */
  readonly scaled: Float64Array;
  /** The matrix row of each day. */
  readonly rows: Int32Array;
};

/** A run of days with a spread below zero: first and last day number, and the number of observations. */
export type Inversion = { from: number; to: number; count: number };

/** Statistics of a spread up to a day. */
type SpreadFacts = {
  count: number;
  /** Days below zero. Days at exactly zero are flat, not inverted. */
  below: number;
  flat: number;
  runs: readonly Inversion[];
  /** The index of the first lowest and first highest value; -1 if the series is empty. */
  lowest: number;
  highest: number;
};

/** @param long, short names of columns. @returns long − short, exact; empty if the matrix lacks either. */
export function matrixSpread({ days, columns }: Matrix, long: string, short: string): SpreadSeries {
  const a = columns.find(({ name }) => name === long)?.scaled;
  const b = columns.find(({ name }) => name === short)?.scaled;
  const rows: number[] = [];
  const scaled: number[] = [];
  for (let row = 0; a && b && row < days.length; row++) {
    const difference = (a[row] as number) - (b[row] as number);
    if (Number.isNaN(difference)) continue;
    rows.push(row);
    scaled.push(difference);
  }
  return {
    days: Int32Array.from(rows, (row) => days[row] as number),
    scaled: Float64Array.from(scaled),
    rows: Int32Array.from(rows),
  };
}

/** A run ends at a value of zero or above, and at missing days. @param end index after the last value */
export function spreadFacts({ days, scaled }: SpreadSeries, end = days.length): SpreadFacts {
  const runs: Inversion[] = [];
  const facts = { count: end, below: 0, flat: 0, runs, lowest: end > 0 ? 0 : -1, highest: end > 0 ? 0 : -1 };
  for (let i = 0; i < end; i++) {
    const value = scaled[i] as number;
    const day = days[i] as number;
    if (value < (scaled[facts.lowest] as number)) facts.lowest = i;
    if (value > (scaled[facts.highest] as number)) facts.highest = i;
    if (value === 0) facts.flat++;
    if (value >= 0) continue;
    facts.below++;
    const open = runs.at(-1);
    const continues = open && open.to === days[i - 1] && day - open.to - 1 <= LONGEST_HOLE;
    if (continues) {
      open.to = day;
      open.count++;
    } else runs.push({ from: day, to: day, count: 1 });
  }
  return facts;
}

/** @returns the longest run; the first if several are equally long. */
export function longestRun(runs: readonly Inversion[]): Inversion | undefined {
  return runs.reduce<Inversion | undefined>(
    (longest, run) => (longest && longest.count >= run.count ? longest : run),
    undefined,
  );
}

/** How many of `total` values are at or below a given value. */
export type SpreadRank = { count: number; total: number };

/** @param start, end half-open range. @returns how many of its values are at or below `value`. */
export function rankOf(scaled: Float64Array, value: number, start: number, end: number): SpreadRank {
  const rank = { count: 0, total: 0 };
  for (let i = start; i < end; i++) {
    const one = scaled[i] as number;
    if (Number.isNaN(one)) continue;
    rank.total++;
    if (one <= value) rank.count++;
  }
  return rank;
}

/** A tenor's state on a day: it has a value, was not published yet, or lacks a value after its start. */
type TenorState = 'value' | 'unpublished' | 'missing';

/** @returns the rows of the first and last value; -1 if there is none. */
export function lifeOf({ scaled }: Pick<MatrixColumn, 'scaled'>): { first: number; last: number } {
  const hasValue = (value: number) => !Number.isNaN(value);
  return { first: scaled.findIndex(hasValue), last: scaled.findLastIndex(hasValue) };
}

/**
 * Returns the day number on which a column begins; infinite if it has no value.
 * @param from the tenor's first publication, if known: the matrix may begin later
 */
export function startOf({ days }: Pick<Matrix, 'days'>, column: Pick<MatrixColumn, 'scaled'>, from?: number) {
  const { first } = lifeOf(column);
  return from ?? (first < 0 ? Number.POSITIVE_INFINITY : (days[first] as number));
}

/** @param start the day number on which the tenor begins (`startOf`). */
export function tenorState(
  { days }: Pick<Matrix, 'days'>,
  { scaled }: Pick<MatrixColumn, 'scaled'>,
  row: number,
  start: number,
): TenorState {
  if (!Number.isNaN(scaled[row] as number)) return 'value';
  return (days[row] as number) < start ? 'unpublished' : 'missing';
}

/** The rows of a band's lower and upper value. */
export type BandRows = { low: number; high: number };

/**
 * Returns the rows of the values between which a share of a column's days lies, by nearest rank (Hyndman and
 * Fan, 'Sample Quantiles', 1996, definition 1). @param start, end half-open. @param share of days up to the
 * lower value: 0.1; 0 for the extremes
 */
export function bandRows(
  { scaled }: Pick<MatrixColumn, 'scaled'>,
  start: number,
  end: number,
  share: number,
): BandRows | undefined {
  const values = scaled.slice(start, end).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return undefined;
  values.sort();
  // Sorting numbers takes half the time of sorting rows. Rows of equal value are ranked in their order.
  const ranked = (part: number) => {
    const rank = Math.max(0, Math.ceil(part * values.length) - 1);
    const value = values[rank] as number;
    let row = scaled.indexOf(value, start);
    for (let more = rank - values.indexOf(value); more > 0; more--) row = scaled.indexOf(value, row + 1);
    return row;
  };
  return { low: ranked(share), high: ranked(1 - share) };
}

/** @returns the median of a column's values in a range of rows, by nearest rank; NaN if there is none. */
export function medianOf(column: Pick<MatrixColumn, 'scaled'>, start: number, end: number): number {
  const values = column.scaled.slice(start, end).filter((value) => !Number.isNaN(value));
  values.sort();
  return values[Math.ceil(values.length / 2) - 1] ?? Number.NaN;
}
