import { AREAS } from './area-table.ts';
import type { AreaMeasure } from './measures.ts';

/** Classes of equal size: values below the first bound have class 0, values from bound i on class i + 1. */

/** The number of classes: a reader can distinguish seven at a glance. */
export const CLASSES = 7;

/** @param bounds ascending. @returns the class of a value; −1 for NaN. */
export function classOf(bounds: readonly number[], value: number): number {
  if (Number.isNaN(value)) return -1;
  let found = 0;
  while (found < bounds.length && value >= (bounds[found] as number)) found++;
  return found;
}

/**
 * Computes at most six bounds that put about as many values into each of seven classes, over the rows from
 * the first to the last. Bounds of changes are symmetric around 0. They ascend strictly, with the values'
 * decimals; there are fewer if many values are equal.
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
  // One unit above −bound, so that a change of exactly −bound is in the outer class, as +bound is.
  return [...sides.map((bound) => rounded(-bound + 10 ** -places, places)).reverse(), ...sides];
}

/** Bounds on the share of earlier years below: a class for the lowest, one for the highest, five between. */
const RANK_BOUNDS = [1e-9, 0.2, 0.4, 0.6, 0.8, 1];

function distinct(bounds: readonly number[]): number[] {
  return bounds.filter((bound, i) => i === 0 || bound > (bounds[i - 1] as number));
}

/** Finds the first NaN: typed arrays sort NaN to the end. */
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
