import { setImmediate as turn } from 'node:timers/promises';
import type { Dataset } from '../datasets/index.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import { derive, neededFrom, neededTo, type Recipe } from '../series-math/derive.ts';
import { cadenceOf } from '../series-math/frequency.ts';
import { lastDayOf, periodDate, periodOf, withWholePeriods } from '../series-math/periods.ts';
import { type IndexBase, indexBase } from '../series-math/transform.ts';
import type { TimeSeries } from '../series-math/types.ts';
import {
  type ObservationPage,
  type Position,
  type Reader,
  rowsOfColumns,
  type SeriesColumn,
  type SeriesSelection,
} from '../store/index.ts';
import type { Derivation } from './judge-derivation.ts';

/** The page to read: at most `limit` rows after the position `after`, without the first `skip`. */
type RowRange = { after?: Position | undefined; skip?: number; limit: number };
const ATTEMPTS = 3;

/**
 * @returns a function that reads pages like `Reader.observations`. A page reads only the days that its values
 * need: whole periods and the lag. Rows are dated by their periods, in each series' range
 * (`withWholePeriods`).
 */
export function derivedPages(
  reader: Reader,
  dataset: Dataset,
  selection: SeriesSelection,
  derivation: Derivation,
): (page: RowRange) => ObservationPage {
  const from = cadenceOf(dataset);
  const cadence = derivation.to?.cadence ?? from;
  const recipes = new Map(selection.codes.map((code) => [code, recipeOf(derivation, code)]));
  const recipe = (code: string) => recipes.get(code) as Recipe;
  const anyRecipe = recipe(selection.codes[0] as string);
  let bases: Map<number, IndexBase> | undefined;

  /** @returns the values dated from `first` to `last`, both included. */
  function windowOf(first: number, last: number): DerivedColumn[] {
    const columns = reader.columns({
      ...selection,
      from: neededFrom(first, from, anyRecipe),
      to: neededTo(last, anyRecipe),
    });
    return columns.map((column) => {
      const whole = { edges: column, base: bases?.get(column.seriesId) };
      const { series } = derive(column, from, recipe(column.code), whole);
      return { column, shown: cut(series, withWholePeriods(selection, column, cadence)) };
    });
  }

  return (asked) => {
    for (let attempt = 1; ; attempt++) {
      const version = reader.dataVersion();
      const page = pageOf(asked);
      // A page takes several reads; another process may have published in between.
      if (reader.dataVersion() === version || attempt === ATTEMPTS) return page;
      bases = undefined;
    }
  };

  function pageOf({ after, skip = 0, limit }: RowRange): ObservationPage {
    const held = reader.columns({ ...selection, from: 1, to: 0 });
    if (held.length === 0) return new RowWriter(limit, skip).page();
    bases ??= derivation.indexDay === undefined ? undefined : basesOf(derivation.indexDay);
    const ranges = held.map((column) => withWholePeriods(selection, column, cadence));
    const least = Math.min(...held.map(({ first }) => first));
    const most = Math.max(...held.map(({ last }) => last));
    const end = Math.min(
      Math.max(...ranges.map(({ to }) => to)),
      lastDayOf(Math.ceil(periodOf(most, cadence)), cadence),
    );
    const rows = new RowWriter(limit, skip);
    let start = Math.max(
      Math.min(...ranges.map((range) => range.from)),
      periodDate(Math.floor(periodOf(least, cadence)), cadence),
    );
    if (after) start = Math.max(start, after.day);
    for (let factor = 1; start <= end && !rows.isFull; factor *= 2) {
      const periods = Math.ceil(((skip + limit + 1) / held.length) * factor);
      const until = Math.min(end, periodDate(Math.floor(periodOf(start, cadence)) + periods, cadence));
      rows.add(windowOf(start, until), start, until, after);
      start = until + 1;
    }
    return rows.page();
  }

  /** @returns the observation at which each series is 100, by series id, without series that have none. */
  function basesOf(indexDay: number): Map<number, IndexBase> {
    const found = new Map<number, IndexBase>();
    const levels = { ...anyRecipe, units: 'lin' } as const;
    // For a daily series a Saturday or Sunday means the Monday after.
    const dated = periodDate(Math.ceil(periodOf(indexDay, cadence)), cadence);
    const columns = reader.columns({
      ...selection,
      from: neededFrom(Math.min(indexDay, dated), from, levels),
      to: neededTo(Math.max(indexDay, dated), levels),
    });
    for (const column of columns) {
      const whole = { edges: column, base: undefined };
      const { series } = derive(column, from, { ...recipe(column.code), units: 'lin' }, whole);
      const base = indexBase(series, cadence, indexDay);
      if (base) found.set(column.seriesId, base);
    }
    return found;
  }
}

export function cut({ days, values }: TimeSeries, { from, to }: { from: number; to: number }) {
  const start = indexAtOrAfter(days, from);
  const end = Math.max(start, indexAtOrAfter(days, to + 1));
  return { days: days.slice(start, end), values: values.slice(start, end) };
}

function recipeOf({ units, indexDay, to }: Derivation, code: string): Recipe {
  const method = to?.methods[code];
  return {
    units,
    ...(indexDay === undefined ? {} : { indexDay }),
    ...(to && method ? { to: { cadence: to.cadence, method } } : {}),
  };
}

/** The number of rows of an answer, and where its pieces of `step` rows begin. */
export type CountedRows = {
  total: number;
  /** The first `step` rows. */
  first: ObservationPage;
  /** The last row before rows `step`, 2 × `step`, … (counted from 0). */
  stops: readonly Position[];
};

/**
 * Counts rows by calculating all of them, because a row exists only if its value can be calculated. Lets
 * other work run after every `step` rows. @returns `undefined` once `isWanted` is false
 */
export async function countRows(
  read: (page: RowRange) => ObservationPage,
  step: number,
  isWanted: () => boolean,
): Promise<CountedRows | undefined> {
  if (!isWanted()) return undefined;
  const first = read({ limit: step });
  const stops: Position[] = [];
  let total = first.count;
  for (let page = first; page.more && page.last; ) {
    stops.push(page.last);
    await turn();
    if (!isWanted()) return undefined;
    page = read({ after: page.last, limit: step });
    total += page.count;
  }
  return { total, first, stops };
}

/** A series from the store, and its transformed values. */
type DerivedColumn = { column: SeriesColumn; shown: TimeSeries };

/** Collects the rows of a page, and finds out whether more follow. */
class RowWriter {
  readonly #limit: number;
  #skip: number;
  /** The collected rows, by series and added range of days. */
  readonly #columns: { code: string; area: string; days: number[]; values: string[] }[] = [];
  readonly #order: number[] = [];
  #last: Position | undefined;
  #more = false;

  /** @param limit most rows of the page. @param skip rows to leave out first */
  constructor(limit: number, skip: number) {
    this.#limit = limit;
    this.#skip = skip;
  }

  /** True if the page has `limit` rows and at least one more follows. */
  get isFull(): boolean {
    return this.#more;
  }

  /** Adds the rows of a range of days by day, then by column, without the row `after` and all before it. */
  add(columns: readonly DerivedColumn[], from: number, to: number, after: Position | undefined): void {
    // If the series of `after` has no more data, its whole day counts as done.
    const stopped = columns.findIndex(({ column }) => column.seriesId === after?.seriesId);
    const done = stopped < 0 ? columns.length - 1 : stopped;
    const base = this.#columns.length;
    this.#columns.push(
      ...columns.map(({ column: { code, area } }) => ({ code, area, days: [], values: [] })),
    );
    const places = columns.map(({ shown }) => firstFrom(shown.days, from));
    for (;;) {
      const day = Math.min(...columns.map(({ shown }, i) => shown.days[places[i] as number] ?? to + 1));
      if (day > to) return;
      for (const [i, { column, shown }] of columns.entries()) {
        const place = places[i] as number;
        if (shown.days[place] !== day) continue;
        places[i] = place + 1;
        if (after && day === after.day && i <= done) continue;
        if (this.#skip > 0) {
          this.#skip -= 1;
          continue;
        }
        if (this.#order.length === this.#limit) {
          this.#more = true;
          return;
        }
        this.#columns[base + i]?.days.push(day);
        this.#columns[base + i]?.values.push(shown.values[place] as string);
        this.#order.push(base + i);
        this.#last = { day, seriesId: column.seriesId };
      }
    }
  }

  page(): ObservationPage {
    return {
      ...rowsOfColumns(this.#columns, this.#order),
      more: this.#more,
      last: this.#last,
    };
  }
}

function firstFrom(days: Int32Array, from: number): number {
  const found = days.findIndex((day) => day >= from);
  return found < 0 ? days.length : found;
}
