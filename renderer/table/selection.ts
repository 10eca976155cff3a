import type { RowOrder } from './order-rows.ts';
import type { ColumnId, RowKey, Sheet } from './types.ts';

/**
 * What is selected, by what it is: it stays where rows are sorted otherwise, or come and go. Whole rows, or of each row the same
 * columns.
 */
export type Selection = {
  /** Days by their owner (types.ts `RowKey`). */
  rows: ReadonlyMap<string, ReadonlySet<number>>;
  columns: ReadonlySet<ColumnId> | undefined;
  /** From where a range extends. */
  anchor: RowKey & { column: ColumnId };
};

type Place = { place: number; column: ColumnId };

/** One row, whole. */
export function selectRow(sheet: Sheet, order: RowOrder, { place, column }: Place): Selection {
  const key = sheet.keyOf(order.rows[place] as number);
  return {
    rows: new Map([[key.owner, new Set([key.day])]]),
    columns: undefined,
    anchor: { ...key, column },
  };
}

/**
 * Everything between the selection's anchor and `to`, as it is shown now.
 * @param isCells whether only the columns between are meant, else whole rows.
 */
export function selectTo(
  sheet: Sheet,
  order: RowOrder,
  before: Selection | undefined,
  to: Place,
  isCells: boolean,
): Selection {
  const row = before ? sheet.rowOf(before.anchor) : -1;
  if (!before || row < 0) return selectRow(sheet, order, to);
  const from = order.places[row] as number;
  const rows = keysOf(sheet, order.rows.subarray(Math.min(from, to.place), Math.max(from, to.place) + 1));
  const ids = sheet.columns.map(({ id }) => id);
  const [a, b] = [ids.indexOf(before.anchor.column), ids.indexOf(to.column)];
  if (!isCells || a < 0) return { rows, columns: undefined, anchor: before.anchor };
  return { rows, columns: new Set(ids.slice(Math.min(a, b), Math.max(a, b) + 1)), anchor: before.anchor };
}

/** Adds a row to those that are selected, or takes it away. */
export function toggleRow(
  sheet: Sheet,
  order: RowOrder,
  before: Selection | undefined,
  { place, column }: Place,
): Selection {
  const key = sheet.keyOf(order.rows[place] as number);
  const days = new Set(before?.rows.get(key.owner));
  if (!days.delete(key.day)) days.add(key.day);
  return {
    rows: new Map(before?.rows).set(key.owner, days),
    columns: before?.columns,
    anchor: { ...key, column },
  };
}

export function selectAll(sheet: Sheet, order: RowOrder): Selection | undefined {
  if (sheet.count === 0) return undefined;
  const anchor = { ...sheet.keyOf(order.rows[0] as number), column: 'date' };
  return { rows: keysOf(sheet, order.rows), columns: undefined, anchor };
}

export function isSelected(selection: Selection | undefined, { owner, day }: RowKey): boolean {
  return selection?.rows.get(owner)?.has(day) ?? false;
}

/** @returns how many rows are selected of those that the data still hold. */
export function countSelected(selection: Selection | undefined, sheet: Sheet): number {
  let count = 0;
  for (const [owner, days] of selection?.rows ?? [])
    for (const day of days) if (sheet.rowOf({ owner, day }) >= 0) count++;
  return count;
}

/** @returns the selected rows that the data still hold, from top to bottom as they are shown. */
export function selectedRows(selection: Selection | undefined, sheet: Sheet, order: RowOrder): Uint32Array {
  const places: number[] = [];
  for (const [owner, days] of selection?.rows ?? []) {
    for (const day of days) {
      const row = sheet.rowOf({ owner, day });
      if (row >= 0) places.push(order.places[row] as number);
    }
  }
  return Uint32Array.from(places)
    .sort()
    .map((place) => order.rows[place] as number);
}

/** @returns the columns that are selected, from left to right. */
export function selectedColumns(selection: Selection | undefined, sheet: Sheet) {
  const { columns } = selection ?? {};
  return columns ? sheet.columns.filter(({ id }) => columns.has(id)) : sheet.columns;
}

function keysOf(sheet: Sheet, rows: Uint32Array): Selection['rows'] {
  const keys = new Map<string, Set<number>>();
  for (const row of rows) {
    const { owner, day } = sheet.keyOf(row);
    const days = keys.get(owner);
    if (days) days.add(day);
    else keys.set(owner, new Set([day]));
  }
  return keys;
}
