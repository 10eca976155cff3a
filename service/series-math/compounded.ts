import { certainlyRounded } from './certainly-rounded.ts';
import { powerOfTen, printDecimal, RATE_PLACES, roundedRatio } from './exact-decimal.ts';
import { quotient } from './fraction.ts';
import type { Fraction } from './types.ts';

/** Decimals of the ratio that give a percentage with `RATE_PLACES` decimals. */
const SCALE = RATE_PLACES + 2;

/**
 * FRED's compounded annual rate of change. It is correct for numbers of any size.
 * @param n periods per year: a whole number above 0.
 * @returns ((now / before) ^ n − 1) × 100, rounded once to five decimals; `undefined` if `before` is zero, or if exactly one of the
 * two numbers is negative.
 */
export function compounded(now: Fraction, before: Fraction, n: number): string | undefined {
  if (before.n === 0n) return undefined;
  const ratio = quotient(now, before);
  if (ratio.n < 0n) return undefined;
  return printDecimal(quickly(ratio, n) ?? exactly(ratio, n), RATE_PLACES);
}

function exactly({ n: top, d: bottom }: Fraction, n: number): bigint {
  const [a, b] = [top ** BigInt(n), bottom ** BigInt(n)];
  return roundedRatio((a - b) * powerOfTen(SCALE), b);
}

/**
 * Calculates in double precision. Each operation has a relative error of at most 2^-53. The ratio has an error of three of these; its
 * power has n times that, plus one for each of the fewer than 2n multiplications. 8n covers all of them.
 * @returns `undefined` if the rounding is not certain.
 */
function quickly({ n: top, d: bottom }: Fraction, n: number): bigint | undefined {
  const divisor = Number(bottom);
  if (divisor === Number.POSITIVE_INFINITY) return undefined;
  let factor = Number(top) / divisor;
  let power = 1;
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power *= factor;
    factor *= factor;
  }
  const scale = 10 ** SCALE;
  return certainlyRounded((power - 1) * scale, (power * 8 * n + 4) * 2 ** -53 * scale);
}
