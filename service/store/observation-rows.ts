/** Observations of one series as they are stored: nothing of them is a text yet. */
export type ValueColumn = {
  /** Plain: ASCII letters, digits and '_'. */
  code: string;
  /** Two capitals, or '' where the dataset has no states. */
  area: string;
  /** The value texts one after another, ASCII. */
  values: Buffer;
  /** Where its cells begin among `Cells`, and how many they are. */
  start: number;
  count: number;
};

/** Of the cells of all columns, one column after another: day numbers, ascending; where each value ends in `values` of its column. */
export type Cells = { days: Int32Array; ends: Int32Array };

/** Rows of several series, by day, then in the order of the series. They hold until the reader is asked for other rows. */
export type ObservationRows = Cells & {
  /** A series may have several, one after another in time. A column may have cells after those of these rows. */
  columns: readonly ValueColumn[];
  count: number;
  /** Of each of the `count` rows the index of its column: the cell is the next one of that column. */
  order: Uint32Array;
};

export const NO_ROWS: ObservationRows = {
  days: new Int32Array(0),
  ends: new Int32Array(0),
  columns: [],
  order: new Uint32Array(0),
  count: 0,
};

/** @returns the values of a column as texts. */
export function valueTexts({ ends }: Cells, { values, start, count }: ValueColumn): string[] {
  const text = values.toString('latin1', 0, count === 0 ? 0 : ends[start + count - 1]);
  const texts: string[] = [];
  for (let cell = start, from = 0; cell < start + count; cell++) {
    const end = ends[cell] as number;
    texts.push(text.slice(from, end));
    from = end;
  }
  return texts;
}

/** A row with its texts. */
export type ObservationText = { day: number; code: string; area: string; value: string };

/** @returns the rows in their order, as texts. */
export function observationTexts(rows: ObservationRows): ObservationText[] {
  const columns = rows.columns.map((column) => ({
    ...column,
    texts: valueTexts(rows, column),
    next: 0,
  }));
  return Array.from(rows.order.subarray(0, rows.count), (index) => {
    const column = columns[index] as (typeof columns)[number];
    const { code, area, start, texts } = column;
    const at = column.next++;
    return { day: rows.days[start + at] as number, code, area, value: texts[at] as string };
  });
}
