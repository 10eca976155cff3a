import { parseDecimal, powerOfTen, printDecimal, RATE_PLACES, roundedRatio } from './exact-decimal.ts';
import { decimalsOf } from './spreadsheet-cells.ts';
import type { Fraction, Levels } from './types.ts';

/** Exact arithmetic on numbers that may have no finite decimal form, such as the mean of three months. */

export function fractionOf(text: string): Fraction {
  const { scaled, places } = parseDecimal(text);
  return { n: scaled, d: powerOfTen(places) };
}

export function fractionsOf({ values, exact }: Levels): readonly Fraction[] {
  return exact ?? values.map(fractionOf);
}

export function added(a: Fraction, b: Fraction): Fraction {
  // Denominators of decimals are powers of ten, so that the larger one is the common denominator.
  if (a.d === b.d) return { n: a.n + b.n, d: a.d };
  if (a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d };
  if (b.d % a.d === 0n) return { n: a.n * (b.d / a.d) + b.n, d: b.d };
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
}

export function negated({ n, d }: Fraction): Fraction {
  return { n: -n, d };
}

/** @param b not zero. @returns a / b, with the sign in the numerator. */
export function quotient(a: Fraction, b: Fraction): Fraction {
  const [n, d] = a.d === b.d ? [a.n, b.n] : [a.n * b.d, a.d * b.n];
  return d < 0n ? { n: -n, d: -d } : { n, d };
}

/** @returns all digits of a fraction whose denominator is a power of ten. */
export function printExact({ n, d }: Fraction): string {
  return printDecimal(n, d.toString().length - 1);
}

/** @returns the value text with `places` decimals, rounded half away from zero. */
export function printRounded({ n, d }: Fraction, places: number): string {
  return printDecimal(roundedRatio(n * powerOfTen(places), d), places);
}

/** @param b not zero. @returns (a / b − less) × 100, rounded to five decimals. */
export function percentOf(a: Fraction, b: Fraction, less: 0 | 1): string {
  const { n, d } = quotient(a, b);
  return printDecimal(roundedRatio((less === 1 ? n - d : n) * powerOfTen(RATE_PLACES + 2), d), RATE_PLACES);
}

/** The fewest significant digits, and the fewest decimals, that an endless fraction shows before '…'. */
const LEAST_DIGITS = 12;
const LEAST_DECIMALS = 7;

/**
 * @param value the text of the same number, perhaps rounded. @returns `value` if it is exact; else all
 * digits, '203.75'; or for an endless fraction enough to check a calculation, '3.63333333333…'
 */
export function exactText(exact: Fraction, value: string): string {
  const shown = fractionOf(value);
  if (shown.n * exact.d === exact.n * shown.d) return value;
  const size = { n: exact.n < 0n ? -exact.n : exact.n, d: exact.d };
  const whole = size.n / size.d;
  // Digits before the point. Below 1: the zeros after the point, or one more, as a negative number.
  const leading = whole > 0n ? whole.toString().length : size.n.toString().length - size.d.toString().length;
  const places = Math.max(decimalsOf(value) + 1, LEAST_DECIMALS, LEAST_DIGITS - leading);
  const scaled = size.n * powerOfTen(places);
  const text = printDecimal(scaled / size.d, places);
  return (exact.n < 0n ? '-' : '') + (scaled % size.d === 0n ? text.replace(/0+$/, '') : `${text}…`);
}
