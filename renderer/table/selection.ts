import type { ColumnId, RowKey, RowOrder, Sheet } from './sheet.ts';

/**
 * The selected rows, or the same cells of each selected row. Rows are stored by day and line, not by place,
 * so that they stay selected when rows are sorted, added or removed.
 */
export type GridSelection = {
  /** The selected days of each owner of rows (`RowKey`). */
  rows: ReadonlyMap<string, ReadonlySet<number>>;
  columns: ReadonlySet<ColumnId> | undefined;
  anchor: RowKey & { column: ColumnId };
};

type CellPlace = { place: number; column: ColumnId };

export function selectRow(sheet: Sheet, order: RowOrder, { place, column }: CellPlace): GridSelection {
  const key = sheet.keyOf(order.rows[place] as number);
  return {
    rows: new Map([[key.owner, new Set([key.day])]]),
    columns: undefined,
    anchor: { ...key, column },
  };
}

/**
 * Selects everything between the selection's anchor and `to`, in the current order of rows.
 * @param isCells whether to select only the columns between them instead of whole rows
 */
export function selectTo(
  sheet: Sheet,
  order: RowOrder,
  before: GridSelection | undefined,
  to: CellPlace,
  isCells: boolean,
): GridSelection {
  const row = before ? sheet.rowOf(before.anchor) : -1;
  if (!before || row < 0) return selectRow(sheet, order, to);
  const from = order.places[row] as number;
  const rows = keysOf(sheet, order.rows.subarray(Math.min(from, to.place), Math.max(from, to.place) + 1));
  const ids = sheet.columns.map(({ id }) => id);
  const [a, b] = [ids.indexOf(before.anchor.column), ids.indexOf(to.column)];
  if (!isCells || a < 0) return { rows, columns: undefined, anchor: before.anchor };
  return { rows, columns: new Set(ids.slice(Math.min(a, b), Math.max(a, b) + 1)), anchor: before.anchor };
}

export function toggleRow(
  sheet: Sheet,
  order: RowOrder,
  before: GridSelection | undefined,
  { place, column }: CellPlace,
): GridSelection {
  const key = sheet.keyOf(order.rows[place] as number);
  const days = new Set(before?.rows.get(key.owner));
  if (!days.delete(key.day)) days.add(key.day);
  return {
    rows: new Map(before?.rows).set(key.owner, days),
    columns: before?.columns,
    anchor: { ...key, column },
  };
}

export function selectAll(sheet: Sheet, order: RowOrder): GridSelection | undefined {
  if (sheet.count === 0) return undefined;
  const anchor = { ...sheet.keyOf(order.rows[0] as number), column: 'date' };
  return { rows: keysOf(sheet, order.rows), columns: undefined, anchor };
}

export function isSelected(selection: GridSelection | undefined, { owner, day }: RowKey): boolean {
  return selection?.rows.get(owner)?.has(day) ?? false;
}

export const countSelected = (selection: GridSelection | undefined, sheet: Sheet): number =>
  heldRows(selection, sheet).length;

/** @returns the selected rows that are still in the data, in no order. */
function heldRows(selection: GridSelection | undefined, sheet: Sheet): number[] {
  return [...(selection?.rows ?? [])].flatMap(([owner, days]) =>
    [...days].map((day) => sheet.rowOf({ owner, day })).filter((row) => row >= 0),
  );
}

/** @returns the selected rows that are still in the data, from top to bottom as shown. */
export function selectedRows(
  selection: GridSelection | undefined,
  sheet: Sheet,
  order: RowOrder,
): Uint32Array {
  return Uint32Array.from(heldRows(selection, sheet), (row) => order.places[row] as number)
    .sort()
    .map((place) => order.rows[place] as number);
}

/** @returns the selected columns from left to right; all columns if whole rows are selected. */
export function selectedColumns(selection: GridSelection | undefined, sheet: Sheet) {
  const { columns } = selection ?? {};
  return columns ? sheet.columns.filter(({ id }) => columns.has(id)) : sheet.columns;
}

function keysOf(sheet: Sheet, rows: Uint32Array): GridSelection['rows'] {
  const keys = new Map<string, Set<number>>();
  for (const row of rows) {
    const { owner, day } = sheet.keyOf(row);
    keys.set(owner, (keys.get(owner) ?? new Set()).add(day));
  }
  return keys;
}
