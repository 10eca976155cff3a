import { certainlyRounded } from './certainly-rounded.ts';
import { powerOfTen, printDecimal, RATE_PLACES, roundedRatio } from './exact-decimal.ts';
import { quotient } from './fraction.ts';
import type { Fraction } from './types.ts';

/** What a percentage is multiplied with to be a whole number of its last decimals. */
const SCALE = RATE_PLACES + 2;

/**
 * @returns ((now / before) ^ n − 1) × 100, exact up to its one rounding to five decimals, of any size; `undefined` where `before`
 * is zero or one of the two alone is negative. @param n whole, above 0.
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
 * The same by multiplications in double precision, each of which is off by 2^-53 of its result at most. The ratio is off by three
 * of those, its power by n times as many and one for each of the fewer than 2n multiplications: 8n covers all.
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
