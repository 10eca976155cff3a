import { certainlyRounded } from './certainly-rounded.ts';
import { printDecimal } from './exact-decimal.ts';
import { added, negated, printRounded, quotient } from './fraction.ts';
import { exactChange } from './transform.ts';
import type { Fraction } from './types.ts';

/** The change from one value to a later one, as value texts. */
export type ChangeBetween = {
  /** b − a, with all digits; of means with five decimals. */
  change: string;
  /** (b ÷ a − 1) × 100, with two decimals; absent where a is not above zero. */
  percent?: string;
  /** ((b ÷ a) ^ (365.25 ÷ days) − 1) × 100, with two decimals; absent also where b is not above zero, or days are few. */
  perYear?: string;
};

/** Over fewer days a change says nothing of a year. */
const FEWEST_DAYS = 28;
const PLACES = 2;
/** Decimals of the ratio that give a percentage with `PLACES` decimals. */
const SCALE = 10 ** (PLACES + 2);

/**
 * @param a, b the exact values; `days` between them. @param isOfMeans whether they may have no finite decimal form.
 * @returns the change, each number rounded once, half away from zero.
 */
export function changeBetween(a: Fraction, b: Fraction, days: number, isOfMeans: boolean): ChangeBetween {
  const change = exactChange(b, a, isOfMeans);
  if (a.n <= 0n) return { change };
  const ratio = quotient(b, a);
  const difference = added(ratio, negated({ n: 1n, d: 1n }));
  const percent = printRounded({ n: difference.n * 100n, d: difference.d }, PLACES);
  if (b.n <= 0n || days < FEWEST_DAYS) return { change, percent };
  return { change, percent, perYear: printDecimal(yearly(ratio, days), PLACES) };
}

/** ratio ^ (365.25 / days) − 1, times `SCALE`, rounded. */
function yearly(ratio: Fraction, days: number): bigint {
  const exponent = 365.25 / days;
  const power = (Number(ratio.n) / Number(ratio.d)) ** exponent;
  // The ratio is wrong by three units of the last bit, which the exponent multiplies; the power by two more.
  const off = power * (3 * exponent + 4) * 2 ** -52 * SCALE;
  return certainlyRounded((power - 1) * SCALE, off) ?? exactly(ratio, days, (power - 1) * SCALE);
}

/** @param near the number, a hair from the middle between two whole ones. @returns the nearer of them. */
function exactly({ n, d }: Fraction, days: number, near: number): bigint {
  const below = BigInt(Math.floor(near));
  const middle = 2n * below + 1n;
  const unit = 2n * BigInt(SCALE);
  // ratio ^ (1461 / 4 days) against 1 + middle / unit, without roots.
  const [p, q] = [1461n, BigInt(4 * days)];
  const [left, right] = [n ** p * unit ** q, (unit + middle) ** q * d ** p];
  const isUp = left > right || (left === right && middle > 0n);
  return isUp ? below + 1n : below;
}
