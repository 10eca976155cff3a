import { STRETCH_BITS } from './offsets.ts';

const WORDS = 1 << (STRETCH_BITS - 5);
const MASK = (1 << STRETCH_BITS) - 1;

/** The days of one series that a publish has brought: a bit a day, in stretches of 256 days. */
export type SeenDays = {
  /** @returns whether the day is new; it is seen from now on. */
  add(day: number): boolean;
  has(day: number): boolean;
  /** How many days were seen. */
  count(): number;
  /** Stretch numbers with the count of days seen in each. */
  stretches(): [number, number][];
};

/** @returns an empty set of days. Days in order cost next to nothing. */
export function createSeenDays(): SeenDays {
  const words = new Map<number, Uint32Array>();
  let current = Number.NaN;
  let bits: Uint32Array = new Uint32Array(WORDS);
  let seenDays = 0;
  return {
    add(day) {
      const stretch = day >> STRETCH_BITS;
      if (stretch !== current) {
        current = stretch;
        bits = words.get(stretch) ?? new Uint32Array(WORDS);
        words.set(stretch, bits);
      }
      const at = (day & MASK) >> 5;
      const bit = 1 << (day & 31);
      const word = bits[at] ?? 0;
      if ((word & bit) !== 0) return false;
      bits[at] = word | bit;
      seenDays++;
      return true;
    },
    has: (day) => ((words.get(day >> STRETCH_BITS)?.[(day & MASK) >> 5] ?? 0) & (1 << (day & 31))) !== 0,
    count: () => seenDays,
    stretches: () =>
      [...words].map(([stretch, seen]) => [stretch, seen.reduce((n, word) => n + ones(word), 0)]),
  };
}

function ones(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
