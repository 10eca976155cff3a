import type { Sheet, Sort } from './types.ts';

/** The rows in the order in which they are shown, and back. */
export type RowOrder = {
  /** Of each place from the top the row. */
  rows: Uint32Array;
  /** Of each row its place from the top. */
  places: Uint32Array;
};

/** @param sort by an unknown column: by date, the newest first. What is equal stands by date, the newest first. */
export function orderRows(sheet: Sheet, sort: Sort): RowOrder {
  const column = sheet.columns.find(({ id }) => id === sort.id);
  const isByDate = column === undefined || column.id === 'date';
  const rows = byDate(sheet.days, column === undefined || !isByDate || sort.desc);
  if (!isByDate) {
    const keys = new Float64Array(sheet.count);
    for (let row = 0; row < keys.length; row++) keys[row] = column.rank(row);
    const sign = sort.desc ? -1 : 1;
    // The sort of typed arrays is stable, so that equals keep their order by date.
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

/** Days may turn round, but the lines of one day keep their order. */
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
