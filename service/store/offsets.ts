import { LRUCache } from 'lru-cache';
import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { SelectedSeries } from './series-index.ts';

/** Days of a stretch: 256, so that its number is `day >> 8`. */
export const STRETCH_BITS = 8;
export const STRETCH_DAYS = 1 << STRETCH_BITS;
/** Stretches whose days are kept: half a kilobyte each. */
const MOST_PLACES = 4000;

export type Offsets = {
  /** Observations of a series before `day`, by the counts that are kept. @throws Damage where the rows round the day are not as many. */
  countBefore(series: SelectedSeries, day: number): number;
  /** The same from a day to another, both included; 0 where they are the wrong way round. */
  countBetween(series: SelectedSeries, from: number, to: number): number;
  /**
   * The row at a place in the order of day and series.
   * @param rank 0 is the first observation of all the series, whatever the range asked for.
   * @returns the day, and the index in `series` of the row; `undefined` past the end.
   */
  rowAt(series: readonly SelectedSeries[], rank: number): { day: number; index: number } | undefined;
  /** @returns a day by which about `rows` observations of the series follow `from`, as if they lay evenly in each stretch. */
  estimateDay(series: readonly SelectedSeries[], from: number, rows: number): number;
};

/** Observations of one series before each stretch from `first` on; one more entry holds all. */
type Sums = { first: number; before: number[] };

/** @returns offsets of one data version; the counts of a series are read when it is first asked for. */
export function openOffsets(db: Database): Offsets {
  const stretches = db
    .prepare<[number], [number, number]>(
      'SELECT stretch, count FROM stretch WHERE series_id = ? ORDER BY stretch',
    )
    .raw();
  const daysIn = db
    .prepare<[number, number, number], number>(
      'SELECT date FROM observation WHERE series_id = ? AND date >= ? AND date < ? ORDER BY date',
    )
    .pluck();
  const known = new Map<number, Sums>();
  const placesKnown = new LRUCache<string, Uint16Array>({ max: MOST_PLACES });

  function sums(id: number): Sums {
    let found = known.get(id);
    if (!found) {
      found = addUp(stretches.all(id) as [number, number][]);
      known.set(id, found);
    }
    return found;
  }

  function beforeStretch(id: number, stretch: number): number {
    const { first, before } = sums(id);
    return before[Math.min(Math.max(stretch - first, 0), before.length - 1)] ?? 0;
  }

  function rowsBefore(series: readonly SelectedSeries[], stretch: number): number {
    let sum = 0;
    for (const { id } of series) sum += beforeStretch(id, stretch);
    return sum;
  }

  /** The last stretch that begins at or before the rank, among those that the series reach over. */
  function stretchAt(series: readonly SelectedSeries[], rank: number): number {
    let low = Math.min(...series.map(({ first }) => first >> STRETCH_BITS));
    let high = Math.max(...series.map(({ last }) => last >> STRETCH_BITS));
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (rowsBefore(series, middle) <= rank) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * How many rows a series has in a stretch before each of its days, and in all. Pages begin and end within stretches: what is
   * expected of them is kept, what they hold is read each time.
   */
  function placesIn({ id, code }: SelectedSeries, stretch: number): Uint16Array {
    const key = `${id} ${stretch}`;
    let places = placesKnown.get(key);
    if (!places) {
      const start = stretch << STRETCH_BITS;
      const days = daysIn.all(id, start, start + STRETCH_DAYS);
      const kept = beforeStretch(id, stretch + 1) - beforeStretch(id, stretch);
      if (days.length !== kept) throw new Damage(`${days.length} rows of ${code} where ${kept} are counted`);
      places = new Uint16Array(STRETCH_DAYS + 1);
      for (const day of days) places[day - start + 1] = 1;
      for (let at = 1; at < places.length; at++)
        places[at] = (places[at] as number) + (places[at - 1] as number);
      placesKnown.set(key, places);
    }
    return places;
  }

  /** Rows within one stretch from `from` up to `to`. The whole stretch must have as many as are kept of it. */
  function countInStretch(series: SelectedSeries, stretch: number, from: number, to: number): number {
    const start = stretch << STRETCH_BITS;
    const places = placesIn(series, stretch);
    return (places[to - start] as number) - (places[from - start] as number);
  }

  function countBefore(series: SelectedSeries, day: number): number {
    if (day <= series.first) return 0;
    if (day > series.last) return series.count;
    const stretch = day >> STRETCH_BITS;
    return beforeStretch(series.id, stretch) + countInStretch(series, stretch, stretch << STRETCH_BITS, day);
  }

  return {
    countBefore,
    countBetween(series, from, to) {
      if (from > to) return 0;
      const stretch = from >> STRETCH_BITS;
      const isWithin = from > series.first && to < series.last && to >> STRETCH_BITS === stretch;
      if (isWithin) return countInStretch(series, stretch, from, to + 1);
      return countBefore(series, to + 1) - countBefore(series, from);
    },
    rowAt(series, rank) {
      const total = series.reduce((sum, { count }) => sum + count, 0);
      if (rank < 0 || rank >= total) return undefined;
      const stretch = stretchAt(series, rank);
      const start = stretch << STRETCH_BITS;
      return stepInto(
        series.map(({ id }) => daysIn.all(id, start, start + STRETCH_DAYS)),
        start,
        rank - rowsBefore(series, stretch),
      );
    },
    estimateDay(series, from, rows) {
      const stretch = from >> STRETCH_BITS;
      const before = rowsBefore(series, stretch);
      const inStretch = rowsBefore(series, stretch + 1) - before;
      const wanted = before + (inStretch * (from & (STRETCH_DAYS - 1))) / STRETCH_DAYS + rows;
      const end = stretchAt(series, wanted);
      const rest = wanted - rowsBefore(series, end);
      const inEnd = rowsBefore(series, end + 1) - rowsBefore(series, end);
      const day = (end << STRETCH_BITS) + Math.ceil((rest / Math.max(inEnd, 1)) * STRETCH_DAYS);
      return Math.max(day + 1, from);
    },
  };
}

function addUp(stretches: readonly [number, number][]): Sums {
  const first = stretches[0]?.[0] ?? 0;
  const before = [0];
  for (const [stretch, count] of stretches) {
    const sum = before.at(-1) ?? 0;
    // Stretches without rows are not stored.
    while (before.length - 1 < stretch - first) before.push(sum);
    before.push(sum + count);
  }
  return { first, before };
}

/** Walks one stretch: `days` are the days of each series in it, ascending. */
function stepInto(days: readonly number[][], start: number, rest: number): { day: number; index: number } {
  const rowsOn = new Uint32Array(STRETCH_DAYS);
  for (const list of days) for (const day of list) rowsOn[day - start] = (rowsOn[day - start] ?? 0) + 1;
  let left = rest;
  let at = 0;
  for (; left >= (rowsOn[at] ?? Number.POSITIVE_INFINITY); at++) left -= rowsOn[at] ?? 0;
  const day = start + at;
  const index = days.findIndex((list) => list.includes(day) && left-- === 0);
  if (index < 0) throw new Damage(`the counts disagree with the rows near day ${day}`);
  return { day, index };
}
