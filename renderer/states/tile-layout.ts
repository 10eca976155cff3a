import { isStateCode, type StateCode } from '../../service/datasets/states.ts';

/** Sizes in pixels. A cell is a tile with the gap after it. `top`: height of a legend above narrow tiles. */
export type TileLayout = {
  width: number;
  height: number;
  cell: { width: number; height: number };
  top: number;
};

export const GAP = 4;
const WIDEST = 92;
/** Cells narrower than this leave no room for the legend. Their tiles are tall: a number below the code. */
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

/** Least size of an unscaled drawing: its head and numbers need it. Smaller places scale it down. */
const LEAST = { width: 560, height: 376 };

export function scaledLayout(width: number, height: number): { layout: TileLayout; scale: number } {
  const layout = tileMapLayout(Math.max(LEAST.width, width), Math.max(LEAST.height, height));
  return { layout, scale: Math.min(1, width / layout.width, height / layout.height) };
}

export function cornerOf({ column, row }: GridPlace, { cell, top }: TileLayout): { x: number; y: number } {
  return { x: column * cell.width, y: top + row * cell.height };
}

/** Smallest readable size of numbers, in pixels. */
const SMALLEST = 8;
const LETTER = 0.6;

/** @returns a tile's value, shortened if there is no room: '45,123' as '45K', '1 of 7' as '1/7'. */
export function fittedText(text: string, width: number): string {
  if (text.length * LETTER * SMALLEST <= width) return text;
  const [, sign = '', digits] = /^([+−]?)([\d,.]+)$/.exec(text) ?? [];
  if (text.includes(' of ')) return text.replace(' of ', '/');
  return digits === undefined ? text : sign + inTwoDigits(Number(digits.replaceAll(',', '')));
}

function inTwoDigits(value: number): string {
  const two = Number(value.toPrecision(2));
  const [unit, letter] = two >= 1e6 ? [1e6, 'M'] : two >= 1e3 ? [1e3, 'K'] : [1, ''];
  return `${Number((two / unit).toPrecision(2))}${letter}`;
}

/** @returns the size of a text that has to fit into a width, in pixels. @param most the usual size */
export function fittedSize(characters: number, width: number, most: number): number {
  const edges = width < NARROW ? 2 : 8;
  return Math.max(SMALLEST, Math.min(most, Math.floor((10 * (width - edges)) / (characters * LETTER)) / 10));
}

/**
 * The areas as equal tiles: NPR's familiar arrangement with Puerto Rico and the Virgin Islands. Unlike on a
 * geographic map, small states are as easy to find as large ones.
 */
const ROWS = [
  'AK .. .. .. .. .. .. .. .. .. ME',
  '.. .. .. .. .. .. .. .. .. VT NH',
  'WA ID MT ND MN IL WI MI NY RI MA',
  'OR NV WY SD IA IN OH PA NJ CT ..',
  'CA UT CO NE MO KY WV VA MD DE ..',
  '.. AZ NM KS AR TN NC SC DC .. ..',
  '.. .. .. OK LA MS AL GA .. .. ..',
  'HI .. .. TX .. .. .. .. FL PR VI',
].map((row) => row.split(' '));

export const GRID_COLUMNS = 11;
export const GRID_ROWS = ROWS.length;

export type GridPlace = { column: number; row: number };

export const PLACES: ReadonlyMap<StateCode, GridPlace> = new Map(
  ROWS.flatMap((cells, row) =>
    cells.flatMap((code, column) => (isStateCode(code) ? [[code, { column, row }] as const] : [])),
  ),
);

export const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @returns the next tile in an arrow's direction: straight ahead across holes, else least to the side. */
export function neighbour(from: StateCode, [right, down]: readonly [number, number]): StateCode {
  const at = PLACES.get(from) as GridPlace;
  let best: { code: StateCode; distance: number } | undefined;
  for (const [code, { column, row }] of PLACES) {
    const [dx, dy] = [column - at.column, row - at.row];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (ahead <= 0) continue;
    // A tile straight ahead wins, however far; then the one least to the side.
    const distance = aside * 100 + ahead;
    if (best === undefined || distance < best.distance) best = { code, distance };
  }
  return best?.code ?? from;
}
