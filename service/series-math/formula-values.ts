import { assertNever } from '../contract/failure.ts';
import { powerOfTen, RATE_PLACES } from './exact-decimal.ts';
import type { Formula, Operator } from './formula.ts';
import { added, fractionOf, negated, printExact, printRounded, quotient } from './fraction.ts';
import { exponential, preciseLogarithm } from './logarithm.ts';
import { meansOf } from './moving-average.ts';
import { sequenceOf } from './periods.ts';
import type { Cadence, Fraction, TimeSeries } from './types.ts';

/** A variable's values: texts, or fractions if texts would be rounded; `undefined` if a date has no value. */
export type VariableColumn = readonly (string | Fraction | undefined)[];

/** The results, and the days without a result by reason. */
export type FormulaValues = TimeSeries & { without: Readonly<Record<Lack, readonly number[]>> };

/** The input of a formula: days, the cadence in which `ma` and `lag` count, and each variable's values. */
export type FormulaInput = {
  days: Int32Array;
  cadence: Cadence;
  /** A variable without a column has no values. */
  columns: Readonly<Record<string, VariableColumn>>;
  /** If given, receives the values that each `ma` and `lag` counts, so that results can be explained. */
  counted?: Map<Formula, Counted>;
};

/** The values that `ma` and `lag` count: each day's number (`sequenceOf`), indexes of days with a value. */
export type Counted = { sequence: Float64Array; indexes: Int32Array };

/** @returns the index of the day `count` values before the day at `index`; `undefined` if it is missing. */
export function indexBefore(
  { sequence, indexes }: Counted,
  index: number,
  count: number,
): number | undefined {
  const wanted = (sequence[index] as number) - count;
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sequence[indexes[middle] as number] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  const found = indexes[low];
  return found !== undefined && sequence[found] === wanted ? found : undefined;
}

/**
 * Calculates a formula on each date in fractions, rounded once at the end. A date has no result for the
 * reasons in `Lack`. `ma` and `lag` count periods, so a missing month shifts no lag; in daily series, days on
 * which their argument has a value. Without division, powers, means and logarithms the result is exact (cents
 * stay cents), else it has five decimals, half away from zero. Very large and fractional powers use double
 * precision; ln and exp have 40 correct decimals. Pauses every few milliseconds. @returns `undefined` if it
 * needs more than is left of `work`
 */
export function* formulaValues(
  formula: Formula,
  input: FormulaInput,
  work = new FormulaWork(),
): Generator<void, FormulaValues | undefined> {
  const calculate = yield* calculation(formula, { ...input, work });
  const isMean = Object.values(input.columns).some((column) => column.some((one) => typeof one === 'object'));
  const places = isExact(formula) && !isMean ? undefined : RATE_PLACES;
  const kept: number[] = [];
  const values: string[] = [];
  const without: Record<Lack, number[]> = { missing: [], zero: [], power: [], log: [] };
  for (const [i, day] of input.days.entries()) {
    if (work.isPauseDue()) yield;
    if (work.left < 0) return undefined;
    const result = calculate(i);
    if (typeof result === 'string') {
      without[result].push(day);
      continue;
    }
    kept.push(day);
    values.push(places === undefined ? printExact(result) : printRounded(result, places));
  }
  return work.left < 0 ? undefined : { days: Int32Array.from(kept), values, without };
}

/** @returns whether a formula's results are exact: it has no division, power, mean or logarithm. */
export function isExact(formula: Formula): boolean {
  if (formula.kind === 'minus') return isExact(formula.of);
  if (formula.kind === 'call')
    return !['ma', 'ln', 'exp'].includes(formula.name) && formula.of.every(isExact);
  if (formula.kind !== 'operation') return true;
  if (formula.operator === '/' || formula.operator === '^') return false;
  return isExact(formula.left) && isExact(formula.right);
}

/** Calculates the result on the date at an index. */
type Calculate = (index: number) => Fraction | Lack;

type Calculation = FormulaInput & { work: FormulaWork };

function* calculation(formula: Formula, input: Calculation): Generator<void, Calculate> {
  const { work } = input;
  switch (formula.kind) {
    case 'number': {
      const number = fractionOf(formula.text);
      return () => work.counted(number);
    }
    case 'variable': {
      const column = input.columns[formula.name];
      return (index) => {
        const value = column?.[index];
        if (value === undefined) return work.counted('missing');
        return work.counted(typeof value === 'string' ? fractionOf(value) : value);
      };
    }
    case 'minus': {
      const operand = yield* calculation(formula.of, input);
      return each(operand, (value) => work.counted(negated(value)));
    }
    case 'operation': {
      const left = yield* calculation(formula.left, input);
      const right = yield* calculation(formula.right, input);
      return (index) => {
        const a = left(index);
        if (typeof a === 'string') return a;
        const b = right(index);
        return typeof b === 'string' ? b : work.counted(operate(formula.operator, a, b));
      };
    }
    case 'call':
      return yield* call(formula, input);
    default:
      return assertNever(formula);
  }
}

const WORK_OF_LN = 60;

function* call(formula: Extract<Formula, { kind: 'call' }>, input: Calculation): Generator<void, Calculate> {
  const { name, of, count = 1 } = formula;
  const { work } = input;
  const parts: Calculate[] = [];
  for (const one of of) parts.push(yield* calculation(one, input));
  const [first] = parts as [Calculate];
  switch (name) {
    case 'ma':
    case 'lag': {
      const { values, ...counted } = yield* countedValues(first, input);
      input.counted?.set(formula, counted);
      return name === 'ma'
        ? yield* means(values, counted, count, work)
        : lagged(values, counted, count, work);
    }
    case 'min':
    case 'max':
      return (index) => work.counted(extreme(parts, index, name === 'min' ? -1n : 1n));
    case 'abs':
      return each(first, (value) => work.counted(value.n < 0n ? negated(value) : value));
    case 'ln':
      return each(first, (value) => work.counted(preciseLogarithm(value) ?? 'log', WORK_OF_LN));
    case 'exp':
      return each(first, (value) => raised(value, work));
    default:
      return assertNever(name);
  }
}

/** Raises e to a value. A larger power counts as more work. */
function raised(value: Fraction, work: FormulaWork): Fraction | Lack {
  const power = exponential(value);
  return work.counted(power ?? 'power', power?.n ? 50 + Math.abs(Number(value.n / value.d)) : 1);
}

function each(argument: Calculate, make: (value: Fraction) => Fraction | Lack): Calculate {
  return (index) => {
    const value = argument(index);
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

/** Calculates the argument of `ma` or `lag` on all days. */
function* countedValues(
  argument: Calculate,
  { days, cadence, work }: Calculation,
): Generator<void, Counted & { values: (Fraction | Lack)[] }> {
  const values: (Fraction | Lack)[] = [];
  const indexes: number[] = [];
  for (const index of days.keys()) {
    if (work.isPauseDue()) yield;
    // The caller ends before it uses any result.
    if (work.left < 0) break;
    const value = work.counted(argument(index));
    values.push(value);
    if (value !== 'missing') indexes.push(index);
  }
  const sequence = sequenceOf(days, cadence, (index) => values[index] !== 'missing');
  return { values, sequence, indexes: Int32Array.from(indexes) };
}

function* means(
  values: readonly (Fraction | Lack)[],
  { sequence, indexes }: Counted,
  count: number,
  work: FormulaWork,
): Generator<void, Calculate> {
  const made = [...values];
  const places = indexes.filter((index) => typeof values[index] !== 'string');
  const found = meansOf(
    Float64Array.from(places, (index) => sequence[index] as number),
    Array.from(places, (index) => values[index] as Fraction),
    count,
  );
  let next = 0;
  for (const mean of found) {
    if (work.isPauseDue()) yield;
    if (work.left < 0) break;
    made[places[next++] as number] = work.counted(mean ?? 'missing', 2);
  }
  return (index) => made[index] as Fraction | Lack;
}

function lagged(
  values: readonly (Fraction | Lack)[],
  counted: Counted,
  count: number,
  work: FormulaWork,
): Calculate {
  return (index) => {
    const before = indexBefore(counted, index, count);
    work.left -= 1;
    return before === undefined ? 'missing' : (values[before] as Fraction | Lack);
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

/** Uses double precision for fractional exponents and for powers with more than `MOST_DIGITS` digits. */
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

/** @returns the number to fifteen digits, which doubles represent reliably; `undefined` if not finite. */
function fromNumber(number: number): Fraction | undefined {
  if (!Number.isFinite(number)) return undefined;
  const [digits = '', exponent = ''] = number.toExponential(14).split('e');
  const places = 14 - Number(exponent);
  const n = BigInt(digits.replace('.', ''));
  return places >= 0 ? { n, d: powerOfTen(places) } : { n: n * powerOfTen(-places), d: 1n };
}

/**
 * Why a formula has no result on a date: a missing value, a division by zero, a power without a real result
 * or a number with too many digits, a logarithm of zero or less.
 */
type Lack = 'missing' | 'zero' | 'power' | 'log';

/** The most digits of numerators and denominators, so that powers of powers cannot keep a program busy. */
export const MOST_DIGITS = 2000;
const TOO_LONG = powerOfTen(MOST_DIGITS);
/** Numbers below this take one unit of work. */
const SHORT = 1n << 256n;

/** The work that one chart's formulas may take: adding short numbers is one unit, a logarithm about 60. */
export const MOST_WORK = 8_000_000;
/** After this much work, a calculation pauses for other tasks. */
const WORK_AT_ONCE = 25_000;

/** The work that formulas may still do. All formulas of a chart share one. */
export class FormulaWork {
  left: number;
  #pauseAt: number;

  constructor(most = MOST_WORK) {
    this.left = most;
    this.#pauseAt = most - WORK_AT_ONCE;
  }

  /** Counts work. @returns the number; 'power' if it has too many digits. */
  counted(value: Fraction | Lack, work = 1): Fraction | Lack {
    this.left -= work;
    if (typeof value === 'string') return value;
    const { d } = value;
    const n = value.n < 0n ? -value.n : value.n;
    if (n < SHORT && d < SHORT) return value;
    if (n >= TOO_LONG || d >= TOO_LONG) return 'power';
    // Multiplication time grows with the square of the length.
    const length = Math.max(n.toString(16).length, d.toString(16).length) / 64;
    this.left -= length ** 2;
    return value;
  }

  /** @returns whether `WORK_AT_ONCE` was done since this last returned true. */
  isPauseDue(): boolean {
    if (this.left >= this.#pauseAt) return false;
    this.#pauseAt = this.left - WORK_AT_ONCE;
    return true;
  }
}

/** Runs a generator to its end without pausing. @returns its result. */
export function withoutPause<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
