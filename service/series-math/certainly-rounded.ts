/**
 * Rounds where double precision is enough to know the result, which it almost always is; where it is not, the caller calculates
 * with more digits.
 * @param off by how much `number` may differ from what it stands for, at most.
 * @returns the whole number nearest to what it stands for; `undefined` where that is not certain.
 */
export function certainlyRounded(number: number, off: number): bigint | undefined {
  const rounded = Math.round(number);
  // Differences of numbers below 2^51 from a whole number are exact; NaN and infinite ones fail every comparison.
  if (!(Math.abs(number) < 2 ** 51 && Math.abs(number - rounded) + off < 0.5)) return undefined;
  return BigInt(rounded);
}
