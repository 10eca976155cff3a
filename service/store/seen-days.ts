import { STRETCH_BITS } from './offsets.ts';

const WORDS = 1 << (STRETCH_BITS - 5);
const MASK = (1 << STRETCH_BITS) - 1;

/** The set of days that a publish has added to one series: one bit per day, in stretches of 256 days. */
export type SeenDays = ReturnType<typeof createSeenDays>;

/** @returns an empty set of days. Adding neighbouring days one after another is fastest. */
export function createSeenDays() {
  const words = new Map<number, Uint32Array>();
  let current = Number.NaN;
  let bits: Uint32Array = new Uint32Array(WORDS);
  let seenDays = 0;
  return {
    /** Adds a day. @returns whether it is new. */
    add(day: number): boolean {
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
    has: (day: number): boolean =>
      ((words.get(day >> STRETCH_BITS)?.[(day & MASK) >> 5] ?? 0) & (1 << (day & 31))) !== 0,
    /** Number of days. */
    count: (): number => seenDays,
    /** Stretch numbers with the number of days in each. */
    stretches: (): [number, number][] =>
      [...words].map(([stretch, seen]) => [stretch, seen.reduce((n, word) => n + ones(word), 0)]),
  };
}

function ones(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
