import type { ExportTable, TableColumn, TablePiece } from './types.ts';

/** Rows of a piece: enough that the cost of a database query hardly counts, few enough to use little memory. */
export const PIECE_ROWS = 5000;

/** A wide table that is filled one number at a time. It has a row for each date (and state) and a column for each line. */
export type WideTable = {
  /** Call it by ascending date. */
  add(date: string, state: string, column: number, value: string): void;
  cells(): number;
  finish(): ExportTable;
};

export function wideTable(name: string, names: readonly string[], byState = false): WideTable {
  const keys: TableColumn[] = [
    { name: 'date', kind: 'date' },
    ...(byState ? [{ name: 'state', kind: 'text' as const }] : []),
  ];
  const columns: TableColumn[] = [
    ...keys,
    ...names.map((column) => ({ name: column, kind: 'number' as const, canBeAbsent: true })),
  ];
  const rows: string[][] = [];
  // When a day is complete, its states are sorted.
  let day = new Map<string, string[]>();
  let date = '';
  const endDay = () => {
    for (const state of [...day.keys()].sort()) rows.push(day.get(state) ?? []);
    day = new Map();
  };
  return {
    add(on, state, column, value) {
      if (on !== date) endDay();
      date = on;
      let cells = day.get(state);
      if (!cells) {
        cells = [date, ...(byState ? [state] : []), ...names.map(() => '')];
        day.set(state, cells);
      }
      cells[keys.length + column] = value;
    },
    cells: () => rows.length * columns.length,
    finish() {
      endDay();
      return { name, columns, pieces: () => tablePieces(rows) };
    },
  };
}

export function* tablePieces(rows: readonly (readonly string[])[]): Generator<TablePiece, void> {
  for (let start = 0; start < rows.length; start += PIECE_ROWS) {
    const some = rows.slice(start, start + PIECE_ROWS);
    yield { count: some.length, texts: (column) => some.map((row) => row[column] ?? '') };
  }
}
