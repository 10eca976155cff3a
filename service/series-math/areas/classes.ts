import { AREAS } from './area-table.ts';
import type { AreaMeasure } from './measures.ts';

/** Classes of equal size: values below the first bound have class 0, those from bound i on class i + 1. */

/** Seven of them are told apart at a glance. */
export const CLASSES = 7;

/** @param bounds ascending. @returns the class of a value; −1 for NaN. */
export function classOf(bounds: readonly number[], value: number): number {
  if (Number.isNaN(value)) return -1;
  let found = 0;
  while (found < bounds.length && value >= (bounds[found] as number)) found++;
  return found;
}

/**
 * The bounds that put as many values into each of seven classes, over the rows from the first to the last. Those of changes lie as far
 * below 0 as above. They are strictly ascending, at most six, fewer where many values are equal, with the decimals of the values.
 */
export function classBounds(
  { numbers, kind, places }: AreaMeasure,
  rows: readonly [number, number],
): number[] {
  if (kind === 'rank') return RANK_BOUNDS;
  const own = numbers.subarray(Math.max(0, rows[0]) * AREAS.length, (rows[1] + 1) * AREAS.length);
  const values = (kind === 'change' ? own.map(Math.abs) : own.slice()).sort();
  const held = values.subarray(0, firstNaN(values));
  if (held.length === 0) return [];
  const at = (share: number) => rounded(held[Math.floor(share * (held.length - 1))] as number, places);
  if (kind === 'level') return distinct([1, 2, 3, 4, 5, 6].map((i) => at(i / CLASSES)));
  const sides = distinct([1, 3, 5].map((i) => at(i / CLASSES))).filter((bound) => bound > 0);
  // A change equal to the lower bound belongs to the class outside of it, as one equal to the upper bound does.
  return [...sides.map((bound) => rounded(-bound + 10 ** -places, places)).reverse(), ...sides];
}

/** Shares of the earlier years that are below: the lowest, the highest, and five between. */
const RANK_BOUNDS = [1e-9, 0.2, 0.4, 0.6, 0.8, 1];

function distinct(bounds: readonly number[]): number[] {
  return bounds.filter((bound, i) => i === 0 || bound > (bounds[i - 1] as number));
}

/** Typed arrays are sorted with NaN at the end. */
function firstNaN(sorted: Float64Array): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Number.isNaN(sorted[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}
