import { parseDecimal, rescaled } from '../series-math/exact-decimal.ts';
import type { SeriesKey } from '../store/index.ts';

/** A value this many times as large as the largest of its series has probably lost its unit or its decimal point. */
const FACTOR = 1_000_000;
const POWER = 6;

/** A value of a file and where it is. */
export type PlacedValue = { value: string; day: number; line: number };

/** The smallest and largest values of a series by order of magnitude: enough to find values far from all others. */
export type SeriesLevel = SeriesKey & {
  sizes: Map<number, { least: PlacedValue; most: PlacedValue; min: number; max: number }>;
};

/** Adds a value. @param size the value without its sign; zeros do not count. */
export function addToLevel(
  { sizes }: SeriesLevel,
  size: number,
  value: string,
  day: number,
  line: number,
): void {
  if (size === 0) return;
  const order = Math.floor(Math.log10(size));
  const found = sizes.get(order);
  if (!found) {
    const place = { value, day, line };
    sizes.set(order, { least: place, most: place, min: size, max: size });
  } else if (size < found.min) {
    found.least = { value, day, line };
    found.min = size;
  } else if (size > found.max) {
    found.most = { value, day, line };
    found.max = size;
  }
}

/**
 * Looks for a value that is 10⁶ times the largest value held of its series. Where nothing but zeros is held it is compared with the
 * smaller values of the file.
 * @param heldLargest gives a held value above `enough`, or the largest where none is; `undefined` where only zeros are held.
 */
export function findFarValue(
  { sizes }: SeriesLevel,
  heldLargest: (enough: number) => string | undefined,
): { place: PlacedValue; largest: string } | undefined {
  const groups = [...sizes].sort(([a], [b]) => a - b).map(([, group]) => group);
  const top = groups.at(-1);
  if (!top) return undefined;
  const held = heldLargest(top.max / FACTOR);
  if (held !== undefined) return isFar(top.most.value, held) ? { place: top.most, largest: held } : undefined;
  for (const [at, { least }] of groups.entries()) {
    const below = groups[at - 1];
    if (below && isFar(least.value, below.most.value)) return { place: least, largest: below.most.value };
  }
  return undefined;
}

/** @returns whether a value is at least 10⁶ times another, exactly. */
function isFar(value: string, other: string): boolean {
  const [one, two] = [parseDecimal(value.replace('-', '')), parseDecimal(other.replace('-', ''))];
  const places = Math.max(one.places, two.places);
  return rescaled(one, places) >= rescaled(two, places) * 10n ** BigInt(POWER);
}
