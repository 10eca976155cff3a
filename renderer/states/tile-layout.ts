import { GRID_COLUMNS, GRID_ROWS, type GridPlace } from './tile-grid.ts';

/** Sizes of the drawing in pixels. A cell is a tile and the gap after it. Above the tiles is the legend, where it has no room among them. */
export type TileLayout = {
  width: number;
  height: number;
  cell: { width: number; height: number };
  top: number;
};

export const GAP = 4;
/** Wider tiles look empty. */
const WIDEST = 92;
/** Between narrower tiles there is no room for the legend; they are higher than wide, for a code and a number below it. */
const NARROW = 46;
const LEGEND = 104;

/** @returns the layout for a place of this size: tiles are a little wider than high. */
export function tileMapLayout(width: number, height: number): TileLayout {
  const cell = Math.min(WIDEST, Math.floor((width + GAP) / GRID_COLUMNS));
  const isNarrow = cell < NARROW;
  const least = isNarrow ? 38 : 34;
  const high = Math.max(least, Math.min(Math.floor((height + GAP) / GRID_ROWS), Math.round(cell * 0.92)));
  const top = isNarrow ? LEGEND : 0;
  return {
    width: cell * GRID_COLUMNS - GAP,
    height: top + high * GRID_ROWS - GAP,
    cell: { width: cell, height: high },
    top,
  };
}

/** So large a drawing has room for its head and the numbers; a smaller place shows it scaled. */
const LEAST = { width: 560, height: 376 };

/** @returns the layout for a tile of a board, and what it is scaled by. */
export function scaledLayout(width: number, height: number): { layout: TileLayout; scale: number } {
  const layout = tileMapLayout(Math.max(LEAST.width, width), Math.max(LEAST.height, height));
  return { layout, scale: Math.min(1, width / layout.width, height / layout.height) };
}

/** @returns the upper left corner of a tile. */
export function cornerOf({ column, row }: GridPlace, { cell, top }: TileLayout): { x: number; y: number } {
  return { x: column * cell.width, y: top + row * cell.height };
}

/** In a smaller size nobody reads a number. */
const SMALLEST = 8;
/** The width of a letter for its size. */
const LETTER = 0.6;

/** @returns a value of a tile, in two digits where all of it has no room: '45,123' as '45K', '1 of 7' as '1/7'. */
export function fittedText(text: string, width: number): string {
  if (text.length * LETTER * SMALLEST <= width) return text;
  const [, sign = '', digits] = /^([+−]?)([\d,.]+)$/.exec(text) ?? [];
  if (text.includes(' of ')) return text.replace(' of ', '/');
  return digits === undefined ? text : sign + inTwoDigits(Number(digits.replaceAll(',', '')));
}

/** @returns 45123 as '45K', 1058325 as '1.1M', 99.95 as '100'. */
function inTwoDigits(value: number): string {
  const two = Number(value.toPrecision(2));
  const [unit, letter] = two >= 1e6 ? [1e6, 'M'] : two >= 1e3 ? [1e3, 'K'] : [1, ''];
  return `${Number((two / unit).toPrecision(2))}${letter}`;
}

/** @param most the usual size. @returns the size of a text that has to fit into a width, in pixels. */
export function fittedSize(characters: number, width: number, most: number): number {
  const edges = width < NARROW ? 2 : 8;
  return Math.max(SMALLEST, Math.min(most, Math.floor((10 * (width - edges)) / (characters * LETTER)) / 10));
}
