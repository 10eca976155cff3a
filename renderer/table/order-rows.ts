import type { Sheet, TableSort } from './types.ts';

/** The order in which the rows are shown. */
export type RowOrder = {
  /** The row at each place from the top. */
  rows: Uint32Array;
  /** The place from the top of each row. */
  places: Uint32Array;
};

/** @param sort by an unknown column means by date, the newest first. Rows with equal values are ordered by date, the newest first. */
export function orderRows(sheet: Sheet, sort: TableSort): RowOrder {
  const column = sheet.columns.find(({ id }) => id === sort.id);
  const isByDate = column === undefined || column.id === 'date';
  const rows = byDate(sheet.days, column === undefined || !isByDate || sort.desc);
  if (!isByDate) {
    const keys = new Float64Array(sheet.count);
    for (let row = 0; row < keys.length; row++) keys[row] = column.rank(row);
    const sign = sort.desc ? -1 : 1;
    // The sort of typed arrays is stable, so equal rows keep their order by date.
    rows.sort((a, b) => {
      const x = keys[a] as number;
      const y = keys[b] as number;
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
      return x === y ? 0 : x < y ? -sign : sign;
    });
  }
  const places = new Uint32Array(rows.length);
  for (let place = 0; place < rows.length; place++) places[rows[place] as number] = place;
  return { rows, places };
}

/** @returns the rows by day. Newest first reverses the days, but not the lines within a day. */
function byDate(days: Int32Array, isNewestFirst: boolean): Uint32Array {
  const count = days.length;
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  if (!isNewestFirst) return rows;
  let place = 0;
  for (let end = count; end > 0; ) {
    let start = end - 1;
    while (start > 0 && days[start - 1] === days[start]) start--;
    for (let row = start; row < end; row++) rows[place++] = row;
    end = start;
  }
  return rows;
}
