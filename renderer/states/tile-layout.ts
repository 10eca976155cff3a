import { GRID_COLUMNS, GRID_ROWS, type GridPlace } from './tile-grid.ts';

/** Sizes of the drawing in pixels. A cell is a tile and the gap after it. */
export type TileLayout = { width: number; height: number; cell: { width: number; height: number } };

export const GAP = 4;
/** Wider tiles look empty. */
const WIDEST = 92;

/** @returns the layout for a place of this size: tiles are a little wider than high. */
export function tileLayout(width: number, height: number): TileLayout {
  const cell = Math.min(WIDEST, Math.floor((width + GAP) / GRID_COLUMNS));
  const high = Math.max(34, Math.min(Math.floor((height + GAP) / GRID_ROWS), Math.round(cell * 0.92)));
  return {
    width: cell * GRID_COLUMNS - GAP,
    height: high * GRID_ROWS - GAP,
    cell: { width: cell, height: high },
  };
}

/** So large a drawing has room for its head and the numbers; a smaller place shows it scaled. */
const LEAST = { width: 560, height: 376 };

/** @returns the layout for a tile of a board, and what it is scaled by. */
export function scaledLayout(width: number, height: number): { layout: TileLayout; scale: number } {
  const layout = tileLayout(Math.max(LEAST.width, width), Math.max(LEAST.height, height));
  return { layout, scale: Math.min(1, width / layout.width, height / layout.height) };
}

/** @returns the upper left corner of a tile. */
export function cornerOf({ column, row }: GridPlace, { cell }: TileLayout): { x: number; y: number } {
  return { x: column * cell.width, y: row * cell.height };
}

/** @param most the usual size. @returns the size of a text that has to fit into a width, in pixels. */
export function fittedSize(characters: number, width: number, most: number): number {
  return Math.max(8, Math.min(most, Math.floor((10 * (width - 8)) / (characters * 0.6)) / 10));
}
