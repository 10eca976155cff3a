import {
  compareDecimals,
  difference,
  parseDecimal,
  powerOfTen,
  printDecimal,
  rescaled,
} from '../exact-decimal.ts';

/** A value that was replaced, and the one that replaced it. */
export type ReplacedValue = { oldValue: string; newValue: string };

/** How many revisions of a series must be known before one can be called large. */
const LEAST_KNOWN = 8;

/** @returns new less old, exact. */
export function revisionOf({ oldValue, newValue }: ReplacedValue): string {
  return difference(parseDecimal(newValue), parseDecimal(oldValue));
}

/** @returns the revisions, the largest first, whatever their sign; equal ones stay in their order. */
export function largestFirst<Of extends ReplacedValue>(revisions: readonly Of[]): Of[] {
  const sized = revisions.map((one) => ({ one, size: sizeOf(one) }));
  return sized.sort((a, b) => compareDecimals(b.size, a.size)).map(({ one }) => one);
}

/** @returns the median of the sizes of revisions, without sign; `undefined` for none. */
export function medianRevision(revisions: readonly ReplacedValue[]): string | undefined {
  const sizes = revisions.map(sizeOf).sort(compareDecimals);
  const [low, high] = [sizes[(sizes.length - 1) >> 1], sizes[sizes.length >> 1]];
  if (low === undefined || high === undefined) return undefined;
  const [a, b] = [parseDecimal(low), parseDecimal(high)];
  const places = Math.max(a.places, b.places);
  const sum = rescaled(a, places) + rescaled(b, places);
  return sum % 2n === 0n
    ? printDecimal(sum / 2n, places)
    : printDecimal((sum * powerOfTen(1)) / 2n, places + 1);
}

/**
 * @param known all revisions of the series, this one too.
 * @returns the median of them if this one is at least twice as large; `undefined` otherwise, and while fewer than eight are known.
 */
export function medianIfLarge(revision: ReplacedValue, known: readonly ReplacedValue[]): string | undefined {
  const median = known.length < LEAST_KNOWN ? undefined : medianRevision(known);
  if (median === undefined) return undefined;
  const { scaled, places } = parseDecimal(median);
  return compareDecimals(sizeOf(revision), printDecimal(scaled * 2n, places)) >= 0 ? median : undefined;
}

function sizeOf(revision: ReplacedValue): string {
  return revisionOf(revision).replace('-', '');
}
