import type { TimeSeries } from '../series-math/types.ts';
import type { ObservationPage, Position, SeriesColumn } from '../store/index.ts';
import { rowsOfColumns } from '../store/index.ts';

/** A series from the store, and its transformed values. */
export type DerivedColumn = { column: SeriesColumn; shown: TimeSeries };

/** Collects the rows of a page, and finds out whether more rows follow. */
export class RowWriter {
  readonly #limit: number;
  #skip: number;
  /** The collected rows, for each series and added range of days. */
  readonly #columns: { code: string; area: string; days: number[]; values: string[] }[] = [];
  readonly #order: number[] = [];
  #last: Position | undefined;
  #more = false;

  /** @param limit most rows of the page. @param skip how many rows to leave out first. */
  constructor(limit: number, skip: number) {
    this.#limit = limit;
    this.#skip = skip;
  }

  /** Whether the page has `limit` rows and at least one more follows. */
  get isFull(): boolean {
    return this.#more;
  }

  /**
   * Adds the rows of a range of days, both included, by day and then in the order of the columns.
   * @param after leaves out this row and all rows before it.
   */
  add(columns: readonly DerivedColumn[], from: number, to: number, after: Position | undefined): void {
    // If the series of `after` has no data any more, all rows of its day count as done.
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

  /** @returns the page of the rows added so far. */
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
