import { LRUCache } from 'lru-cache';
import { Damage } from './failures.ts';
import { column, type Database } from './open-database.ts';

export type SeriesSelection = {
  dataset: string;
  /** Rows of the same day come in this order. */
  codes: readonly string[];
  /** State codes; `undefined`: all. '' is the area of every series in a dataset without states. */
  areas?: readonly string[] | undefined;
  from: number;
  to: number;
  /** Reads data as of an instant ('2025-03-08T14:30:00.000Z'), without replaced samples; `undefined`: now. */
  asOf?: string | undefined;
};

export type SelectedSeries = {
  id: number;
  code: string;
  area: string;
  count: number;
  first: number;
  last: number;
};

export type SeriesIndex = ReturnType<typeof openSeriesIndex>;

/** A series with its stored count and days, and the same facts computed from other tables. */
type CheckedSeries = SelectedSeries & { counted: number; least: number | null; most: number | null };

/** Reads a dataset's series on first use. @throws Damage if series, counts and rows disagree. */
export function openSeriesIndex(db: Database) {
  const read = db.prepare<[string], CheckedSeries>(
    `SELECT id, code, area, count, first, last,
       (SELECT coalesce(sum(count), 0) FROM stretch WHERE series_id = series.id) AS counted,
       (SELECT min(date) FROM observation WHERE series_id = series.id) AS least,
       (SELECT max(date) FROM observation WHERE series_id = series.id) AS most
     FROM series NOT INDEXED WHERE dataset = ? ORDER BY code, area`,
  );
  // The same names from the index only, which lies in other pages of the file.
  const names = db
    .prepare<[string], [number, string, string]>(
      'SELECT id, code, area FROM series WHERE dataset = ? ORDER BY code, area',
    )
    .raw();
  const byDataset = new Map<string, Map<string, SelectedSeries[]>>();

  function byCode(dataset: string): Map<string, SelectedSeries[]> {
    let held = byDataset.get(dataset);
    if (!held) {
      held = Map.groupBy(heldOf(dataset), (series) => series.code);
      byDataset.set(dataset, held);
    }
    return held;
  }

  function heldOf(dataset: string): SelectedSeries[] {
    const found = read.all(dataset);
    const listed = names.all(dataset);
    const isListed = ({ id, code, area }: SelectedSeries, at: number) =>
      listed[at]?.[0] === id && listed[at][1] === code && listed[at][2] === area;
    if (listed.length !== found.length || !found.every(isListed))
      throw new Damage(`the list of series of ${dataset} disagrees with its index`);
    for (const { code, count, first, last, counted, least, most } of found) {
      const isRight = count === counted && (count === 0 ? least === null : first === least && last === most);
      if (!isRight) throw new Damage(`the rows of ${code} do not match their stored count`);
    }
    return found
      .filter(({ count }) => count > 0)
      .map(({ id, code, area, count, first, last }) => ({ id, code, area, count, first, last }));
  }

  function selectAll({ dataset, codes, areas }: SeriesSelection): SelectedSeries[] {
    const held = byCode(dataset);
    const wanted = areas && new Set(areas);
    return [...new Set(codes)].flatMap((code) =>
      (held.get(code) ?? []).filter((series) => !wanted || wanted.has(series.area)),
    );
  }

  return {
    /** Like `select`, but includes series whose days do not overlap the range. */
    selectAll,
    select: (selection: SeriesSelection): SelectedSeries[] =>
      selectAll(selection).filter(({ first, last }) => first <= selection.to && last >= selection.from),
  };
}

/**
 * A stretch is 256 days: `day >> 8`.
 * With SQL's OFFSET, the last page of 10 million rows takes 100 times as long as the first; the goal is 2.
 */
export const STRETCH_BITS = 8;
export const STRETCH_DAYS = 1 << STRETCH_BITS;
/** An upper limit: days from 0001 to 9999 have fewer stretches. */
const STRETCHES = 1 << 16;
/** Number of cached stretches, half a kilobyte each. */
const MOST_CACHED = 4000;

export type Offsets = ReturnType<typeof openOffsets>;

/** Number of observations of a series before each stretch, from stretch `first` on, then the total. */
type Sums = { first: number; before: number[] };

export function openOffsets(db: Database) {
  const stretches = db
    .prepare<[number], [number, number]>(
      'SELECT stretch, count FROM stretch WHERE series_id = ? ORDER BY stretch',
    )
    .raw();
  const daysIn = column<number, [number, number, number]>(
    db,
    'SELECT date FROM observation WHERE series_id = ? AND date >= ? AND date < ? ORDER BY date',
  );
  const known = new Map<number, Sums>();
  const cached = new LRUCache<number, Uint16Array>({ max: MOST_CACHED });

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

  /** The last stretch whose first row has at most this rank. */
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
   * Rows of a stretch before each of its days, then the total.
   * If SQLite counted them for each page, a page of 100 rows would take 1.9 times as long.
   */
  function rowsBeforeDays({ id, code }: SelectedSeries, stretch: number): Uint16Array {
    const key = id * STRETCHES + stretch;
    let before = cached.get(key);
    if (!before) {
      const start = stretch << STRETCH_BITS;
      const days = daysIn.all(id, start, start + STRETCH_DAYS);
      const kept = beforeStretch(id, stretch + 1) - beforeStretch(id, stretch);
      if (days.length !== kept) throw new Damage(`${days.length} rows of ${code} where ${kept} are counted`);
      before = new Uint16Array(STRETCH_DAYS + 1);
      for (const day of days) before[day - start + 1] = 1;
      for (let at = 1; at < before.length; at++)
        before[at] = (before[at] as number) + (before[at - 1] as number);
      cached.set(key, before);
    }
    return before;
  }

  function countInStretch(series: SelectedSeries, stretch: number, from: number, to: number): number {
    const start = stretch << STRETCH_BITS;
    const before = rowsBeforeDays(series, stretch);
    return (before[to - start] as number) - (before[from - start] as number);
  }

  function countBefore(series: SelectedSeries, day: number): number {
    if (day <= series.first) return 0;
    if (day > series.last) return series.count;
    const stretch = day >> STRETCH_BITS;
    return beforeStretch(series.id, stretch) + countInStretch(series, stretch, stretch << STRETCH_BITS, day);
  }

  return {
    /** @throws Damage if the rows near that day do not match the stored counts. */
    countBefore,
    /** Both days included; 0 if `from` is after `to`. */
    countBetween(series: SelectedSeries, from: number, to: number): number {
      if (from > to) return 0;
      const stretch = from >> STRETCH_BITS;
      const isWithin = from > series.first && to < series.last && to >> STRETCH_BITS === stretch;
      if (isWithin) return countInStretch(series, stretch, from, to + 1);
      return countBefore(series, to + 1) - countBefore(series, from);
    },
    /** Finds a row by its rank in the order of day, then series. The first row has rank 0. */
    rowAt(series: readonly SelectedSeries[], rank: number): { day: number; index: number } | undefined {
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

/** Finds row `rest` of one stretch. `days`: the days of each series in the stretch, ascending. */
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
