import { dateText } from '../calendar/dates.ts';
import type { TimeSeries } from '../series-math/types.ts';
import type { Position, RowBytes, RowFormat, SeriesColumn } from '../store/types.ts';

/** A series of the store, and what was made of it. */
export type DerivedColumn = { column: SeriesColumn; shown: TimeSeries };

/** Gathers the rows of a page, and looks whether one more follows. */
export class RowWriter {
  readonly #format: RowFormat;
  readonly #limit: number;
  #skip: number;
  readonly #rows: string[] = [];
  #last: Position | undefined;
  #more = false;

  /** @param skip rows that are passed over first. */
  constructor(format: RowFormat, limit: number, skip: number) {
    this.#format = format;
    this.#limit = limit;
    this.#skip = skip;
  }

  get isFull(): boolean {
    return this.#more;
  }

  /**
   * Adds the rows of a range of days, both included, by day and then in the order of the columns. Codes and areas are plain
   * (checked when they are written), so nothing needs escaping.
   * @param after passes over that row and those before it.
   */
  add(columns: readonly DerivedColumn[], from: number, to: number, after: Position | undefined): void {
    // A series that holds nothing any more has no place left: its day then counts as done.
    const stopped = columns.findIndex(({ column }) => column.place === after?.place);
    const done = stopped < 0 ? columns.length - 1 : stopped;
    const places = columns.map(({ shown }) => firstFrom(shown.days, from));
    for (;;) {
      const day = Math.min(...columns.map(({ shown }, i) => shown.days[places[i] as number] ?? to + 1));
      if (day > to) return;
      const date = dateText(day);
      for (const [i, { column, shown }] of columns.entries()) {
        const place = places[i] as number;
        if (shown.days[place] !== day) continue;
        places[i] = place + 1;
        if (after && day === after.day && i <= done) continue;
        if (this.#skip > 0) {
          this.#skip -= 1;
          continue;
        }
        if (this.#rows.length === this.#limit) {
          this.#more = true;
          return;
        }
        this.#rows.push(this.#row(date, column, shown.values[place] as string));
        this.#last = { day, place: column.place };
      }
    }
  }

  page(): RowBytes & { more: boolean; last: Position | undefined } {
    const text = this.#rows.join(this.#format === 'json' ? ',' : '');
    return {
      body: Buffer.from(text, 'latin1'),
      count: this.#rows.length,
      more: this.#more,
      last: this.#last,
    };
  }

  #row(date: string, { code, area }: SeriesColumn, value: string): string {
    if (this.#format === 'csv') return `${date},${code},${area === '' ? '' : `${area},`}${value}\n`;
    const state = area === '' ? '' : `"state":"${area}",`;
    return `{"date":"${date}","series":"${code}",${state}"value":"${value}"}`;
  }
}

function firstFrom(days: Int32Array, from: number): number {
  const found = days.findIndex((day) => day >= from);
  return found < 0 ? days.length : found;
}
