/**
 * Rounds where double precision is enough to know the result, which it almost always is; where it is not, the caller calculates
 * with more digits.
 * @param off by how much `number` may differ from what it stands for, at most.
 * @returns the whole number nearest to what it stands for; `undefined` where that is not certain.
 */
export function certainlyRounded(number: number, off: number): bigint | undefined {
  const rounded = Math.round(number);
  // The difference from a whole number is exact. NaN, and what is infinite, fail the comparison.
  if (!(Math.abs(number - rounded) + off < 0.5)) return undefined;
  return BigInt(rounded);
}
