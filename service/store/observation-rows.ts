/** Observations of one series as bytes, not yet decoded into strings. */
export type ValueColumn = {
  /** Needs no escaping: ASCII letters, digits and `_`, `.`, `-`. */
  code: string;
  /** State code of two capital letters; '' in a dataset without states. */
  area: string;
  /** The value texts one after another, ASCII. */
  values: Buffer;
  /** Index of its first cell in `Cells`, and the number of its cells. */
  start: number;
  count: number;
};

/**
 * The cells of all columns, one column after another. `days`: day numbers, ascending within a column. `ends`: the byte offset at
 * which each value ends in the `values` of its column.
 */
export type ColumnCells = { days: Int32Array; ends: Int32Array };

/** Rows of several series, by day, then in the order of the series. The next read of the same reader overwrites them. */
export type ObservationRows = ColumnCells & {
  /** A series may have several columns, one after another in time. A column may have more cells than these rows use. */
  columns: readonly ValueColumn[];
  count: number;
  /** For each of the `count` rows, the index of its column; the row is the next unused cell of that column. */
  order: Uint32Array;
};

export const NO_ROWS: ObservationRows = {
  days: new Int32Array(0),
  ends: new Int32Array(0),
  columns: [],
  order: new Uint32Array(0),
  count: 0,
};

/** @returns the value texts of a column. */
export function valueTexts({ ends }: ColumnCells, { values, start, count }: ValueColumn): string[] {
  const text = values.toString('latin1', 0, count === 0 ? 0 : ends[start + count - 1]);
  const texts: string[] = [];
  for (let cell = start, from = 0; cell < start + count; cell++) {
    const end = ends[cell] as number;
    texts.push(text.slice(from, end));
    from = end;
  }
  return texts;
}

/** One observation, decoded. `day` is a day number. */
export type ObservationText = { day: number; code: string; area: string; value: string };

/** @returns the rows decoded, in the same order. */
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

/** A column that is not in bytes yet. `days` and `values` are of the same length. */
export type TextColumn = {
  code: string;
  area: string;
  days: readonly number[];
  values: readonly string[];
};

/** @param order for each row, the index of its column; the row is the next unused cell of that column. */
export function rowsOfColumns(columns: readonly TextColumn[], order: Uint32Array): ObservationRows {
  const days = new Int32Array(order.length);
  const ends = new Int32Array(order.length);
  let cell = 0;
  const inBytes = columns.map(({ code, area, ...texts }): ValueColumn => {
    days.set(texts.days, cell);
    const start = cell;
    let end = 0;
    for (const value of texts.values) {
      end += value.length;
      ends[cell++] = end;
    }
    const values = Buffer.from(texts.values.join(''), 'latin1');
    return { code, area, values, start, count: cell - start };
  });
  return { days, ends, columns: inBytes, count: order.length, order };
}

/** @returns the rows of such texts, in the same order. Days need not ascend. */
export function rowsOfTexts(texts: readonly ObservationText[]): ObservationRows {
  const columns = new Map<
    string,
    { index: number; code: string; area: string; days: number[]; values: string[] }
  >();
  const order = Uint32Array.from(texts, ({ day, code, area, value }) => {
    const key = `${code}.${area}`;
    const column = columns.get(key) ?? { index: columns.size, code, area, days: [], values: [] };
    columns.set(key, column);
    column.days.push(day);
    column.values.push(value);
    return column.index;
  });
  return rowsOfColumns([...columns.values()], order);
}
