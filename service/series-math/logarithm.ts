import { certainlyRounded } from './certainly-rounded.ts';
import { powerOfTen, printDecimal, RATE_PLACES } from './exact-decimal.ts';
import { quotient } from './fraction.ts';
import type { Fraction } from './types.ts';

/** Natural logarithms with five correct decimals, or more for calculations, for numbers of any size and also for ratios close to 1. */

/** @returns ln x, rounded to five decimals; `undefined` if x is not above zero. */
export function logarithm(x: Fraction): string | undefined {
  return x.n > 0n ? scaledLogarithm(x, 1) : undefined;
}

/**
 * @param times a whole number above 0.
 * @returns (ln now − ln before) × times, rounded to five decimals; `undefined` if `now` or `before` is not above zero.
 */
export function logarithmOfRatio(now: Fraction, before: Fraction, times: number): string | undefined {
  return now.n > 0n && before.n > 0n ? scaledLogarithm(quotient(now, before), times) : undefined;
}

/** @returns ln x with `PRECISE_PLACES` correct decimals, to calculate with; `undefined` if x is not above zero. */
export function preciseLogarithm(x: Fraction): Fraction | undefined {
  if (x.n <= 0n) return undefined;
  const scale = powerOfTen(PRECISE_PLACES);
  return x.n === x.d
    ? { n: 0n, d: 1n }
    : { n: roundedFor(scale, (bits) => fixedLogarithm(x, bits)), d: scale };
}

function scaledLogarithm(ratio: Fraction, times: number): string {
  return printDecimal(quickly(ratio, times) ?? precisely(ratio, times), RATE_PLACES);
}

/**
 * Calculates in double precision. JavaScript engines do not guarantee the last bits of a logarithm, so this allows for an error a
 * thousand times larger than known ones. Close to 1, where ln loses digits, it uses the exact difference from 1.
 * @returns `undefined` if the rounding is not certain.
 */
function quickly({ n, d }: Fraction, times: number): bigint | undefined {
  const divisor = Number(d);
  if (divisor === Number.POSITIVE_INFINITY) return undefined;
  const beyond = Number(n - d) / divisor;
  const ln = Math.abs(beyond) < 0.5 ? Math.log1p(beyond) : Math.log(Number(n) / divisor);
  const number = ln * times * 10 ** RATE_PLACES;
  return certainlyRounded(number, Math.abs(number) * 1e-12);
}

/** Decimals of logarithms and powers of e within a calculation. */
export const PRECISE_PLACES = 40;

/** The first number of bits after the point; it is doubled as often as necessary. */
const FIRST_BITS = 192;
/** How many of the last bits may be wrong because of roundings; enough for numbers of a million digits. */
const SPOILT_BITS = 40n;

function precisely(ratio: Fraction, times: number): bigint {
  return roundedFor(BigInt(times) * powerOfTen(RATE_PLACES), (bits) => fixedLogarithm(ratio, bits));
}

/**
 * Calculates in fixed-point numbers, with more and more bits until the rounding is certain. This ends where the number is irrational, as
 * the ln of a fraction other than 1.
 * @param fixed gives the number × 2^bits; its last 40 bits may be wrong. @returns the number × `scale`, rounded.
 */
export function roundedFor(scale: bigint, fixed: (bits: bigint) => bigint): bigint {
  for (let bits = BigInt(FIRST_BITS); ; bits *= 2n) {
    const number = fixed(bits);
    const off = 1n << SPOILT_BITS;
    const low = nearest((number - off) * scale, bits);
    if (low === nearest((number + off) * scale, bits)) return low;
  }
}

/** @returns ln × 2^bits. ln(m × 2^k) = ln m + k ln 2 with m near 1, and ln m = 2 artanh((m − 1) / (m + 1)). */
function fixedLogarithm({ n, d }: Fraction, bits: bigint): bigint {
  const k = bitsOf(n) - bitsOf(d);
  const [top, bottom] = k >= 0n ? [n, d << k] : [n << -k, d];
  const ln = 2n * artanh(top - bottom, top + bottom, bits);
  return k === 0n ? ln : ln + k * fixedLnOf2(bits);
}

const lnOf2 = new Map<bigint, bigint>();

/** @returns ln 2 × 2^bits. */
export function fixedLnOf2(bits: bigint): bigint {
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

/** @returns how many binary digits a positive number has. */
function bitsOf(n: bigint): bigint {
  return (
    BigInt(n.toString(16).length) * 4n -
    BigInt(Math.clz32(Number.parseInt(n.toString(16)[0] as string, 16)) - 28)
  );
}

/** @returns the whole number nearest to fixed × 2^-bits. */
function nearest(fixed: bigint, bits: bigint): bigint {
  return (fixed + (1n << (bits - 1n))) >> bits;
}
