import type { Database } from './open-database.ts';
import type { SeriesKey } from './row-checks.ts';
import { STRETCH_BITS } from './series-index.ts';

/** Days of a series that the store has and a run did not contain. Day numbers. */
export type AbsentDays = SeriesKey & {
  /** Missing days in the periods that the run covers: it has days before and after them, at most `longestGap` apart. */
  days: number[];
  /** Number of days that the store had in the periods that the run covers, including `days`. */
  held: number;
  /** All missing days between the first and the last day of the run, also those inside its long gaps. */
  within: number[];
  /** Missing days after the last day of the run. */
  newer: number[];
};

/** A series of a run whose rows were written. `seen`: the days of the run; `first` and `last` of them. */
type BroughtSeries = { id: number; key: SeriesKey; seen: SeenDays; first: number; last: number };

/** Finds the days that the store has and a run did not contain. @param longestGap in days: a run does not cover longer gaps. */
export function findAbsentDays(
  db: Database,
  brought: readonly BroughtSeries[],
  longestGap: number,
  where: { schema: 'main' | 'held'; runId: number },
): AbsentDays[] {
  const { schema, runId } = where;
  const countIn = db
    .prepare<[number, number, number], number>(
      `SELECT count(*) FROM ${schema}.observation WHERE series_id = ? AND date >= ? AND date <= ?`,
    )
    .pluck();
  const daysIn = db
    .prepare<[number, number, number], [day: number, isNew: number]>(
      `SELECT date, run_id = ${runId} AND NOT EXISTS (
         SELECT 1 FROM ${schema}.revision r WHERE r.series_id = o.series_id AND r.date = o.date)
       FROM ${schema}.observation o WHERE series_id = ? AND date >= ? AND date <= ? ORDER BY date`,
    )
    .raw();
  const after = db
    .prepare<[number, number], number>(
      `SELECT date FROM ${schema}.observation WHERE series_id = ? AND date > ? ORDER BY date`,
    )
    .pluck();
  return brought.flatMap(({ id, key, seen, first, last }) => {
    const newer = after.all(id, last);
    // `main` contains all days of the run: if the counts are equal, it has no other days in this range.
    if (schema === 'main' && countIn.get(id, first, last) === seen.count()) {
      return newer.length === 0 ? [] : [{ ...key, days: [], held: seen.count(), within: [], newer }];
    }
    const absent: number[] = [];
    const within: number[] = [];
    let held = 0;
    let before = first;
    let between: number[] = [];
    for (const [day, isNew] of daysIn.all(id, first, last)) {
      if (!seen.has(day)) {
        between.push(day);
        within.push(day);
        continue;
      }
      held += 1 - isNew;
      if (day - before <= longestGap) absent.push(...between);
      before = day;
      between = [];
    }
    if (within.length + newer.length === 0) return [];
    return [{ ...key, days: absent, held: held + absent.length, within, newer }];
  });
}

const WORDS = 1 << (STRETCH_BITS - 5);
const MASK = (1 << STRETCH_BITS) - 1;

/** The days that a publish has added to one series: one bit per day, in stretches of 256 days. */
export type SeenDays = ReturnType<typeof createSeenDays>;

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
    count: (): number => seenDays,
    stretches: (): [number, number][] =>
      [...words].map(([stretch, seen]) => [stretch, seen.reduce((n, word) => n + ones(word), 0)]),
  };
}

function ones(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
