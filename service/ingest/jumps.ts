import { dateText } from '../calendar/dates.ts';
import { findSeries } from '../datasets/index.ts';
import { countOf } from '../series-math/decimal-text.ts';
import { parseDecimal, rescaled } from '../series-math/exact-decimal.ts';
import type { SeriesKey } from '../store/index.ts';

/** A level this many times as large as its neighbour has probably lost its unit or its decimal point. */
const FACTOR = 50;
/** Small counts do jump: a country's exports, a small state's claims. Below this, in the series' unit, there is no note. */
const LEAST = 1000;
/** Values more days apart are not neighbours. */
const NEAR_DAYS = 100;

type ValueJump = { name: string; day: number; value: string; before: string; line: number };

/**
 * Looks at the size of every value of a file. It notes levels that are more than 50 times the one before, or less than a fiftieth of
 * it, and collects what `findFarValue` needs.
 */
export type Jumps = ReturnType<typeof createJumps>;

export type JumpFinder = (day: number, value: string, line: number) => void;

/** @returns an empty record for one file. */
export function createJumps() {
  let count = 0;
  let first: ValueJump | undefined;
  const levels: SeriesLevel[] = [];
  return {
    /** @returns a function to call with each row of a series. */
    series(dataset: string, code: string, area: string): JumpFinder {
      const unit = findSeries(dataset, code)?.unit ?? 'percent';
      const isLevel = !/^percent|\bper\b/.test(unit);
      const level: SeriesLevel = { dataset, code, area, sizes: new Map() };
      levels.push(level);
      const name = area === '' ? code : `${code} (${area})`;
      let lastDay = Number.NaN;
      let lastSize = 0;
      let lastValue = '';
      return (day, value, line) => {
        const size = Math.abs(Number(value));
        addToLevel(level, size, value, day, line);
        if (!isLevel) return;
        const isFar =
          size > lastSize * FACTOR ? size >= LEAST : lastSize > size * FACTOR && lastSize >= LEAST;
        if (isFar && size > 0 && lastSize > 0 && Math.abs(day - lastDay) <= NEAR_DAYS) {
          count++;
          first ??= { name, day, value, before: lastValue, line };
        }
        lastDay = day;
        lastSize = size;
        lastValue = value;
      };
    },
    levels: (): readonly SeriesLevel[] => levels,
    notes(): string[] {
      if (!first) return [];
      const { name, day, value, before, line } = first;
      const more = count === 1 ? '' : ` So it is in ${countOf(count - 1, 'more place')}.`;
      return [
        `Line ${line}: ${name} on ${dateText(day)} is ${value}, and ${before} in the row before: more than ${FACTOR} times as much or as little. It was stored as it stands.${more}`,
      ];
    },
  };
}

/** A value this many times as large as the largest of its series has probably lost its unit or its decimal point. */
const FAR_FACTOR = 1_000_000;
const FAR_POWER = 6;

/** A value of a file and where it is. */
type PlacedValue = { value: string; day: number; line: number };

/** The smallest and largest values of a series by order of magnitude: enough to find values far from all others. */
export type SeriesLevel = SeriesKey & {
  sizes: Map<number, { least: PlacedValue; most: PlacedValue; min: number; max: number }>;
};

/** Adds a value. @param size the value without its sign; zeros do not count. */
function addToLevel({ sizes }: SeriesLevel, size: number, value: string, day: number, line: number): void {
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
  const held = heldLargest(top.max / FAR_FACTOR);
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
  return rescaled(one, places) >= rescaled(two, places) * 10n ** BigInt(FAR_POWER);
}
