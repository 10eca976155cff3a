import { powerOfTen } from './exact-decimal.ts';
import { quotient } from './fraction.ts';
import { fixedLnOf2, PRECISE_PLACES, roundedFor } from './logarithm.ts';
import type { Fraction } from './types.ts';

/** Larger exponents give numbers above 10^308, which no chart can draw. */
const LARGEST = 709n;
/** e^r is calculated of r / 2^HALVINGS and squared as often: the power series of a small number ends early. */
const HALVINGS = 8n;
/** Bits that are calculated but not kept, because roundings spoil them. */
const SPARE_BITS = 32n;

/** @returns e^x with at least 40 correct digits, to calculate with; 0 of an x far below zero; `undefined` if x is above 709. */
export function exponential(x: Fraction): Fraction | undefined {
  const one = { n: 1n, d: 1n };
  if (x.n === 0n) return one;
  const size = { n: x.n < 0n ? -x.n : x.n, d: x.d };
  if (size.n > LARGEST * size.d) return x.n < 0n ? { n: 0n, d: 1n } : undefined;
  const scale = powerOfTen(PRECISE_PLACES);
  const power = { n: roundedFor(scale, (bits) => fixedExponential(size, bits)), d: scale };
  return x.n < 0n ? quotient(one, power) : power;
}

/** @param x above 0. @returns e^x × 2^bits, calculated as e^r × 2^k with r = x − k ln 2. */
function fixedExponential({ n, d }: Fraction, bits: bigint): bigint {
  const k = BigInt(Math.floor(Number((n << 64n) / d) / 2 ** 64 / Math.LN2));
  const inner = bits + k + SPARE_BITS;
  const r = ((n << inner) / d - k * fixedLnOf2(inner)) >> HALVINGS;
  let power = 1n << inner;
  for (let term = power, i = 1n; term !== 0n; i++) {
    term = ((term * r) / i) >> inner;
    power += term;
  }
  for (let i = 0n; i < HALVINGS; i++) power = (power * power) >> inner;
  // e^r × 2^k × 2^bits, from e^r × 2^inner.
  return power >> (inner - bits - k);
}
