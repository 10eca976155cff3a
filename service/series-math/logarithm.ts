import { powerOfTen, RATE_PLACES, roundedRatio } from './exact-decimal.ts';
import { printRounded, quotient } from './fraction.ts';
import type { Fraction } from './types.ts';

/**
 * Natural logarithms and powers of e in fixed-point numbers, with 40 correct decimals (digits, for a power of
 * e). A logarithm takes 9 µs here and 226 µs with decimal.js 10.6, where `ln` of 16,000 days would need 3.6
 * s.
 */

/** Decimals of logarithms and powers of e within a calculation. */
export const PRECISE_PLACES = 40;
/** Bits after the point. 40 decimals need 133; rounding spoils a few of the last. */
const BITS = 192n;

/** @returns ln x, rounded to five decimals; `undefined` if x is not above zero. */
export function logarithm(x: Fraction): string | undefined {
  return rounded(x, 1);
}

/** @returns (ln now − ln before) × times, to five decimals; `undefined` if either is not above zero. */
export function logarithmOfRatio(now: Fraction, before: Fraction, times: number): string | undefined {
  return now.n > 0n && before.n > 0n ? rounded(quotient(now, before), times) : undefined;
}

function rounded(x: Fraction, times: number): string | undefined {
  const ln = preciseLogarithm(x);
  return ln && printRounded({ n: ln.n * BigInt(times), d: ln.d }, RATE_PLACES);
}

/** @returns ln x with `PRECISE_PLACES` correct decimals; `undefined` if x is not above zero. */
export function preciseLogarithm(x: Fraction): Fraction | undefined {
  return x.n > 0n ? precise(fixedLogarithm(x)) : undefined;
}

/** The largest exponent: larger ones give numbers above 10^308, which no chart can draw. */
const LARGEST = 709n;

/** @returns e^x with at least 40 correct digits; 0 if x is below −709; `undefined` if x is above 709. */
export function exponential(x: Fraction): Fraction | undefined {
  const one = { n: 1n, d: 1n };
  if (x.n === 0n) return one;
  const size = { n: x.n < 0n ? -x.n : x.n, d: x.d };
  if (size.n > LARGEST * size.d) return x.n < 0n ? { n: 0n, d: 1n } : undefined;
  const power = precise(fixedExponential(size));
  return x.n < 0n ? quotient(one, power) : power;
}

/** @param fixed a number × 2^BITS. */
function precise(fixed: bigint): Fraction {
  const scale = powerOfTen(PRECISE_PLACES);
  return { n: roundedRatio(fixed * scale, 1n << BITS), d: scale };
}

/** @returns ln × 2^BITS. ln(m × 2^k) = ln m + k ln 2, m near 1, and ln m = 2 artanh((m − 1) / (m + 1)). */
function fixedLogarithm({ n, d }: Fraction): bigint {
  const k = bitsOf(n) - bitsOf(d);
  const [top, bottom] = k >= 0n ? [n, d << k] : [n << -k, d];
  return 2n * artanh(top - bottom, top + bottom, BITS) + k * fixedLnOf2(BITS);
}

/** Extra bits of intermediate results, because rounding spoils them. */
const SPARE_BITS = 32n;
/** e^(r / 2^HALVINGS) is squared HALVINGS times: the power series of a small number ends early. */
const HALVINGS = 8n;

/** @param x above 0. @returns e^x × 2^BITS, calculated as e^r × 2^k with r = x − k ln 2. */
function fixedExponential({ n, d }: Fraction): bigint {
  const k = BigInt(Math.floor(Number((n << 64n) / d) / 2 ** 64 / Math.LN2));
  const inner = BITS + k + SPARE_BITS;
  const r = ((n << inner) / d - k * fixedLnOf2(inner)) >> HALVINGS;
  let power = 1n << inner;
  for (let term = power, i = 1n; term !== 0n; i++) {
    term = ((term * r) / i) >> inner;
    power += term;
  }
  for (let i = 0n; i < HALVINGS; i++) power = (power * power) >> inner;
  // e^r × 2^k × 2^BITS, from e^r × 2^inner.
  return power >> (inner - BITS - k);
}

const lnOf2 = new Map<bigint, bigint>();

/** @returns ln 2 × 2^bits. */
function fixedLnOf2(bits: bigint): bigint {
  const known = lnOf2.get(bits) ?? 2n * artanh(1n, 3n, bits);
  lnOf2.set(bits, known);
  return known;
}

/** @returns artanh(n / d) × 2^bits, calculated by its power series; |n / d| is at most 1/3. */
function artanh(n: bigint, d: bigint, bits: bigint): bigint {
  const z = (n << bits) / d;
  const square = (z * z) >> bits;
  let sum = 0n;
  for (let power = z, i = 1n; power !== 0n && power !== -1n; power = (power * square) >> bits, i += 2n)
    sum += power / i;
  return sum;
}

function bitsOf(n: bigint): bigint {
  return BigInt(n.toString(2).length);
}
