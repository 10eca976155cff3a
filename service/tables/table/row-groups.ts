/** Hears how many rows are laid out. A workbook is made in one piece, and tells nothing. */
export type OnRows = (rows: number) => void;

/** Rows in groups of `size`; after each it tells how many there have been. */
export function* rowGroups<Row>(rows: readonly Row[], size: number, onRows: OnRows): Generator<Row[], void> {
  for (let start = 0; start < rows.length; start += size) {
    yield rows.slice(start, start + size);
    onRows(Math.min(rows.length, start + size));
  }
}
