import { assertNever } from '../contract/failure.ts';
import { powerOfTen, RATE_PLACES } from './exact-decimal.ts';
import type { Formula, Operator } from './formula.ts';
import { added, fractionOf, negated, printExact, printRounded, quotient } from './fraction.ts';
import type { Fraction, TimeSeries } from './types.ts';

/** Values of a variable: texts, or fractions if the texts would be rounded; `undefined` on a date without a value. */
export type Column = readonly (string | Fraction | undefined)[];

/** Why a formula has no result on a date: a series has no value, a division by zero, a power without a real result. */
export type Lack = 'missing' | 'zero' | 'power';

/** The results, and for each reason the number of dates without a result. */
export type FormulaValues = TimeSeries & { without: Readonly<Record<Lack, number>> };

/**
 * Calculates a formula on each date. There is no result on a date if one of its series has no value, if it divides by zero, or if it
 * takes a root of a negative number. It is calculated in fractions and rounded once, at the end.
 *
 * Decimals: if the formula uses only +, - and *, the result is exact (cents stay cents). If it uses / or ^, or if a series consists of
 * means, the result has five decimals, rounded half away from zero.
 * Powers with an exponent that is not whole, and very large powers, are calculated in double precision.
 * @param columns values of each variable, one for each of `days`; a variable without a column has no values.
 */
export function formulaValues(
  formula: Formula,
  days: Int32Array,
  columns: Readonly<Record<string, Column>>,
): FormulaValues {
  const calculate = calculation(formula, columns);
  const isOfMeans = Object.values(columns).some((column) => column.some((one) => typeof one === 'object'));
  const places = isExact(formula) && !isOfMeans ? undefined : RATE_PLACES;
  const kept: number[] = [];
  const values: string[] = [];
  const without: Record<Lack, number> = { missing: 0, zero: 0, power: 0 };
  for (const [i, day] of days.entries()) {
    const result = calculate(i);
    if (typeof result === 'string') {
      without[result]++;
      continue;
    }
    kept.push(day);
    values.push(places === undefined ? printExact(result) : printRounded(result, places));
  }
  return { days: Int32Array.from(kept), values, without };
}

/** @returns whether a formula's results are exact: it neither divides nor takes powers. */
export function isExact(formula: Formula): boolean {
  if (formula.kind === 'minus') return isExact(formula.of);
  if (formula.kind !== 'operation') return true;
  if (formula.operator === '/' || formula.operator === '^') return false;
  return isExact(formula.left) && isExact(formula.right);
}

/** @returns a function that calculates the formula on the date with a given index. */
function calculation(
  formula: Formula,
  columns: Readonly<Record<string, Column>>,
): (index: number) => Fraction | Lack {
  switch (formula.kind) {
    case 'number': {
      const number = fractionOf(formula.text);
      return () => number;
    }
    case 'variable': {
      const column = columns[formula.name];
      return (index) => {
        const value = column?.[index];
        if (value === undefined) return 'missing';
        return typeof value === 'string' ? fractionOf(value) : value;
      };
    }
    case 'minus': {
      const of = calculation(formula.of, columns);
      return (index) => {
        const value = of(index);
        return typeof value === 'string' ? value : negated(value);
      };
    }
    case 'operation': {
      const left = calculation(formula.left, columns);
      const right = calculation(formula.right, columns);
      return (index) => {
        const a = left(index);
        if (typeof a === 'string') return a;
        const b = right(index);
        return typeof b === 'string' ? b : operate(formula.operator, a, b);
      };
    }
    default:
      return assertNever(formula);
  }
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
