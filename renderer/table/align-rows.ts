import type { LineColumn } from '../../service/view/types.ts';

/** Several series as one table: a row for every day on which any of them has an observation, ascending. */
export type AlignedRows = {
  days: Int32Array;
  /** For each column and row the index of the observation in its column, or -1 for a gap. */
  at: readonly Int32Array[];
};

/** Merges the days of the columns. Each is ascending, so one pass is enough. */
export function alignRows(columns: readonly Pick<LineColumn, 'days'>[]): AlignedRows {
  const lists = columns.map((column) => column.days);
  const longest = lists.reduce((sum, list) => sum + list.length, 0);
  const days = new Int32Array(longest);
  const at = lists.map(() => new Int32Array(longest));
  const heads = new Int32Array(lists.length);
  let row = 0;
  // Plain loops for speed: this runs over every observation whenever another page of them is loaded.
  for (;;) {
    let day = Number.POSITIVE_INFINITY;
    for (let c = 0; c < lists.length; c++) {
      const next = (lists[c] as Int32Array)[heads[c] as number];
      if (next !== undefined && next < day) day = next;
    }
    if (day === Number.POSITIVE_INFINITY) break;
    days[row] = day;
    for (let c = 0; c < lists.length; c++) {
      const head = heads[c] as number;
      const isHere = (lists[c] as Int32Array)[head] === day;
      (at[c] as Int32Array)[row] = isHere ? head : -1;
      if (isHere) heads[c] = head + 1;
    }
    row++;
  }
  return { days: days.subarray(0, row), at: at.map((column) => column.subarray(0, row)) };
}

/** @returns the rows on which every column has an observation. */
export function completeRows({ days, at }: AlignedRows): AlignedRows {
  const kept = new Int32Array(days.length);
  let n = 0;
  for (let row = 0; row < days.length; row++) {
    if (at.every((column) => (column[row] as number) >= 0)) kept[n++] = row;
  }
  const rows = kept.subarray(0, n);
  const pick = (from: Int32Array) => rows.map((row) => from[row] as number);
  return { days: pick(days), at: at.map(pick) };
}
