/** Powers of e in fixed point, by another way than the product's: a reference to compare with. */

/** 1 as a fixed-point number. */
export const ONE = 10n ** 400n;

/** @returns e^(n / d) in fixed point by its series: (e^(x / 2^k))^(2^k). */
export function exponentialOf(n: bigint, d: bigint): bigint {
  const halvings = 12n;
  const x = (n * ONE) / (d << halvings);
  let [sum, term] = [ONE, ONE];
  for (let i = 1n; term !== 0n; i++) {
    term = (term * x) / ONE / i;
    sum += term;
  }
  for (let i = 0n; i < halvings; i++) sum = (sum * sum) / ONE;
  return sum;
}
