import { added, negated, printRounded, quotient } from './fraction.ts';
import { exponential, preciseLogarithm } from './logarithm.ts';
import { exactChange } from './transform.ts';
import type { Fraction } from './types.ts';

/** The change from one value to a later one, as value texts. */
export type ChangeBetween = {
  /** b − a, with all digits; with five decimals if the values are means. */
  change: string;
  /** (b ÷ a − 1) × 100, with two decimals; absent if a is not above zero. */
  percent?: string;
  /** ((b ÷ a) ^ (365.25 ÷ days) − 1) × 100, two decimals; absent also if b ≤ 0, days < 28 or above 10^308. */
  perYear?: string;
};

/** The fewest days for a yearly rate: over fewer, a change says nothing about a year. */
const FEWEST_DAYS = 28;
const PLACES = 2;

/** Rounds each number once, half away from zero. @param isMean whether a, b may have endless decimals */
export function changeBetween(a: Fraction, b: Fraction, days: number, isMean: boolean): ChangeBetween {
  const change = exactChange(b, a, isMean);
  if (a.n <= 0n) return { change };
  const ratio = quotient(b, a);
  const difference = added(ratio, negated({ n: 1n, d: 1n }));
  const percent = printRounded({ n: difference.n * 100n, d: difference.d }, PLACES);
  if (b.n <= 0n || days < FEWEST_DAYS) return { change, percent };
  const ln = preciseLogarithm(ratio) as Fraction;
  const power = exponential({ n: ln.n * 1461n, d: ln.d * BigInt(4 * days) });
  if (power === undefined) return { change, percent };
  const perYear = printRounded({ n: (power.n - power.d) * 100n, d: power.d }, PLACES);
  return { change, percent, perYear };
}
