/** Observations of one series as bytes, not yet decoded into strings. */
export type ValueColumn = {
  /** Needs no escaping: ASCII letters, digits and `_`, `.`, `-`. */
  code: string;
  /** State code of two capital letters; '' in a dataset without states. */
  area: string;
  /** The value texts one after another, ASCII. */
  values: Buffer;
  /** The day number of each observation, ascending, and the offset in `values` at which its value ends. Other columns may use them too. */
  days: Int32Array;
  ends: Int32Array;
  /** Where the observations begin in these arrays, and how many there are. */
  start: number;
  count: number;
};

/** Rows of several series, by day, then in the order of the series. */
export type ObservationRows = {
  /** A series may have several columns, one after another in time. A column may have more observations than these rows use. */
  columns: readonly ValueColumn[];
  /** For each row, the index of its column; the row is the next unused observation of that column. */
  order: readonly number[];
  count: number;
};

export const NO_ROWS: ObservationRows = { columns: [], order: [], count: 0 };

export function valueTexts({ values, ends, start, count }: ValueColumn): string[] {
  const text = values.toString('latin1', 0, count === 0 ? 0 : ends[start + count - 1]);
  const texts: string[] = [];
  for (let at = start, from = 0; at < start + count; at++) {
    const end = ends[at] as number;
    texts.push(text.slice(from, end));
    from = end;
  }
  return texts;
}

export type ObservationText = { day: number; code: string; area: string; value: string };

export function observationTexts({ columns, order }: ObservationRows): ObservationText[] {
  const decoded = columns.map((column) => ({ ...column, texts: valueTexts(column), next: 0 }));
  return order.map((index) => {
    const column = decoded[index] as (typeof decoded)[number];
    const { code, area, days, start, texts } = column;
    const at = column.next++;
    return { day: days[start + at] as number, code, area, value: texts[at] as string };
  });
}

/** A column that is not in bytes yet. */
export type TextColumn = {
  code: string;
  area: string;
  days: readonly number[];
  values: readonly string[];
};

export function rowsOfColumns(columns: readonly TextColumn[], order: readonly number[]): ObservationRows {
  const inBytes = columns.map(({ code, area, days, values }): ValueColumn => {
    let end = 0;
    const ends = Int32Array.from(values, (value) => {
      end += value.length;
      return end;
    });
    const bytes = Buffer.from(values.join(''), 'latin1');
    return { code, area, days: Int32Array.from(days), values: bytes, ends, start: 0, count: days.length };
  });
  return { columns: inBytes, order, count: order.length };
}

export function rowsOfTexts(texts: readonly ObservationText[]): ObservationRows {
  const columns = new Map<
    string,
    { index: number; code: string; area: string; days: number[]; values: string[] }
  >();
  const order = texts.map(({ day, code, area, value }) => {
    const key = `${code}.${area}`;
    const column = columns.get(key) ?? { index: columns.size, code, area, days: [], values: [] };
    columns.set(key, column);
    column.days.push(day);
    column.values.push(value);
    return column.index;
  });
  return rowsOfColumns([...columns.values()], order);
}
