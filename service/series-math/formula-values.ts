import { assertNever } from '../contract/failure.ts';
import { powerOfTen, RATE_PLACES } from './exact-decimal.ts';
import { exponential } from './exponential.ts';
import type { Formula, Operator } from './formula.ts';
import { added, fractionOf, negated, printExact, printRounded, quotient } from './fraction.ts';
import { preciseLogarithm } from './logarithm.ts';
import { meansOf } from './moving-average.ts';
import { periodOf } from './periods.ts';
import type { Cadence, Fraction, TimeSeries } from './types.ts';

/** Values of a variable: texts, or fractions if the texts would be rounded; `undefined` on a date without a value. */
export type Column = readonly (string | Fraction | undefined)[];

/**
 * Why a formula has no result on a date: a series has no value, a division by zero, a power without a real result or too large, a
 * logarithm of zero or less.
 */
export type Lack = 'missing' | 'zero' | 'power' | 'log';

/** The results, and for each reason the days without a result. */
export type FormulaValues = TimeSeries & { without: Readonly<Record<Lack, readonly number[]>> };

/** What a formula is calculated of: the days, what a period is for `ma` and `lag`, and the values of each variable on these days. */
export type FormulaInput = {
  days: Int32Array;
  cadence: Cadence;
  /** A variable without a column has no values. */
  columns: Readonly<Record<string, Column>>;
};

/**
 * Calculates a formula on each date. There is no result on a date if one of its series has no value, if it divides by zero, or if it
 * takes a root of a negative number or a logarithm of a number that is not above zero. It is calculated in fractions and rounded once, at
 * the end. Periods are counted as for moving averages and units: a missing month shifts no lag.
 *
 * Decimals: if the formula uses only +, -, *, lag, min, max and abs, the result is exact (cents stay cents). Otherwise, or if a series
 * consists of means, the result has five decimals, rounded half away from zero.
 * Powers with an exponent that is not whole, and very large powers, are calculated in double precision; ln and exp with at least 40
 * correct decimals (exp: digits), before the result is rounded.
 */
export function formulaValues(formula: Formula, input: FormulaInput): FormulaValues {
  const calculate = calculation(formula, input);
  const isOfMeans = Object.values(input.columns).some((column) =>
    column.some((one) => typeof one === 'object'),
  );
  const places = isExact(formula) && !isOfMeans ? undefined : RATE_PLACES;
  const kept: number[] = [];
  const values: string[] = [];
  const without: Record<Lack, number[]> = { missing: [], zero: [], power: [], log: [] };
  for (const [i, day] of input.days.entries()) {
    const result = calculate(i);
    if (typeof result === 'string') {
      without[result].push(day);
      continue;
    }
    kept.push(day);
    values.push(places === undefined ? printExact(result) : printRounded(result, places));
  }
  return { days: Int32Array.from(kept), values, without };
}

/** @returns whether a formula's results are exact: it neither divides nor takes powers, means or logarithms. */
export function isExact(formula: Formula): boolean {
  if (formula.kind === 'minus') return isExact(formula.of);
  if (formula.kind === 'call')
    return !['ma', 'ln', 'exp'].includes(formula.name) && formula.of.every(isExact);
  if (formula.kind !== 'operation') return true;
  if (formula.operator === '/' || formula.operator === '^') return false;
  return isExact(formula.left) && isExact(formula.right);
}

/** Calculates on the date with a given index. */
type Calculate = (index: number) => Fraction | Lack;

function calculation(formula: Formula, input: FormulaInput): Calculate {
  switch (formula.kind) {
    case 'number': {
      const number = fractionOf(formula.text);
      return () => number;
    }
    case 'variable': {
      const column = input.columns[formula.name];
      return (index) => {
        const value = column?.[index];
        if (value === undefined) return 'missing';
        return typeof value === 'string' ? fractionOf(value) : value;
      };
    }
    case 'minus': {
      const of = calculation(formula.of, input);
      return (index) => {
        const value = of(index);
        return typeof value === 'string' ? value : negated(value);
      };
    }
    case 'operation': {
      const left = calculation(formula.left, input);
      const right = calculation(formula.right, input);
      return (index) => {
        const a = left(index);
        if (typeof a === 'string') return a;
        const b = right(index);
        return typeof b === 'string' ? b : operate(formula.operator, a, b);
      };
    }
    case 'call':
      return call(formula, input);
    default:
      return assertNever(formula);
  }
}

function call({ name, of, count = 1 }: Extract<Formula, { kind: 'call' }>, input: FormulaInput): Calculate {
  const parts = of.map((one) => calculation(one, input));
  const [first] = parts as [Calculate];
  switch (name) {
    case 'ma':
      return means(first, count, input);
    case 'lag':
      return lagged(first, count, input);
    case 'min':
    case 'max':
      return (index) => extreme(parts, index, name === 'min' ? -1n : 1n);
    case 'abs':
      return each(first, (value) => (value.n < 0n ? negated(value) : value));
    case 'ln':
      return each(first, (value) => preciseLogarithm(value) ?? 'log');
    case 'exp':
      return each(first, (value) => exponential(value) ?? 'power');
    default:
      return assertNever(name);
  }
}

function each(of: Calculate, make: (value: Fraction) => Fraction | Lack): Calculate {
  return (index) => {
    const value = of(index);
    return typeof value === 'string' ? value : make(value);
  };
}

/** @param sign 1 for the largest, −1 for the smallest. */
function extreme(parts: readonly Calculate[], index: number, sign: bigint): Fraction | Lack {
  let best: Fraction | undefined;
  for (const part of parts) {
    const value = part(index);
    if (typeof value === 'string') return value;
    if (best === undefined || (value.n * best.d - best.n * value.d) * sign > 0n) best = value;
  }
  return best ?? 'missing';
}

function means(of: Calculate, count: number, { days, cadence }: FormulaInput): Calculate {
  const values = Array.from(days, (_, index) => of(index));
  const places = values.flatMap((value, index) => (typeof value === 'string' ? [] : [index]));
  const found = meansOf(
    days.filter((_, index) => typeof values[index] !== 'string'),
    places.map((index) => values[index] as Fraction),
    count,
    cadence,
  );
  const byIndex = new Map(places.map((index, i) => [index, found[i]]));
  return (index) => {
    const value = values[index] as Fraction | Lack;
    return typeof value === 'string' ? value : (byIndex.get(index) ?? 'missing');
  };
}

function lagged(of: Calculate, count: number, { days, cadence }: FormulaInput): Calculate {
  const indexes = new Map(Array.from(days, (day, index) => [periodOf(day, cadence), index]));
  return (index) => {
    const before = indexes.get(periodOf(days[index] as number, cadence) - count);
    return before === undefined ? 'missing' : of(before);
  };
}

function operate(operator: Operator, a: Fraction, b: Fraction): Fraction | Lack {
  switch (operator) {
    case '+':
      return added(a, b);
    case '-':
      return added(a, negated(b));
    case '*':
      return { n: a.n * b.n, d: a.d * b.d };
    case '/':
      return b.n === 0n ? 'zero' : quotient(a, b);
    case '^':
      return power(a, b);
    default:
      return assertNever(operator);
  }
}

/** A power with more digits than this is calculated in double precision. */
const MOST_DIGITS = 2000;

function power(base: Fraction, exponent: Fraction): Fraction | Lack {
  const times = Number(exponent.n) / Number(exponent.d);
  const digits = Math.max(base.n.toString().length, base.d.toString().length);
  if (exponent.n % exponent.d === 0n && Math.abs(times) * digits <= MOST_DIGITS) {
    const count = BigInt(Math.abs(times));
    const raised = { n: base.n ** count, d: base.d ** count };
    return times < 0 ? operate('/', { n: 1n, d: 1n }, raised) : raised;
  }
  return fromNumber((Number(base.n) / Number(base.d)) ** times) ?? 'power';
}

/** @returns the number rounded to fifteen digits, which double precision represents reliably; `undefined` if it is not finite. */
function fromNumber(number: number): Fraction | undefined {
  if (!Number.isFinite(number)) return undefined;
  const [digits = '', exponent = ''] = number.toExponential(14).split('e');
  const places = 14 - Number(exponent);
  const n = BigInt(digits.replace('.', ''));
  return places >= 0 ? { n, d: powerOfTen(places) } : { n: n * powerOfTen(-places), d: 1n };
}
