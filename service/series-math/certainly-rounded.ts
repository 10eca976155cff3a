/**
 * Rounds a number in double precision, if that is precise enough to be sure of the result. It almost always is; otherwise the caller
 * calculates with more digits.
 * @param off the largest possible error of `number`.
 * @returns the whole number nearest to the true value; `undefined` if that is not certain.
 */
export function certainlyRounded(number: number, off: number): bigint | undefined {
  const rounded = Math.round(number);
  // The difference from a whole number is exact. NaN and infinities fail the comparison.
  if (!(Math.abs(number - rounded) + off < 0.5)) return undefined;
  return BigInt(rounded);
}
